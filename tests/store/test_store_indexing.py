import logging
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from daybook.conversation.errors import EmbedderMismatch, ModelError
from daybook.models.embedding.embedder import Vectors
from daybook.settings import Keying
from daybook.store import Store, search_index
from tests.store.bag_of_words import WINDOW, BagOfWords
from tests.store.conftest import OpenStore
from tests.store.conversations import numbered, reply, session, user
from tests.store.inspection import near


class FailsOnce(BagOfWords):
    def __init__(self) -> None:
        super().__init__()
        self.broken = True

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if self.broken:
            self.broken = False
            raise ModelError("the model is away")
        return await super().embed(texts)


async def test_every_window_of_every_side_has_its_vector(store: Store) -> None:
    long = "one two three four five six seven eight nine ten eleven twelve thirteen"
    await store.add("ada", [session("a", user(long), reply("Good counting."))])

    found = await near(store)

    assert {(key.field, key.start, key.stop) for key in found} == {
        ("user", 0, 60),
        ("user", 60, len(long)),
        ("assistant", 0, 14),
    }
    texts = {"user": long, "assistant": "Good counting."}
    for key, row in zip(found, found.matrix, strict=True):
        (expected,) = await BagOfWords().embed([texts[key.field][key.start : key.stop]])
        np.testing.assert_allclose(row, expected, atol=1e-6)


async def test_a_failing_embedder_loses_nothing(open_store: OpenStore) -> None:
    store = open_store(FailsOnce())
    with pytest.raises(ModelError, match="the model is away"):
        await store.add("ada", [numbered(1)])
    assert store.stats().rounds == 2
    assert _finding(store, "indexing").startswith("2 rounds yet")

    found = await near(store)

    assert len({key.round_id for key in found}) == 2
    assert all(finding.ok for finding in store.check())


@pytest.mark.parametrize(
    ("embedder", "keying"), [(BagOfWords("another"), Keying.MAX_SIM), (BagOfWords(), Keying.CONCAT)]
)
async def test_vectors_of_another_embedder_or_of_other_keys_are_refused(
    open_store: OpenStore, embedder: BagOfWords, keying: Keying
) -> None:
    first = open_store()
    await first.add("ada", [numbered(1)])
    first.close()
    store = open_store(embedder, keying)

    with pytest.raises(EmbedderMismatch, match="daybook reindex"):
        await near(store)
    with pytest.raises(EmbedderMismatch):
        await store.add("ada", [numbered(2)])
    assert store.stats().rounds == 2
    assert not next(finding for finding in store.check() if finding.name == "embedder").ok


async def test_keyings_that_score_fields_apart_share_their_vectors(open_store: OpenStore) -> None:
    first = open_store()
    await first.add("ada", [numbered(1)])
    first.close()

    store = open_store(keying=Keying.USER_ONLY)
    assert len(await near(store)) == 6


async def test_reindex_makes_the_vectors_anew_with_the_embedder_in_force(open_store: OpenStore) -> None:
    first = open_store()
    await first.add("ada", [numbered(1)])
    await first.add("bob", [numbered(2)])
    first.close()
    store = open_store(BagOfWords("another", dim=32), Keying.CONCAT)
    steps: list[tuple[int, int]] = []

    await store.reindex(progress=lambda *step: steps.append(step))

    assert steps == [(2, 4), (4, 4)]
    found = await near(store, np.ones((1, 32), dtype=np.float32))
    assert {key.field for key in found} == {"both"}
    assert found.matrix.shape[1] == 32
    assert store.stats().embedder == "another"
    assert all(finding.ok for finding in store.check())


async def test_a_reindex_that_was_cut_short_is_finished_later(open_store: OpenStore) -> None:
    first = open_store()
    await first.add("ada", [numbered(1)])
    first.close()
    failing = FailsOnce()
    second = open_store(failing)
    with pytest.raises(ModelError):
        await second.reindex()
    second.close()

    store = open_store()
    assert len(await near(store)) == 6


