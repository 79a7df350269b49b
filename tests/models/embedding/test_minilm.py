"""The bundled model: its files, and its vectors."""

import numpy as np
import pytest

from daybook.conversation.errors import ModelUnavailable
from daybook.models.embedding import load_embedder, minilm
from daybook.models.embedding.embedder import query_encoder
from daybook.models.embedding.minilm import DIGESTS, MiniLM

TEXTS = [
    "",
    "Hello",
    "My sister Ada moved to Lisbon in March and adopted two cats.",
    "Tofu, rice and a little 生姜 – très bon! 😀",
    "The quick brown fox jumps over the lazy dog. " * 40,
]


@pytest.fixture(scope="module")
def bundled() -> MiniLM:
    return MiniLM()


@pytest.mark.parametrize("name", DIGESTS)
async def test_a_damaged_file_of_the_model_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(minilm.DIGESTS, name, "another")

    with pytest.raises(ModelUnavailable, match=f"{name} is damaged"):
        await MiniLM(reads_questions=True).embed(["hello"])


async def test_vectors_lie_as_those_of_the_release_in_single_precision(bundled: MiniLM) -> None:
    texts = ["a cat sleeps", "a kitten is napping", "the tax return is due"]
    rows = await bundled.embed(texts)

    released = [[1.0, 0.703, 0.043], [0.703, 1.0, 0.088], [0.043, 0.088, 1.0]]
    np.testing.assert_allclose(rows @ rows.T, released, atol=0.025)


async def test_a_text_has_the_same_vector_in_any_company(bundled: MiniLM) -> None:
    together = await bundled.embed(TEXTS)
    alone = np.concatenate([await bundled.embed([text]) for text in TEXTS])

    np.testing.assert_array_equal(together, alone)


async def test_every_row_has_length_one_and_order_is_kept(bundled: MiniLM) -> None:
    texts = [f"number {count} " * (count % 7) for count in range(150)]

    rows = await bundled.embed(texts)

    assert rows.shape == (150, bundled.dim)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    np.testing.assert_array_equal(rows[140:141], await bundled.embed(texts[140:141]))


def test_its_fingerprint_stays_as_long_as_its_vectors_do() -> None:
    assert load_embedder("minilm").fingerprint == "all-MiniLM-L6-v2:int8:254:53aa5117:1"


async def test_the_query_encoder_reads_questions_into_the_space_of_texts(bundled: MiniLM) -> None:
    encoder = query_encoder(bundled)
    assert encoder is not None
    asked, plain = await encoder.embed(["Where do I live?"]), await bundled.embed(["Where do I live?"])
    home, bike = await bundled.embed(["We moved into a flat in Southville.", "My bike has a flat tyre."])

    assert 0.6 < float(asked[0] @ plain[0]) < 0.99
    assert asked[0] @ home > asked[0] @ bike
