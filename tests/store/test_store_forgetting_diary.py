"""Forgetting and the diary: entries go with what tells them, or are worded by what is left."""

from datetime import timedelta

import pytest

from daybook.conversation import DiaryEntry, Draft, Enter, EventKind, Retell, Sureness, TimeRange, entry_id
from daybook.store import ByPhrase, ByRecord, BySession, ByTime, Everything, Selector, Store
from tests.store.conftest import OpenStore
from tests.store.conversations import MAY, reply, session, user
from tests.store.inspection import user_support

FIRST = session("first", user("I met Orla at the quay yesterday. It rained."), reply("How was it?"))
AGAIN = session("again", user("We saw each other by the water on Sunday, Orla and I."), reply("Nice."), day=2)
HAPPENED = TimeRange(MAY - timedelta(days=1), MAY)


@pytest.fixture
async def store(open_store: OpenStore) -> Store:
    store = open_store()
    await store.add("ada", [FIRST, AGAIN])
    first, again = sorted(store.all_rounds("ada"), key=lambda one: one.said_at)
    told = user_support(first, "I met Orla at the quay yesterday.")
    text = "I met Orla at the quay yesterday"
    entry = DiaryEntry(
        entry_id=entry_id("ada", text, told),
        text=text,
        what="met Orla at the quay",
        who=("Orla",),
        where="the quay",
        happened=HAPPENED,
        sure=Sureness.DAY,
        planned=False,
        said_at=first.said_at,
        imported_at=MAY,
        confidence=0.9,
        support=(told,),
    )
    retold = user_support(again, "We saw each other by the water on Sunday, Orla and I.")
    store.ledgers.post(
        "ada",
        [
            Draft(EventKind.ENTER, first.round_id, (), diary=(Enter(first.said_at, entry),)),
            Draft(
                EventKind.RETELL, again.round_id, (), diary=(Retell(again.said_at, entry.entry_id, retold),)
            ),
        ],
        posted_at=MAY,
    )
    return store


def entries(store: Store) -> list[DiaryEntry]:
    return list(store.ledgers.of("ada").entries.values())


async def test_an_entry_goes_with_the_sentences_of_every_telling(store: Store) -> None:
    (entry,) = entries(store)

    receipt = await store.forget("ada", ByRecord(entry.entry_id))

    assert (receipt.removed["entries"], receipt.removed["records"], receipt.verified) == (1, 0, True)
    assert entries(store) == []
    said = " ".join(turn.content for round_ in store.all_rounds("ada") for turn in round_.turns)
    assert "quay" not in said
    assert "It rained." in said


async def test_an_entry_told_elsewhere_stays_and_says_only_what_is_left(store: Store) -> None:
    receipt = await store.forget("ada", BySession("first"))

    (entry,) = entries(store)
    assert (receipt.removed["entries"], receipt.verified) == (0, True)
    assert entry.text == "We saw each other by the water on Sunday, Orla and I."
    assert (entry.who, entry.where) == (("Orla",), "")
    assert "quay" not in repr(store.ledgers.events("ada"))


@pytest.mark.parametrize(
    "selector", [ByPhrase("Orla"), Everything(), ByTime(TimeRange(MAY - timedelta(days=1), None))]
)
async def test_phrases_times_and_everything_reach_the_diary(store: Store, selector: Selector) -> None:
    receipt = await store.forget("ada", selector)

    assert (receipt.removed["entries"], receipt.verified) == (1, True)
    assert "quay" not in repr(store.ledgers.events("ada"))
    assert entries(store) == []


async def test_a_preview_counts_entries(store: Store) -> None:
    assert store.would_forget("ada", ByPhrase("quay")).removed["entries"] == 1
