"""From rounds to the ledger: in order, all or nothing, once."""

import asyncio
from collections.abc import Iterator

import pytest

from daybook import Daybook
from daybook.conversation import (
    Draft,
    EventKind,
    Fact,
    Polarity,
    Role,
    Round,
    Session,
    Status,
    Support,
    Turn,
    apply_drafts,
)
from daybook.conversation.errors import BadInput, LedgerMoved
from daybook.graph.parts import Parts
from daybook.graph.remember import RememberGraph, build_remember_graph
from daybook.graph.remember_nodes import BATCH
from daybook.ledger import Policy
from daybook.store.ledger_table import Ledgers
from tests.small_memory import ASKED, OpenDaybook, said

HOME, PET = "identity.residence", "possession.pet"


def facts_of(round_: Round) -> Iterator[Fact]:
    """Read "slot=value" as a fact, so that these tests need no English."""
    text = round_.user.content if round_.user else ""
    slot, equals, value = text.partition("=")
    if equals:
        support = Support(round_.round_id, round_.session_id, 0, len(text), text, round_.said_at)
        yield Fact(slot, value, Polarity.POSITIVE, f"{slot} is {value}", support, 0.9)


@pytest.fixture
def parts(open_daybook: OpenDaybook) -> Parts:
    return open_daybook(ledger=False).parts


@pytest.fixture
def graph(parts: Parts) -> RememberGraph:
    return build_remember_graph(parts, owner="eve", extract=facts_of)


def living(parts: Parts, owner: str = "eve") -> list[str]:
    return [record.value for record in parts.store.ledgers.of(owner).with_status(Status.ACTIVE)]


async def test_rounds_are_read_in_the_order_in_which_they_were_said(
    parts: Parts, graph: RememberGraph
) -> None:
    await parts.store.add("eve", [said("late", 9, f"{HOME}=Munich"), said("early", 0, f"{HOME}=Berlin")])

    done = await graph.ainvoke({})

    events = parts.store.ledgers.events("eve")
    assert [event.draft.kind for event in events] == [EventKind.WRITE, EventKind.SUPERSEDE]
    assert (done["posted"], done["refused"], living(parts)) == (2, [], ["Munich"])
    assert parts.store.ledgers.unposted("eve") == []
    assert (await graph.ainvoke({}))["posted"] == 0


async def test_more_rounds_than_one_batch_are_all_read(parts: Parts, graph: RememberGraph) -> None:
    texts = [text for number in range(BATCH + 5) for text in (f"hello {number}", "hi")]
    await parts.store.add("eve", [said("long", 0, *texts, f"{PET}=dog")])

    done = await graph.ainvoke({})

    assert (done["posted"], living(parts)) == (1, ["dog"])
    assert parts.store.ledgers.unposted("eve") == []


async def test_a_dry_run_writes_nothing_and_says_what_it_would(parts: Parts, graph: RememberGraph) -> None:
    await parts.store.add("eve", [said("s", 0, f"{HOME}=Berlin")])

    tried = await graph.ainvoke({"dry": True}, output_keys=graph.stream_channels_list)

    assert parts.store.ledgers.events("eve") == []
    assert len(parts.store.ledgers.unposted("eve")) == 1
    (record,) = apply_drafts(tried["ledger"], tried["done"]).records.values()
    assert record.value == "Berlin"


