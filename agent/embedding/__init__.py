"""Texts to vectors: the bundled MiniLM, other embedders, and the cache of vectors on disk."""
