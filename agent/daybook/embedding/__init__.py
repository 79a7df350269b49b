"""Embedders: the bundled MiniLM, OpenAI and LangChain adapters, and the cache of vectors on disk.

Importing this package loads no model and none of the libraries that run one.
"""

from daybook.embedding.cache import VectorCache
from daybook.embedding.cached import CachedEmbedder
from daybook.embedding.langchain import langchain_embedder
from daybook.embedding.load import load_embedder
from daybook.embedding.protocol import Embedder, Vectors

__all__ = [
    "CachedEmbedder",
    "Embedder",
    "VectorCache",
    "Vectors",
    "langchain_embedder",
    "load_embedder",
]
