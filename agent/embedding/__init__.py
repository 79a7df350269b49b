"""Texts to vectors: the bundled MiniLM, other embedders, and the cache of vectors on disk.

Importing this package loads no model and none of the libraries that run one.
"""

from agent.embedding.cache import VectorCache
from agent.embedding.cached import CachedEmbedder
from agent.embedding.langchain import langchain_embedder
from agent.embedding.load import load_embedder
from agent.embedding.protocol import Embedder, Vectors

__all__ = [
    "CachedEmbedder",
    "Embedder",
    "VectorCache",
    "Vectors",
    "langchain_embedder",
    "load_embedder",
]
