"""Records by an agent's own model and by a hand: kept, refused, waiting, undone."""

import pytest

from daybook import Daybook
from daybook.conversation import Record, Status
from daybook.conversation.errors import BadInput
from daybook.store import ByRecord
from daybook_prompts.replies import FactFound
from tests.small_memory import ASKED, OpenDaybook


def given(quote: str, attribute: str, value: str, **more: str) -> FactFound:
    return FactFound(quote=quote, attribute=attribute, value=value, **more)


def known(daybook: Daybook, *statuses: Status) -> list[Record]:
    return daybook.ledger.records(owner="ada", statuses=statuses or (Status.ACTIVE,))


def shown(records: list[Record]) -> list[tuple[str, str, str]]:
    return [(record.slot, record.subject, record.value) for record in records]


def test_an_agents_facts_are_kept_and_what_does_not_stand_in_the_words_is_refused(daybook: Daybook) -> None:
    kept = daybook.append(
        "I live in Berlin. My sister Maeve is a nurse.",
        owner="ada",
        facts=[
            given("I live in Berlin", "residence", "Berlin"),
            given("My sister Maeve is a nurse", "job", "nurse", subject="my sister Maeve"),
            given("I live in Rome", "residence", "Rome"),
        ],
    )

    assert shown(known(daybook)) == [
        ("identity.residence", "", "Berlin"),
        ("other.fact", "my sister Maeve", "nurse"),
    ]
    (refused,) = kept.refused
    assert refused.quote == "I live in Rome"
    assert "do not stand" in refused.reason
    assert len(kept.learned) == 2


def test_a_later_fact_of_the_same_takes_the_place_of_the_first(daybook: Daybook) -> None:
    for city in ("Berlin", "Munich"):
        text = f"I live in {city}."
        daybook.append(text, owner="ada", facts=[given(text, "residence", city)])

    assert shown(known(daybook)) == [("identity.residence", "", "Munich")]
    daybook.ledger.undo(owner="ada")
    assert shown(known(daybook)) == [("identity.residence", "", "Berlin")]


def test_a_constraint_that_is_refused_waits_for_the_owner(daybook: Daybook) -> None:
    daybook.append(
        "Shellfish brings me out in hives.",
        owner="ada",
        facts=[given("I am allergic to shellfish", "allergy", "shellfish")],
    )

    (question,) = daybook.ledger.waiting(owner="ada")
    assert question.record is not None
    assert question.record.support[0].quote == "Shellfish brings me out in hives."
    daybook.ledger.confirm(question.record.record_id, owner="ada")
    assert shown(known(daybook)) == [("constraint.allergy", "", "shellfish")]


def test_a_fact_by_hand_is_beyond_doubt_and_undone_with_what_was_typed(daybook: Daybook) -> None:
    daybook.append("I live in Berlin.", owner="ada", facts=[given("I live in Berlin", "residence", "Berlin")])

    daybook.ledger.add("I live in Bern", owner="ada", slot="identity.residence", value="Bern", at=ASKED)

    (home,) = known(daybook)
    assert (home.value, home.confidence, home.text) == ("Bern", 1.0, "I live in Bern")
    (typed,) = daybook.fetch(home.round_ids, owner="ada")
    assert typed.user is not None
    assert not typed.user.is_key
    daybook.ledger.undo(owner="ada")
    assert shown(known(daybook)) == [("identity.residence", "", "Berlin")]
    assert daybook.fetch(home.round_ids, owner="ada") == []


def test_a_fact_by_hand_is_forgotten_with_what_was_typed(daybook: Daybook) -> None:
    daybook.ledger.add("I keep bees", owner="ada", slot="possession.pet", value="bees")
    (bees,) = known(daybook)

    receipt = daybook.forget(ByRecord(bees.record_id), owner="ada")

    assert receipt.verified
    assert known(daybook, *Status) == []


@pytest.mark.parametrize(
    ("text", "slot", "match"),
    [
        (" ", "possession.pet", "a fact needs words"),
        ("my password is hunter2-Xy99", "possession.thing", "no passwords"),
        ("I keep bees", "possession.beast", "there is no slot"),
        ("I love opera", "preference.other", "your policy denies"),
    ],
)
def test_what_cannot_be_written_by_hand_says_why(daybook: Daybook, text: str, slot: str, match: str) -> None:
    daybook.append("Hello there.", owner="ada")
    policy = daybook.ledger.policy(owner="ada").with_denied("preference")
    daybook.ledger.set_policy(policy, owner="ada")

    with pytest.raises(BadInput, match=match):
        daybook.ledger.add(text, owner="ada", slot=slot)


def test_without_a_ledger_an_agents_facts_are_let_go_of(open_daybook: OpenDaybook) -> None:
    daybook = open_daybook(ledger=False)

    daybook.append("I keep bees.", owner="ada", facts=[given("I keep bees", "pet", "bees")])

    assert known(daybook, *Status) == []
