"""Rounds that wait for a chat model, or for their owner's consent."""

import pytest

from daybook.conversation import Draft, EventKind, Turn
from daybook.conversation.errors import LedgerMoved
from daybook.store import ByPhrase, BySession, Store
from daybook.store.fact_queue import QueueCounts
from tests.store.conftest import OpenStore
from tests.store.conversations import MAY, reply, session, user

pytestmark = pytest.mark.both_databases


async def queued(store: Store, *texts: str, owner: str = "ada") -> list[str]:
    """The ids of rounds of a chat that a model is to read."""
    return [
        (await store.append(owner, "chat", (user(text),), said_at=MAY, for_model=True)).round_id
        for text in texts
    ]


def waiting(store: Store, owner: str = "ada") -> list[str]:
    return [said(entry.round.user) for entry in store.model_queue.first(owner, 99)]


def said(turn: Turn | None) -> str:
    return turn.content if turn else ""


async def test_rounds_wait_until_what_was_found_in_them_is_posted(open_store: OpenStore) -> None:
    store = open_store()
    await store.append("ada", "chat", (user("One."),), said_at=MAY)
    two, _ = await queued(store, "Two.", "Three.")
    await queued(store, "Bob's.", owner="bob")
    assert waiting(store) == ["Two.", "Three."]
    store.close()
    store = open_store()

    store.ledgers.post("ada", [], posted_at=MAY, rounds_read=[two], by_model=True)

    assert waiting(store) == ["Three."]
    assert waiting(store, "bob") == ["Bob's."]
    assert store.model_queue.counts("ada") == QueueCounts(1, 0)
    assert store.model_queue.counts() == QueueCounts(2, 0)


async def test_what_another_process_has_read_is_not_posted_again(open_store: OpenStore) -> None:
    store = open_store()
    names = await queued(store, "One.", "Two.")
    store.ledgers.post("ada", [], posted_at=MAY, rounds_read=names[:1], by_model=True)
    draft = Draft(EventKind.RELATE, names[0], ())

    with pytest.raises(LedgerMoved):
        store.ledgers.post("ada", [draft], posted_at=MAY, rounds_read=names, by_model=True)

    assert store.ledgers.events("ada") == []
    assert waiting(store) == ["Two."]


async def test_what_failed_goes_behind_the_rest_and_is_given_up_in_the_end(open_store: OpenStore) -> None:
    store = open_store()
    first, _ = await queued(store, "One.", "Two.")
    queue = store.model_queue

    queue.note_failures("ada", [first], give_up_at=2)
    assert [said(entry.round.user) for entry in queue.first("ada", 1)] == ["Two."]
    assert [entry.failures for entry in queue.first("ada", 9)] == [1, 0]
    queue.note_failures("ada", [first], give_up_at=None)
    assert waiting(store) == ["One.", "Two."]
    queue.note_failures("ada", [first], give_up_at=2)

    assert waiting(store) == ["Two."]
    assert queue.counts("ada") == QueueCounts(1, 1)
    (finding,) = (finding for finding in store.check() if finding.name == "facts by model")
    assert finding.ok
    assert finding.detail.startswith(
        "1 rounds wait for the chat model: read after the next reply; 1 given up"
    )
    queue.want_all("ada")
    assert waiting(store) == ["One.", "Two."]


async def test_all_rounds_that_no_model_has_read_can_be_put_into_it(store: Store) -> None:
    await store.add("ada", [session("a", user("One."), reply("I see."), user("Two."))])
    (read,) = await queued(store, "Three.")
    store.ledgers.post("ada", [], posted_at=MAY, rounds_read=[read], by_model=True)

    assert [said(entry.user) for entry in store.model_queue.unread("ada")] == ["One.", "Two."]
    store.model_queue.want_all("ada")

    assert waiting(store) == ["One.", "Two."]


async def test_a_round_whose_reply_comes_late_keeps_its_place(store: Store) -> None:
    await store.add("ada", [session("a", user("One."), reply("I see."), user("Two."))])
    store.model_queue.want_all("ada")
    first, second = (entry.round.round_id for entry in store.model_queue.first("ada", 9))
    store.ledgers.post("ada", [], posted_at=MAY, rounds_read=[first], by_model=True)
    store.model_queue.note_failures("ada", [second], give_up_at=None)

    await store.add("ada", [session("a", user("One."), reply("I see."), user("Two."), reply("So late."))])

    (one,) = store.model_queue.first("ada", 9)
    assert one.round.round_id != second
    assert (said(one.round.assistant), one.failures) == ("So late.", 1)


async def test_forgetting_takes_rounds_out_and_leaves_what_is_left_of_others_in(
    open_store: OpenStore,
) -> None:
    store = open_store()
    await queued(store, "I keep bees. My locker is number nine.")
    await store.add("ada", [session("b", user("Gone."))])
    store.model_queue.want_all("ada")

    await store.forget("ada", ByPhrase("locker"))
    await store.forget("ada", BySession("b"))

    (text,) = waiting(store)
    assert "bees" in text
    assert "locker" not in text


async def told(store: Store) -> list[str]:
    """Have two rounds posted of which slots were held back."""
    await store.add(
        "ada", [session("s1", user("I take insulin")), session("s2", user("I live at 5 Elm Road"))]
    )
    names = [round_.round_id for round_ in store.all_rounds("ada")]
    held = {names[0]: {"health.treatment"}, names[1]: {"identity.address", "health.condition"}}
    store.model_queue.want_all("ada")
    store.ledgers.post("ada", [], posted_at=MAY, rounds_read=names, by_model=True, held_back=held)
    return names


async def test_slots_are_counted_by_the_rounds_that_wait(store: Store) -> None:
    await told(store)

    assert store.held_back.slots("ada") == {
        "health.treatment": 1,
        "health.condition": 1,
        "identity.address": 1,
    }
    assert store.held_back.slots("bob") == {}


async def test_rounds_of_what_may_be_written_now_are_read_again(store: Store) -> None:
    first, _ = await told(store)

    released = store.held_back.settle(
        "ada", permits=lambda slot: slot == "health.treatment", asks=lambda slot: slot.startswith("identity")
    )

    assert released == 1
    assert [entry.round.round_id for entry in store.model_queue.first("ada", 9)] == [first]
    assert store.held_back.slots("ada") == {"identity.address": 1}


async def test_what_is_not_asked_for_any_more_is_let_go_of(store: Store) -> None:
    await told(store)

    released = store.held_back.settle("ada", permits=lambda _: False, asks=lambda _: False)

    assert released == 0
    assert store.model_queue.first("ada", 9) == []
    assert store.held_back.slots("ada") == {}
