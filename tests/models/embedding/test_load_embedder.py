"""Embedders by name, and those of LangChain."""

import numpy as np
import pytest
from langchain_core.embeddings import Embeddings

from daybook.conversation.errors import BadSettings, ModelError
from daybook.models.embedding import LangChainEmbedder, load_embedder


class Lengths(Embeddings):
    """Embeds a text as (3, 4 times its length); "short" gets one number, "zero" only zeros."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        odd = {"short": [1.0], "zero": [0.0, 0.0], "nan": [float("nan"), 1.0]}
        return [odd.get(text, [3.0, 4.0 * len(text)]) for text in texts if text != "lost"]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


@pytest.mark.parametrize("name", ["", "bert", "minilm:fp32", "openai:", "openai", "onnx:"])
def test_an_unknown_name_is_refused_with_the_list_of_known_ones(name: str) -> None:
    with pytest.raises(BadSettings, match="choose minilm, onnx:FOLDER, or openai:MODEL"):
        load_embedder(name)


async def test_a_langchain_model_is_named_after_itself_and_its_dimension_learnt() -> None:
    embedder = LangChainEmbedder(Lengths())
    with pytest.raises(ModelError, match="not known before"):
        _ = embedder.dim

    rows = await embedder.embed(["a", "a"])

    np.testing.assert_allclose(rows, [[0.6, 0.8], [0.6, 0.8]], atol=1e-6)
    assert rows.dtype == np.float32
    assert (embedder.dim, embedder.fingerprint) == (2, "langchain:Lengths:1000")
    assert (await embedder.embed([])).shape == (0, 2)


@pytest.mark.parametrize("texts", [["short"], ["a", "short"], ["zero"], ["nan"], ["a", "lost"]])
async def test_vectors_that_are_none_are_a_model_error(texts: list[str]) -> None:
    embedder = LangChainEmbedder(Lengths())
    await embedder.embed(["a"])  # which tells the dimension

    with pytest.raises(ModelError, match="Lengths returned"):
        await embedder.embed(texts)


async def test_a_langchain_model_sees_no_more_than_its_window() -> None:
    embedder, long = LangChainEmbedder(Lengths()), "a" * 1_001

    assert embedder.windows(long) == [(0, 1_000), (1_000, 1_001)]
    np.testing.assert_array_equal(await embedder.embed([long]), await embedder.embed([long[:1_000]]))
