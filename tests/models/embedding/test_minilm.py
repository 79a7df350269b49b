"""The bundled model, against a forward pass written out in NumPy."""

import logging
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load

from daybook.models.embedding import load_embedder
from daybook.models.embedding.embedder import query_encoder
from daybook.models.embedding.minilm import (
    MODULE,
    WEIGHTS,
    MiniLM,
    WordPieces,
    default_model_dir,
    read_model_file,
    with_differences,
)
from tests.models.embedding.bert_reference import reference_vector

pytestmark = pytest.mark.skipif(
    find_spec(MODULE) is None, reason="the package with MiniLM's weights is not installed"
)

TEXTS = [
    "",
    "Hello",
    "My sister Ada moved to Lisbon in March and adopted two cats.",
    "Which train did I take to work, and how long did the commute last?",
    "Tofu, rice and a little 生姜 – très bon! 😀",
    "The quick brown fox jumps over the lazy dog. " * 40,
]


@pytest.fixture(scope="module")
def int8() -> MiniLM:
    return MiniLM("int8")


@pytest.fixture(scope="module")
def fp32(tmp_path_factory: pytest.TempPathFactory) -> MiniLM:
    return MiniLM("fp32", model_dir=tmp_path_factory.mktemp("models"))


@pytest.mark.slow
async def test_fp32_agrees_with_the_forward_pass_in_numpy(fp32: MiniLM) -> None:
    weights = load(read_model_file(WEIGHTS, default_model_dir()))
    pieces = WordPieces.load(default_model_dir())

    expected = [reference_vector(weights, pieces.ids(text)) for text in TEXTS]

    np.testing.assert_allclose(await fp32.embed(TEXTS), expected, atol=1e-5)


@pytest.mark.slow
async def test_int8_stays_close_to_fp32(int8: MiniLM, fp32: MiniLM) -> None:
    cosines = np.sum(await int8.embed(TEXTS[2:]) * await fp32.embed(TEXTS[2:]), axis=1)

    assert cosines.min() >= 0.98


async def test_a_text_has_the_same_vector_in_any_company(int8: MiniLM) -> None:
    together = await int8.embed(TEXTS)
    alone = np.concatenate([await int8.embed([text]) for text in TEXTS])

    np.testing.assert_array_equal(together, alone)


async def test_like_is_nearer_than_unlike(int8: MiniLM) -> None:
    cat, kitten, tax = await int8.embed(["a cat sleeps", "a kitten is napping", "the tax return is due"])

    assert cat @ kitten > 0.6 > 0.3 > cat @ tax


async def test_every_row_has_length_one_and_order_is_kept(int8: MiniLM) -> None:
    texts = [f"number {count} " * (count % 7) for count in range(150)]

    rows = await int8.embed(texts)

    assert rows.shape == (150, int8.dim)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    np.testing.assert_array_equal(rows[140:141], await int8.embed(texts[140:141]))


@pytest.mark.parametrize("text", ["\ud800 alone", "nul \0 inside", "😀" * 500, " \n ", "x" * 300_000])
async def test_odd_texts_are_embedded_like_any(int8: MiniLM, text: str) -> None:
    rows = await int8.embed([text])

    assert np.isfinite(rows).all()


async def test_no_texts_are_no_rows(int8: MiniLM) -> None:
    assert (await int8.embed([])).shape == (0, 384)


@pytest.mark.slow
async def test_a_damaged_kept_model_is_built_again(tmp_path: Path) -> None:
    before = await MiniLM("fp32", model_dir=tmp_path).embed(["hello"])
    (kept,) = tmp_path.iterdir()
    data = bytearray(kept.read_bytes())
    data[len(data) // 2] ^= 1
    kept.write_bytes(data)

    after = await MiniLM("fp32", model_dir=tmp_path).embed(["hello"])

    np.testing.assert_array_equal(before, after)
    assert kept.read_bytes() != bytes(data)
    assert list(tmp_path.iterdir()) == [kept]


@pytest.mark.slow
async def test_a_folder_that_cannot_be_written_costs_only_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")

    with caplog.at_level(logging.WARNING):
        rows = await MiniLM("fp32", model_dir=tmp_path / "file" / "models").embed(["hello"])

    assert rows.shape == (1, 384)
    assert "the model cannot be kept" in caplog.text


@pytest.mark.slow
def test_two_processes_may_build_the_model_at_once(tmp_path: Path) -> None:
    code = f"from pathlib import Path; from daybook.models.embedding.minilm import MiniLM; \
MiniLM('fp32', model_dir=Path({str(tmp_path)!r})).load()"
    both = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(2)]

    assert [process.wait() for process in both] == [0, 0]
    assert [path.suffix for path in tmp_path.iterdir()] == [".bin"]


def test_names_and_precisions_have_their_own_fingerprints() -> None:
    names = ("minilm", "minilm:int8", "minilm:fp32")

    default, int8, fp32 = (load_embedder(name).fingerprint for name in names)

    assert default == int8 != fp32


async def test_the_query_encoder_reads_questions_into_the_space_of_texts(int8: MiniLM) -> None:
    encoder = query_encoder(int8)
    assert encoder is not None
    asked, plain = await encoder.embed(["Where do I live?"]), await int8.embed(["Where do I live?"])
    home, bike = await int8.embed(["We moved into a flat in Southville.", "My bike has a flat tyre."])

    assert 0.6 < float(asked[0] @ plain[0]) < 0.99
    assert asked[0] @ home > asked[0] @ bike


def test_differences_are_products_of_thin_matrices_or_sums() -> None:
    weights = {"dense.weight": np.zeros((2, 3), dtype=np.float32), "dense.bias": np.ones(2, dtype=np.float32)}
    up, down = np.array([[1.0], [2.0]], dtype=np.float16), np.array([[1.0, 0.0, 3.0]], dtype=np.float16)
    differences = {"dense.weight.up": up, "dense.weight.down": down, "dense.bias": np.array([0.5, 0.0])}

    changed = with_differences(weights, differences)

    np.testing.assert_array_equal(changed["dense.weight"], [[1, 0, 3], [2, 0, 6]])
    np.testing.assert_array_equal(changed["dense.bias"], [1.5, 1.0])
    assert not weights["dense.weight"].any()
