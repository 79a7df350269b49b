"""Events of the ledger in SQL: what was posted comes back, and rounds are offered once."""

from dataclasses import replace
from datetime import timedelta

import pytest

from daybook.conversation import (
    Address,
    Draft,
    EventKind,
    Ledger,
    Mark,
    Polarity,
    Record,
    Status,
    Support,
    TimeRange,
    Write,
    fold,
    record_id,
)
from daybook.conversation.errors import LedgerMoved
from daybook.store import BySession, Store
from tests.store.conftest import OpenStore
from tests.store.conversations import MAY, reply, session, user

pytestmark = pytest.mark.both_databases


HOME = Support("r" + "0" * 24, "s1", 0, 16, "I live in Berlin", MAY)
LIVES = Record(
    record_id=record_id("ada", Address("identity.residence"), "Berlin", Polarity.POSITIVE, HOME),
    slot="identity.residence",
    value="Berlin",
    polarity=Polarity.POSITIVE,
    text="I live in Berlin",
    said_at=MAY,
    imported_at=MAY,
    confidence=0.8,
    support=(HOME,),
    happened=TimeRange(MAY, None),
)
WRITTEN = Draft(EventKind.WRITE, HOME.round_id, (Write(MAY, LIVES),))
FADED = Draft(EventKind.DECAY, "retention", (Mark(MAY + timedelta(days=9), LIVES.record_id, Status.DECAYED),))


async def test_posted_events_come_back_as_they_were(store: Store) -> None:
    await store.add("ada", [session("s1", user("I live in Berlin"))])

    first, second = store.ledgers.post("ada", [WRITTEN, FADED], posted_at=MAY)

    assert store.ledgers.events("ada") == [first, second]
    assert (first.draft, second.draft) == (WRITTEN, FADED)
    assert store.ledgers.of("ada").records == {LIVES.record_id: replace(LIVES, status=Status.DECAYED)}
    assert store.ledgers.of("bob") == Ledger()


async def test_an_undone_event_counts_for_nothing_until_the_undoing_is_undone(store: Store) -> None:
    await store.add("ada", [session("s1", user("I live in Berlin"))])
    _, faded = store.ledgers.post("ada", [WRITTEN, FADED], posted_at=MAY)

    undoing = Draft(EventKind.UNDO, "owner", (), undoes=faded.event_id)
    (undone,) = store.ledgers.post("ada", [undoing], posted_at=MAY)
    assert store.ledgers.of("ada").records == {LIVES.record_id: LIVES}

    again = Draft(EventKind.UNDO, "owner", (), undoes=undone.event_id)
    store.ledgers.post("ada", [again], posted_at=MAY)
    assert store.ledgers.of("ada").records[LIVES.record_id].status is Status.DECAYED


async def test_what_was_decided_on_an_older_ledger_is_not_posted(store: Store) -> None:
    await store.add("ada", [session("s1", user("I live in Berlin"))])
    (round_,) = store.all_rounds("ada")
    head = store.ledgers.head("ada")
    store.ledgers.post("ada", [WRITTEN], posted_at=MAY, after=head)

    with pytest.raises(LedgerMoved):
        store.ledgers.post("ada", [FADED], posted_at=MAY, rounds_read=[round_.round_id], after=head)

    assert len(store.ledgers.events("ada")) == 1
    assert store.ledgers.of("ada").records == {LIVES.record_id: LIVES}


async def test_records_and_recollections_follow_a_round_whose_reply_comes_later(store: Store) -> None:
    await store.add("ada", [session("s1", user("I live in Berlin"))])
    (half,) = store.all_rounds("ada")
    there = replace(HOME, round_id=half.round_id)
    lives = replace(LIVES, support=(there,))
    store.ledgers.post(
        "ada",
        [Draft(EventKind.WRITE, half.round_id, (Write(MAY, lives),))],
        posted_at=MAY,
        rounds_read=[half.round_id],
    )
    recalling = [user("Where do I live?"), reply("In Berlin.", sources=(half.round_id,))]
    told = await store.append("ada", "chat", recalling, said_at=MAY)
    store.ledgers.post("ada", [], posted_at=MAY, rounds_read=[told.round_id])
    assert store.ledgers.of("ada").records[lives.record_id].round_ids == (half.round_id,)

    await store.add("ada", [session("s1", user("I live in Berlin"), reply("A fine town."))])

    (whole,) = store.session_rounds("ada", "s1")
    assert whole.round_id != half.round_id
    assert store.ledgers.of("ada").records[lives.record_id].round_ids == (whole.round_id,)
    (chat,) = store.session_rounds("ada", "chat")
    assert chat.assistant is not None
    assert chat.assistant.sources == (whole.round_id,)


async def test_what_another_process_posts_counts_at_once(open_store: OpenStore) -> None:
    mine, theirs = open_store(), open_store()
    await mine.add("ada", [session("s1", user("I live in Berlin"))])
    mine.ledgers.post("ada", [WRITTEN], posted_at=MAY)
    before = mine.ledgers.of("ada")

    theirs.ledgers.post("ada", [FADED], posted_at=MAY)

    assert before.records[LIVES.record_id].status is Status.ACTIVE
    assert mine.ledgers.of("ada").records[LIVES.record_id].status is Status.DECAYED
    assert mine.ledgers.of("ada") is mine.ledgers.of("ada")


async def test_what_is_posted_on_top_of_another_process_keeps_both(open_store: OpenStore) -> None:
    mine, theirs = open_store(), open_store()
    await mine.add("ada", [session("s1", user("I live in Berlin"))])
    mine.ledgers.of("ada")
    theirs.ledgers.post("ada", [WRITTEN], posted_at=MAY)

    mine.ledgers.post("ada", [FADED], posted_at=MAY)

    assert mine.ledgers.of("ada") == theirs.ledgers.of("ada") == fold(mine.ledgers.events("ada"))
    assert mine.ledgers.of("ada").records[LIVES.record_id].status is Status.DECAYED


async def test_what_another_process_forgets_is_gone_from_a_ledger_that_was_read_before(
    open_store: OpenStore,
) -> None:
    mine, theirs = open_store(), open_store()
    await theirs.add("ada", [session("s1", user("I live in Berlin")), session("s2", user("Good morning"))])
    support = replace(HOME, round_id=theirs.session_rounds("ada", "s1")[0].round_id)
    written = Draft(EventKind.WRITE, "import", (Write(MAY, replace(LIVES, support=(support,))),))
    theirs.ledgers.post("ada", [written, Draft(EventKind.WRITE, "import", ())], posted_at=MAY)
    assert mine.ledgers.of("ada").records

    await theirs.forget("ada", BySession("s1"))

    assert not mine.ledgers.of("ada").records
