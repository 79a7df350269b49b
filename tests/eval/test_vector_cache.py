"""The cache of vectors: what is kept, and what never stops a run."""

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from daybook.conversation.errors import ModelError
from daybook.models.embedding import Vectors
from daybook_eval.vector_cache import CachedEmbedder, VectorCache

EAST, NORTH = np.array([1, 0], dtype=np.float32), np.array([0, 1], dtype=np.float32)


class CountingEmbedder:
    """Embeds a text as (0.6, 0.8), counts, and fails on "bad"."""

    fingerprint, dim = "counting", 2

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def windows(self, text: str) -> list[tuple[int, int]]:
        return [(0, len(text))]

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        if "bad" in texts:
            raise ModelError("bad")
        return np.tile(np.array([0.6, 0.8], dtype=np.float32), (len(texts), 1))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "vectors.sqlite"


@pytest.fixture
def cache(path: Path) -> Iterator[VectorCache]:
    cache = VectorCache(path)
    yield cache
    cache.close()


def test_vectors_are_found_again_by_fingerprint_and_text(cache: VectorCache, path: Path) -> None:
    cache.put("one", {"a": EAST, "\ud800": NORTH})
    cache.close()

    other = VectorCache(path)
    found = other.get("one", ["\ud800", "a", "b"])
    missed = other.get("two", ["a"])
    other.close()

    assert found.keys() == {"a", "\ud800"}
    np.testing.assert_array_equal(found["a"], EAST)
    assert missed == {}


def test_a_damaged_file_is_begun_anew(
    cache: VectorCache, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.parent.mkdir()
    path.write_bytes(b"this is no database" * 1000)

    with caplog.at_level(logging.WARNING):
        assert cache.get("one", ["a"]) == {}
    cache.put("one", {"a": EAST})

    assert "begun anew" in caplog.text
    assert cache.get("one", ["a"]).keys() == {"a"}


def test_a_damaged_vector_is_not_found(cache: VectorCache, path: Path) -> None:
    cache.put("one", {"a": EAST, "b": EAST, "c": EAST})
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE vectors SET vector = x'0000' WHERE rowid = 1")
        connection.execute("UPDATE vectors SET vector = x'0000c07f0000c07f' WHERE rowid = 2")
    connection.close()

    assert cache.get("one", ["a", "b", "c"]).keys() == {"c"}


def test_a_place_that_cannot_be_written_is_said_once_and_costs_only_the_cache(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = VectorCache(tmp_path / "file" / "vectors.sqlite")

    with caplog.at_level(logging.WARNING):
        cache.put("one", {"a": EAST})
        assert cache.get("one", ["a"]) == {}

    assert caplog.text.count("vectors are not cached") == 1


async def test_each_distinct_missing_text_is_embedded_once(cache: VectorCache) -> None:
    plain = CountingEmbedder()
    embedder = CachedEmbedder(plain, cache)

    first = await embedder.embed(["a", "b", "a"])
    second = await embedder.embed(["c", "a"])

    assert plain.calls == [["a", "b"], ["c"]]
    assert (first.shape, second.shape) == ((3, 2), (2, 2))
    assert second.dtype == np.float32
    assert (embedder.fingerprint, embedder.dim, embedder.windows("ab")) == ("counting", 2, [(0, 2)])
