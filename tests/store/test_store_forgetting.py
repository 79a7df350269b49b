import pytest

from daybook.store import BySession, Store
from tests.store.bag_of_words import BagOfWords
from tests.store.conftest import OpenStore
from tests.store.conversations import MAY, numbered, reply, session, user
from tests.store.inspection import holds_bytes, near

SECRET = session("secret", user("My locker code is 7319 aubergine zeppelin."), reply("I will keep it safe."))

NOTHING = ("sessions rounds redacted turns records relations events items vectors cached_vectors").split()


async def test_a_receipt_counts_what_was_forgotten(open_store: OpenStore) -> None:
    store = open_store()
    await store.add("ada", [SECRET, numbered(1)])

    receipt = await store.forget("ada", BySession("secret"))

    assert receipt.removed == {
        **dict.fromkeys(NOTHING, 0),
        **{"sessions": 1, "rounds": 1, "turns": 2, "vectors": 2},
    }
    assert receipt.verified


async def test_forgetting_leaves_no_bytes_of_the_text_or_its_vectors(store: Store) -> None:
    await store.add("ada", [SECRET, *(numbered(n) for n in range(5))])
    vector = (await BagOfWords().embed([SECRET.turns[0].content]))[0].astype("<f4").tobytes()
    (round_,) = store.session_rounds("ada", "secret")
    assert holds_bytes(store.data_dir, vector)

    await store.forget("ada", BySession("secret"))

    said = (b"aubergine", b"code is 7319", b"keep it safe")
    assert not holds_bytes(store.data_dir, *said, round_.round_id.encode(), vector, vector[:64])


async def test_a_vector_that_is_left_in_a_file_is_not_said_to_be_gone(store: Store) -> None:
    await store.add("ada", [SECRET, *(numbered(n) for n in range(5))])
    vector = (await BagOfWords().embed([SECRET.turns[0].content]))[0].astype("<f4").tobytes()
    (store.data_dir / "left").write_bytes(b"..." + vector[:64])

    receipt = await store.forget("ada", BySession("secret"))

    assert not receipt.verified


@pytest.mark.slow
async def test_the_unused_part_of_the_hnsw_files_holds_nothing_of_the_process(open_store: OpenStore) -> None:
    store = open_store(exact_limit=0)
    await store.add("ada", [numbered(n, rounds=30) for n in range(18)])
    await store.add("bob", [SECRET])
    store.close()

    sizes = [path.stat().st_size for path in store.data_dir.rglob("data_level0.bin")]
    tails = [path.read_bytes()[-52_400:] for path in store.data_dir.rglob("data_level0.bin")]
    assert len(sizes) == 2
    # Room for 100 elements of 524 bytes, none of which is in use before the first 1,000 are written.
    assert bytes(52_400) in tails


@pytest.mark.slow
async def test_vectors_in_the_hnsw_files_go_as_well(open_store: OpenStore) -> None:
    store = open_store(exact_limit=0)
    await store.add("ada", [SECRET, *(numbered(n, rounds=30) for n in range(18))])
    assert any(path.name == "data_level0.bin" for path in store.data_dir.rglob("*"))
    vector = (await BagOfWords().embed([SECRET.turns[0].content]))[0].astype("<f4").tobytes()

    receipt = await store.forget("ada", BySession("secret"))

    assert receipt.verified
    assert not holds_bytes(store.data_dir, vector)
    assert [finding for finding in store.check() if not finding.ok] == []


async def test_what_stays_is_not_embedded_again(open_store: OpenStore) -> None:
    embedder = BagOfWords()
    store = open_store(embedder)
    await store.add("ada", [SECRET, numbered(1)])
    embedder.embedded.clear()

    await store.forget("ada", BySession("secret"))
    found = await near(store)

    assert {key.round_id for key in found} == {round_.round_id for round_ in store.all_rounds("ada")}
    assert embedder.embedded == []


async def test_a_later_import_does_not_bring_it_back(open_store: OpenStore) -> None:
    store = open_store()
    await store.add("ada", [SECRET, numbered(1)])
    await store.forget("ada", BySession("secret"))
    store.close()

    again = open_store()
    assert (await again.add("ada", [SECRET, numbered(1)])).added == 0
    assert [summary.session_id for summary in again.sessions("ada")] == ["s1"]


async def test_a_forgotten_question_does_not_come_back_with_a_reply(store: Store) -> None:
    await store.add("ada", [session("a", user("What is my PIN, 4411?"))])
    await store.forget("ada", BySession("a"))

    added = await store.add("ada", [session("a", user("What is my PIN, 4411?"), reply("You just said it."))])

    assert added.added == 0


async def test_forgotten_rounds_are_no_longer_found(store: Store) -> None:
    await store.add("ada", [SECRET, numbered(1)])
    (gone,) = store.session_rounds("ada", "secret")
    assert (await store.index("ada")).words.search("aubergine", limit=5)
    await near(store)

    await store.forget("ada", BySession("secret"))

    assert (await store.index("ada")).words.search("aubergine", limit=5) == []
    found = await near(store)
    assert gone.round_id not in {key.round_id for key in found}
    assert store.rounds("ada", [gone.round_id]) == []


async def test_what_is_said_again_in_chat_after_forgetting_is_kept(store: Store) -> None:
    turns = [user("I like figs."), reply("Noted.")]
    await store.append("ada", "chat", turns, said_at=MAY)
    await store.forget("ada", BySession("chat"))

    said = await store.append("ada", "chat", turns, said_at=MAY)

    assert store.session_rounds("ada", "chat") == [said]


@pytest.mark.slow
async def test_the_lengths_in_the_hnsw_files_hold_nothing_of_the_process(open_store: OpenStore) -> None:
    store = open_store(exact_limit=0)
    await store.add("ada", [numbered(n, rounds=60) for n in range(9)])
    store.close()

    lengths = [path.read_bytes() for path in store.data_dir.rglob("length.bin")]
    assert lengths
    assert all(not any(content) for content in lengths)
