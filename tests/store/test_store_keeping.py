from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import pytest

from daybook.conversation import Role, Session, TimeRange, Turn
from daybook.conversation.errors import BadInput, UnknownItem
from daybook.store import Added, BySession, Store
from tests.store.bag_of_words import BagOfWords
from tests.store.conversations import MAY, reply, session, user
from tests.store.inspection import near

pytestmark = pytest.mark.both_databases


CAT = session("cats", user("I adopted a cat."), reply("What is its name?"), user("Miso."), reply("Lovely."))


async def test_importing_the_same_session_twice_adds_nothing(store: Store) -> None:
    first = await store.add("ada", [CAT])
    second = await store.add("ada", [CAT])

    assert first == Added("ada", sessions=1, rounds=2, added=2, skipped=0)
    assert second == Added("ada", sessions=1, rounds=2, added=0, skipped=2)
    assert store.stats("ada").rounds == 2


async def test_sessions_that_share_an_id_are_told_apart_by_their_occurrence(store: Store) -> None:
    await store.add(
        "ada", [session("a", user("One."), occurrence=0), session("a", user("Two."), occurrence=1, day=1)]
    )

    listed = store.sessions("ada")
    assert [(summary.session_id, summary.occurrence, summary.title) for summary in listed] == [
        ("a", 0, "One."),
        ("a", 1, "Two."),
    ]
    assert len(store.session_rounds("ada", "a")) == 2


async def test_a_session_that_grew_gains_the_rest(store: Store) -> None:
    await store.add("ada", [CAT])
    grown = await store.add("ada", [session("cats", *CAT.turns, user("She is two."), reply("Young!"))])

    assert (grown.added, grown.skipped) == (1, 2)
    assert [round_.position for round_ in store.session_rounds("ada", "cats")] == [0, 1, 2]


async def test_a_reply_that_comes_later_completes_its_round(store: Store) -> None:
    await store.add("ada", [session("a", user("Is it raining?"))])
    await store.add("ada", [session("a", user("Is it raining?"), reply("It is not."))])

    (round_,) = store.session_rounds("ada", "a")
    assert [turn.content for turn in round_.turns] == ["Is it raining?", "It is not."]
    found = await near(store, await BagOfWords().embed(["raining"]))
    assert {key.round_id for key in found} == {round_.round_id}
    assert all(finding.ok for finding in store.check())


@pytest.mark.parametrize(
    "text", ["a\x00b", "half an emoji \ud83d", "\x1a0041", "naïve 🎈 \u2028 line", "  \n", "\ufeffmark"]
)
async def test_whatever_was_said_comes_back_word_for_word(store: Store, text: str) -> None:
    await store.add(text, [session(text, user(text), reply("ok"))])

    (round_,) = store.all_rounds(text)
    assert round_.user is not None
    assert (round_.owner, round_.session_id, round_.user.content) == (text, text, text)
    assert store.owners() == [text]


async def test_sources_of_a_recollection_are_kept_and_their_absence_too(store: Store) -> None:
    turns = (
        user("Which cat?"),
        reply("You said Miso.", sources=("r1",)),
        user("No?"),
        reply("No.", sources=()),
    )
    await store.add("ada", [session("a", *turns)])

    kept = [turn.sources for round_ in store.all_rounds("ada") for turn in round_.turns]
    assert kept == [None, ("r1",), None, ()]


async def test_owners_are_walls(store: Store) -> None:
    await store.add("ada", [CAT])
    await store.add("bob", [session("dogs", user("My dog is called Rex."), reply("A good name."))])
    hers = [round_.round_id for round_ in store.all_rounds("ada")]

    assert store.rounds("bob", hers) == []
    assert (await store.index("bob")).words.search("cat Miso", limit=5) == []
    found = await near(store, await BagOfWords().embed(["cat"]), owner="bob")
    assert not {key.round_id for key in found} & set(hers)
    assert [summary.session_id for summary in store.sessions("bob")] == ["dogs"]
    assert store.session_rounds("bob", "cats") == []
    with pytest.raises(UnknownItem):
        await store.forget("bob", BySession("cats"))
    assert store.stats("bob").rounds == 1
    assert store.stats().rounds == 3


async def test_each_session_is_kept_before_the_next_is_taken(store: Store) -> None:
    seen: list[int] = []

    def sessions() -> Iterator[Session]:
        for number in range(3):
            yield session(f"s{number}", user("Hello."))
            seen.append(store.stats("ada").sessions)

    await store.add("ada", sessions())

    assert seen == [1, 2, 3]


async def test_chat_appends_rounds_to_its_session(store: Store) -> None:
    await store.append("ada", "chat", [user("Hi."), reply("Hello.")], said_at=MAY)
    later = await store.append("ada", "chat", [user("I moved to Lund.")], said_at=MAY + timedelta(minutes=1))

    assert (later.position, later.said_at) == (1, MAY + timedelta(minutes=1))
    assert store.session_rounds("ada", "chat")[1] == later
    assert (await store.index("ada")).words.search("Lund", limit=5)[0][0] == later.round_id


async def test_a_stretch_of_time_holds_the_rounds_from_its_start_to_before_its_end(store: Store) -> None:
    await store.add("ada", [session(f"s{day}", user(f"Day {day}."), day=day) for day in range(4)])
    during = TimeRange(MAY + timedelta(days=1), MAY + timedelta(days=3))

    found = store.rounds("ada", sorted(store.rounds_said("ada", during)))
    assert sorted(round_.session_id for round_ in found) == ["s1", "s2"]


async def test_stats_count_owners_sessions_rounds_vectors_and_bytes(store: Store) -> None:
    await store.add("ada", [CAT])
    await store.add("bob", [CAT])

    everybody, hers = store.stats(), store.stats("ada")
    assert (everybody.owners, everybody.sessions, everybody.rounds, everybody.vectors) == (2, 2, 4, 8)
    assert (hers.owners, hers.sessions, hers.rounds, hers.vectors) == (1, 1, 2, 4)
    assert everybody.bytes > 10_000
    assert 0 < hers.bytes == store.stats("bob").bytes
    assert hers.embedder == "bag-of-words"


async def test_a_date_beyond_the_calendar_stops_an_import_which_says_what_it_kept(store: Store) -> None:
    edge = datetime(9999, 12, 31, 23, 59, tzinfo=timezone(-timedelta(hours=23)))
    wrong = Session("s2", MAY, (Turn(Role.USER, "I keep bees.", edge),))

    with pytest.raises(BadInput, match="session 's2': the date 9999") as stopped:
        await store.add("ada", [session("s1", user("I keep hens.")), wrong])

    assert stopped.value.__notes__ == [
        "1 sessions of 'ada' with 1 new rounds were kept before that, and stay"
    ]
    assert [summary.session_id for summary in store.sessions("ada")] == ["s1"]
    assert len((await store.index("ada")).words.search("hens", limit=1)) == 1
