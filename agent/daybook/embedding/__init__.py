"""Embedders: the bundled MiniLM, OpenAI and LangChain adapters, and the cache of vectors on disk.

Importing this package loads no model and none of the libraries that run one.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import SecretStr

from daybook.embedding.embedder import Embedder, Vectors, langchain_embedder
from daybook.embedding.vector_cache import CachedEmbedder, VectorCache
from daybook.errors import BadSettings

__all__ = [
    "CachedEmbedder",
    "Embedder",
    "VectorCache",
    "Vectors",
    "langchain_embedder",
    "load_embedder",
]


def load_embedder(
    name: str,
    *,
    openai_api_key: SecretStr | None = None,
    openai_base_url: str | None = None,
    model_dir: Path | None = None,
) -> Embedder:
    """The embedder of that name. No model is loaded and no server asked before its first use.

    Args:
        name: "minilm" (which is "minilm:int8"), "minilm:fp32", or "openai:" and a model's name.
        openai_api_key: for "openai:" models.
        openai_base_url: a server that speaks OpenAI's protocol; OpenAI's own if None.
        model_dir: where MiniLM is built; the user's cache folder if None.

    Raises:
        BadSettings: there is no such embedder, or its key is missing.
    """
    kind, _, model = name.partition(":")
    if kind == "minilm" and model in ("", "int8", "fp32"):
        from daybook.embedding.minilm import MiniLM

        return MiniLM("fp32" if model == "fp32" else "int8", model_dir=model_dir)
    if kind == "openai" and model:
        from daybook.embedding.openai import OpenAIEmbedder

        return OpenAIEmbedder(model, api_key=openai_api_key, base_url=openai_base_url)
    raise BadSettings(
        f"embedder {name!r} is unknown: choose minilm, minilm:fp32, minilm:int8,"
        " or openai:MODEL such as openai:text-embedding-3-small"
    )