@pytest.mark.parametrize(
    "step",
    [
        *(
            f"graph.remember_nodes.{name}"
            for name in ("texts_to_relate", "relate", "decide", "allowed_facts")
        ),
        "store.fact_queue.change_in",  # events are in, the marks are not
    ],
)
async def test_a_failure_at_any_step_leaves_nothing_and_the_next_need_does_it_all(
    parts: Parts, graph: RememberGraph, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    await parts.store.add("eve", [said("s", 0, f"{HOME}=Berlin"), said("t", 1, f"{PET}=dog")])

    def fail(*_: object) -> None:
        raise OSError("the power went")

    with monkeypatch.context() as broken:
        broken.setattr(f"daybook.{step}", fail)
        with pytest.raises(OSError, match="the power went"):
            await graph.ainvoke({})

    assert parts.store.ledgers.events("eve") == []
    assert len(parts.store.ledgers.unposted("eve")) == 2
    assert (await graph.ainvoke({}))["posted"] == 2


async def test_two_tasks_at_once_post_once(parts: Parts, graph: RememberGraph) -> None:
    await parts.store.add("eve", [said(f"s{day}", day, f"{PET}=pet {day}") for day in range(9)])

    await asyncio.gather(*(graph.ainvoke({}) for _ in range(4)))

    records = parts.store.ledgers.of("eve").records.values()
    assert len(parts.store.ledgers.events("eve")) == len(records) == 9
    assert {len(record.support) for record in records} == {1}


async def test_what_others_post_in_between_has_the_batch_decided_again(
    parts: Parts, graph: RememberGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    await parts.store.add("eve", [said("s", 0, f"{HOME}=Berlin")])
    post, calls = Ledgers.post, []

    def late(ledgers: Ledgers, owner: str, drafts: list[Draft], **more: object) -> object:
        calls.append(more["after"])
        if len(calls) == 1:
            post(ledgers, owner, [Draft(EventKind.RELATE, "owner", ())], posted_at=ASKED)
        return post(ledgers, owner, drafts, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Ledgers, "post", late)
    await graph.ainvoke({})

    assert len(calls) == 2
    assert [event.draft.kind for event in parts.store.ledgers.events("eve")] == [
        EventKind.RELATE,
        EventKind.WRITE,
    ]


async def test_a_ledger_that_never_stands_still_is_given_up_on(
    parts: Parts, graph: RememberGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    await parts.store.add("eve", [said("s", 0, f"{HOME}=Berlin")])

    def moved(*_: object, **__: object) -> None:
        raise LedgerMoved("always")

    monkeypatch.setattr(Ledgers, "post", moved)

    with pytest.raises(LedgerMoved):
        await graph.ainvoke({})


async def test_the_policy_of_the_owner_is_kept_to(parts: Parts, graph: RememberGraph) -> None:
    await parts.store.add("eve", [said("s", 0, f"{HOME}=Berlin"), said("t", 1, f"{PET}=dog")])
    parts.store.ledgers.keep_policy("eve", Policy().with_denied("possession").to_json())

    await graph.ainvoke({})

    assert living(parts) == ["Berlin"]
    assert parts.store.ledgers.unposted("eve") == []


async def test_repeating_what_memory_just_said_is_no_repetition(parts: Parts, graph: RememberGraph) -> None:
    await parts.store.add("eve", [said("s", 0, f"{HOME}=Berlin")])
    (told,) = parts.store.all_rounds("eve")
    recalled = Turn(Role.ASSISTANT, "You live in Berlin.", sources=(told.round_id,))
    for number in range(2):
        asked = (Turn(Role.USER, "Where do I live?"), recalled)
        again = (Turn(Role.USER, f"{HOME}=Berlin"), Turn(Role.ASSISTANT, "Noted.", sources=()))
        for turns in (asked, again):
            await parts.store.append("eve", f"chat{number}", turns, said_at=ASKED)

    await graph.ainvoke({})

    (record,) = parts.store.ledgers.of("eve").records.values()
    assert (record.round_ids, record.confidence) == ((told.round_id,), 0.9)


async def test_half_a_character_hinders_nothing(parts: Parts, graph: RememberGraph) -> None:
    await parts.store.add("eve", [said("s\ud83d", 0, f"{PET}=dog \ud83d")])

    await graph.ainvoke({})

    assert living(parts) == ["dog \ufffd"]


async def test_owners_are_walls(parts: Parts) -> None:
    for owner in ("eve", "bob"):
        await parts.store.add(owner, [said("s", 0, f"{PET}={owner}'s dog")])

    await build_remember_graph(parts, extract=facts_of).ainvoke({"owner": "bob"})

    assert (living(parts, "eve"), living(parts, "bob")) == ([], ["bob's dog"])


async def test_an_owner_is_needed(parts: Parts) -> None:
    with pytest.raises(BadInput, match="an owner is needed"):
        await build_remember_graph(parts).ainvoke({})


def test_it_works_without_an_event_loop_too(parts: Parts, graph: RememberGraph) -> None:
    assert graph.invoke({})["posted"] == 0


def test_a_statement_in_chat_is_in_the_ledger_at_once(daybook: Daybook) -> None:
    told = daybook.chat("I live in Berlin.", owner="eve", asked_at=ASKED)

    (record,) = daybook.parts.store.ledgers.of("eve").records.values()
    assert told.remembered is not None
    assert (record.slot, record.value, record.round_ids) == (HOME, "Berlin", (told.remembered.round_id,))


def test_what_was_kept_while_the_ledger_was_off_is_posted_at_the_next_need(open_daybook: OpenDaybook) -> None:
    home = Session("s", ASKED, (Turn(Role.USER, "I live in Berlin."),))
    with open_daybook(ledger=False) as off:
        off.add([home], owner="eve")
        assert off.parts.store.ledgers.events("eve") == []

    with open_daybook() as on:
        assert len(on.remember(owner="eve", dry=True).drafts) == 1
        on.add([], owner="eve")
        assert [record.value for record in on.parts.store.ledgers.of("eve").records.values()] == ["Berlin"]


@pytest.mark.parametrize("places", [1, 20])
async def test_saying_one_thing_again_and_again_in_a_session_costs_the_same_each_time(
    parts: Parts, places: int
) -> None:
    def facts_behind_dots(round_: Round) -> Iterator[Fact]:
        text = round_.user.content if round_.user else ""
        start = text.count(".")
        quote = text[start:]
        support = Support(round_.round_id, round_.session_id, start, len(text), quote, round_.said_at)
        yield Fact(PET, "parrot", Polarity.POSITIVE, quote, support, 0.9)

    async def written(times: int) -> int:
        owner = f"owner-{times}"
        texts = [f"{'.' * (number % places)}I have a parrot" for number in range(times)]
        await parts.store.add(owner, [Session("s", ASKED, tuple(Turn(Role.USER, text) for text in texts))])
        await build_remember_graph(parts, owner=owner, extract=facts_behind_dots).ainvoke({})
        return sum(len(repr(event.draft)) for event in parts.store.ledgers.events(owner))

    assert await written(160) < 2.2 * await written(80)
