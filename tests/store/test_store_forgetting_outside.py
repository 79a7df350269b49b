"""Forgetting outside of the database: caches and indexes, and the leftovers of a crash."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from daybook.models.embedding.embedder import Vectors
from daybook.store import ByPhrase, BySession
from daybook.store.forgetting.byte_search import BytePatterns
from tests.store.bag_of_words import BagOfWords, opened
from tests.store.conversations import numbered, reply, session, user

SECRET = session("secret", user("The locker holds an aubergine zeppelin. It is green."), reply("I see."))
TOLD = "The locker holds an aubergine zeppelin."
SAID = SECRET.turns[0].content


class Crash(Exception):
    """Stands for the end of the process."""


async def test_the_vectors_of_what_is_forgotten_go(tmp_path: Path) -> None:
    store = opened(tmp_path / "data")
    await store.add("ada", [SECRET, numbered(1)])
    (vector,) = await BagOfWords().embed([TOLD])
    piece = vector.astype("<f4").tobytes()
    assert BytePatterns([piece]).found_in_folder(tmp_path) == {piece}

    receipt = await store.forget("ada", ByPhrase("zeppelin"))

    assert receipt.removed["vectors"] == 4  # the user's turn and its two statements, and the reply
    assert receipt.verified
    assert BytePatterns([piece]).found_in_folder(tmp_path) == set()
    store.close()


class Slow(BagOfWords):
    """Waits with its first vectors until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go = asyncio.Event(), asyncio.Event()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.begun.set()
        await self.go.wait()
        return await super().embed(texts)


async def test_what_is_forgotten_while_it_is_embedded_leaves_no_vector(tmp_path: Path) -> None:
    slow = Slow()
    store = opened(tmp_path / "data", slow)
    adding = asyncio.create_task(store.add("ada", [SECRET, numbered(1)]))
    await slow.begun.wait()

    await store.forget("ada", BySession("secret"))
    slow.go.set()
    await adding
    store.close()

    gone, kept = await BagOfWords().embed([SAID, numbered(1).turns[0].content[:60]])
    needles = BytePatterns([gone.astype("<f4").tobytes(), kept.astype("<f4").tobytes()])
    assert needles.found_in_folder(tmp_path) == {kept.astype("<f4").tobytes()}


@pytest.mark.parametrize(
    "step",
    [
        "daybook.store.forgetting.cascade.Forgetting._clean",
        "daybook.store.sql.database._Sqlite.checkpoint",
    ],
)
async def test_a_crash_after_the_forgetting_is_finished_by_the_next_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    store = opened(tmp_path / "data")
    await store.add("ada", [SECRET, numbered(1)])
    with monkeypatch.context() as crashing:
        crashing.setattr(step, _crash)
        with pytest.raises(Crash):
            await store.forget("ada", BySession("secret"))
    store.close()

    again = opened(tmp_path / "data")
    await again.add("ada", [numbered(2)])  # the vectors are needed, and so opened
    (vector,) = await BagOfWords().embed([TOLD])
    needles = BytePatterns([b"aubergine zeppelin", vector.astype("<f4").tobytes()])
    again.close()

    assert needles.found_in_folder(tmp_path) == set()


async def test_a_crash_within_the_forgetting_forgets_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(tmp_path / "data")
    await store.add("ada", [SECRET])
    with monkeypatch.context() as crashing:
        crashing.setattr("daybook.store.forgetting.cascade._rewrite_events", _crash)
        with pytest.raises(Crash):
            await store.forget("ada", BySession("secret"))
    store.close()

    again = opened(tmp_path / "data")
    assert [round_.user for round_ in again.all_rounds("ada")] == [SECRET.turns[0]]
    assert again.stats("ada").vectors == 4
    again.close()


def _crash(*_: object, **__: object) -> None:
    raise Crash
