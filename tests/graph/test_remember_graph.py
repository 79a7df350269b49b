"""From rounds to the ledger by a model: in order, all or nothing, once."""

from typing import Any

import pytest

from daybook import Daybook
from daybook.conversation import Draft, EventKind, Role, Status, Turn
from daybook.conversation.errors import LedgerMoved
from daybook.graph.remember import build_remember_graph
from daybook.ledger import Policy
from daybook.store.ledger_table import Ledgers
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, OpenDaybook, models_at, said


@pytest.fixture
def daybook(open_daybook: OpenDaybook, server: ScriptedServer) -> Daybook:
    return open_daybook(**models_at(server, chat_model="small"))


def found(quote: str, slot: str, value: str, **more: Any) -> dict[str, Any]:
    return {"round": 1, "quote": quote, "slot": slot, "value": value, **more}


BERLIN = found("I live in Berlin", "identity.residence", "Berlin")
MUNICH = found("I live in Munich", "identity.residence", "Munich")
DOG = found("I have a dog", "possession.pet", "dog")


def living(daybook: Daybook, owner: str = "eve") -> list[str]:
    return [record.value for record in daybook.parts.store.ledgers.of(owner).with_status(Status.ACTIVE)]


def queue(daybook: Daybook, *texts: str) -> None:
    """Keep rounds that wait for the model, each of a session of its own."""
    daybook.add([said(f"s{day}", day, text) for day, text in enumerate(texts)], owner="eve")
    daybook.parts.store.model_queue.want_all("eve")


def test_rounds_are_decided_in_the_order_in_which_they_were_said(
    daybook: Daybook, server: ScriptedServer
) -> None:
    queue(daybook, "I live in Berlin.", "I live in Munich.")
    server.reply({"facts": [MUNICH]}, when="I live in Munich.")
    server.reply({"facts": [BERLIN]}, when="I live in Berlin.")

    decision = daybook.remember(owner="eve")

    assert [draft.kind for draft in decision.drafts] == [EventKind.WRITE, EventKind.SUPERSEDE]
    assert living(daybook) == ["Munich"]
    assert daybook.remember(owner="eve").drafts == ()


@pytest.mark.parametrize(
    "step",
    ["graph.write_facts.with_edges", "graph.remember_nodes.decide", "store.fact_queue.change_in"],
)
def test_a_failure_at_any_step_leaves_nothing_and_the_next_need_does_it_all(
    daybook: Daybook, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    queue(daybook, "I live in Berlin.")
    for _ in range(2):
        server.reply({"facts": [BERLIN]}, when="I live in Berlin.")

    def fail(*_: object) -> None:
        raise OSError("the power went")

    with monkeypatch.context() as broken:
        broken.setattr(f"daybook.{step}", fail)
        with pytest.raises(OSError, match="the power went"):
            daybook.remember(owner="eve")

    assert daybook.parts.store.ledgers.events("eve") == []
    assert len(daybook.remember(owner="eve").drafts) == 1


def test_what_others_post_in_between_has_the_batch_decided_again_without_another_call(
    daybook: Daybook, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue(daybook, "I live in Berlin.")
    server.reply({"facts": [BERLIN]}, when="I live in Berlin.")
    post, calls = Ledgers.post, []

    def late(ledgers: Ledgers, owner: str, drafts: list[Draft], **more: object) -> object:
        calls.append(more["after"])
        if len(calls) == 1:
            post(ledgers, owner, [Draft(EventKind.RELATE, "owner", ())], posted_at=ASKED)
        return post(ledgers, owner, drafts, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Ledgers, "post", late)
    daybook.remember(owner="eve")

    kinds = [event.draft.kind for event in daybook.parts.store.ledgers.events("eve")]
    assert (len(calls), kinds) == (2, [EventKind.RELATE, EventKind.WRITE])


def test_a_ledger_that_never_stands_still_is_given_up_on(
    daybook: Daybook, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue(daybook, "I live in Berlin.")
    server.reply({"facts": [BERLIN]}, when="I live in Berlin.")

    def moved(*_: object, **__: object) -> None:
        raise LedgerMoved("always")

    monkeypatch.setattr(Ledgers, "post", moved)

    with pytest.raises(LedgerMoved):
        daybook.remember(owner="eve")


def test_the_policy_of_the_owner_is_kept_to(daybook: Daybook, server: ScriptedServer) -> None:
    queue(daybook, "I live in Berlin. I have a dog.")
    server.reply({"facts": [BERLIN, DOG]})
    daybook.parts.store.ledgers.keep_policy("eve", Policy().with_denied("possession").to_json())

    daybook.remember(owner="eve")

    assert living(daybook) == ["Berlin"]


def test_repeating_what_memory_just_said_is_no_repetition(daybook: Daybook, server: ScriptedServer) -> None:
    queue(daybook, "I live in Berlin.")
    server.reply({"facts": [BERLIN]})
    daybook.remember(owner="eve")
    (told,) = daybook.all_rounds(owner="eve")
    recalled = Turn(Role.ASSISTANT, "You live in Berlin.", sources=(told.round_id,))
    for turns in (
        (Turn(Role.USER, "Where is that?", sources=()), recalled),
        (Turn(Role.USER, "I live in Berlin."),),
    ):
        daybook.append_without_facts(turns, owner="eve", session_id="chat", said_at=ASKED)
    server.reply({"facts": [BERLIN]})
    daybook.remember(owner="eve")

    (record,) = daybook.parts.store.ledgers.of("eve").records.values()
    assert record.round_ids == (told.round_id,)


def test_without_a_model_nothing_is_read_and_nothing_is_lost(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook()
    daybook.add([said("s", 0, "I live in Berlin.")], owner="eve")

    assert build_remember_graph(daybook.parts, owner="eve").invoke({})["posted"] == 0
    assert daybook.unread_by_model(owner="eve") == 1
