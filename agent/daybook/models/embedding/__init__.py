"""Embedders: the bundled MiniLM, models of folders, OpenAI and LangChain adapters, the cache of vectors.

Importing this package loads no model and none of the libraries that run one.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import SecretStr

from daybook.conversation.errors import BadSettings
from daybook.models.embedding.embedder import (
    Embedder as Embedder,
    LangChainEmbedder as LangChainEmbedder,
    Reranker as Reranker,
    Vectors as Vectors,
    query_encoder as query_encoder,
    question_embedder as question_embedder,
)


def load_embedder(
    name: str,
    *,
    openai_api_key: SecretStr | None = None,
    openai_base_url: str | None = None,
) -> Embedder:
    """The embedder of that name; no model is loaded and no server asked before its first use.

    Args:
        name: "minilm", "onnx:FOLDER" or "openai:MODEL".
        openai_api_key: for "openai:" models.
        openai_base_url: a server that speaks OpenAI's protocol; OpenAI's own if None.

    Raises:
        BadSettings: there is no such embedder, its key is missing, or its folder lacks something.
    """
    kind, _, model = name.partition(":")
    if name == "minilm":
        from daybook.models.embedding.minilm import MiniLM

        return MiniLM()
    if kind == "openai" and model:
        from daybook.models.embedding.openai import OpenAIEmbedder

        return OpenAIEmbedder(model, api_key=openai_api_key, base_url=openai_base_url)
    if kind == "onnx" and model:
        from daybook.models.embedding.onnx_folder import OnnxFolder
        from daybook.models.embedding.onnx_model import OnnxEmbedder, OnnxModel

        return OnnxEmbedder(OnnxModel(OnnxFolder.of(Path(model), "DAYBOOK_EMBEDDER")))
    raise BadSettings(
        f"embedder {name!r} is unknown: choose minilm, onnx:FOLDER, or"
        " openai:MODEL such as openai:text-embedding-3-small"
    )


def load_reranker(name: str | None) -> Reranker | None:
    """Make the reranker of "onnx:FOLDER", whose model is loaded when it is used; None without a name.

    Raises:
        BadSettings: there is no such reranker, or its folder lacks something.
    """
    if not name:
        return None
    from daybook.models.embedding.onnx_folder import OnnxFolder
    from daybook.models.embedding.onnx_model import CrossEncoder, OnnxModel  # imports tokenizers

    kind, _, folder = name.partition(":")
    if kind != "onnx" or not folder:
        raise BadSettings(f"DAYBOOK_RERANKER: {name!r} is unknown: choose onnx:FOLDER")
    return CrossEncoder(OnnxModel(OnnxFolder.of(Path(folder), "DAYBOOK_RERANKER")))