@pytest.mark.parametrize("damage", ["remove the directory", "overwrite the database", "cut the database"])
async def test_a_damaged_vector_index_is_made_anew_from_the_truth(
    open_store: OpenStore, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    first = open_store(exact_limit=0)
    await first.add("ada", [numbered(1)])
    before = await near(first)
    first.close()
    _damage(first.data_dir / "chroma", damage)

    store = open_store(exact_limit=0)
    with caplog.at_level(logging.WARNING):
        after = await near(store)

    assert set(after) == set(before)
    assert caplog.messages or damage == "remove the directory"
    assert all(finding.ok for finding in store.check())


@pytest.mark.slow
async def test_damaged_hnsw_files_are_made_anew_from_the_truth(open_store: OpenStore) -> None:
    first = open_store(exact_limit=0)
    await first.add("ada", [numbered(n, rounds=30) for n in range(18)])
    first.close()
    for path in (first.data_dir / "chroma").rglob("*.bin"):
        path.write_bytes(b"\xff" * 100)
    for path in (first.data_dir / "chroma").rglob("*.pickle"):
        path.write_bytes(b"no pickle")

    store = open_store(exact_limit=0)
    found = await near(store, limit=540)

    assert len({key.round_id for key in found}) == store.stats().rounds == 540


async def test_many_keys_are_searched_in_the_index_and_come_with_all_keys_of_their_rounds(
    open_store: OpenStore,
) -> None:
    store = open_store(exact_limit=10)
    await store.add("ada", [numbered(n) for n in range(20)])
    queries = await BagOfWords().embed(
        [numbered(7).turns[2].content[:WINDOW], numbered(3).turns[1].content[:WINDOW]]
    )

    found = await near(store, queries, limit=2)
    rounds = {key.round_id for key in found}
    within = [round_.round_id for round_ in store.session_rounds("ada", "s5")]
    narrow = await near(store, queries, limit=2, within=within)

    wanted = {store.session_rounds("ada", "s7")[1].round_id, store.session_rounds("ada", "s3")[0].round_id}
    assert wanted <= rounds
    assert 2 <= len(rounds) <= 4
    assert len(found) == 3 * len(rounds) == len(found.matrix)
    assert {key.round_id for key in narrow} == set(within)


@pytest.mark.parametrize(("most_read", "found_by"), [(0, "chroma"), (40, "scan")])
async def test_among_some_rounds_the_nearest_are_found_by_the_graph_or_by_reading_all_of_few(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch, most_read: int, found_by: str
) -> None:
    monkeypatch.setattr(search_index, "MAX_READ", most_read)
    store = open_store(exact_limit=0)
    await store.add("ada", [numbered(n) for n in range(20)])
    query = await BagOfWords().embed([numbered(7).turns[2].content[:WINDOW]])
    [nearest] = [round_.round_id for round_ in store.session_rounds("ada", "s7")][1:]
    others = [round_.round_id for round_ in store.all_rounds("ada") if round_.round_id != nearest]

    with_it = await near(store, query, limit=1, within=[*others[:30], nearest])
    without_it = await near(store, query, limit=1, within=others[:30])

    assert (with_it.found_by, without_it.found_by) == (found_by, found_by)
    assert nearest in set(with_it.rounds) <= {*others[:30], nearest}
    assert set(without_it.rounds) <= set(others[:30])


def _finding(store: Store, name: str) -> str:
    return next(finding.detail for finding in store.check() if finding.name == name)


def _damage(chroma: Path, how: str) -> None:
    database = chroma / "chroma.sqlite3"
    if how == "remove the directory":
        shutil.rmtree(chroma)
    elif how == "overwrite the database":
        database.write_bytes(b"not a database at all " * 400)
    else:
        database.write_bytes(database.read_bytes()[:20_000])


async def test_rows_of_an_index_that_another_process_has_dropped_are_not_noted(store: Store) -> None:
    await store.add("ada", [numbered(1)])
    rows = store._indexer.table.rows
    names = [round_.round_id for round_ in store.all_rounds("ada")]

    rows.index_again("ada", 99, names)

    assert rows.count_lacking("ada", 99) == 0
