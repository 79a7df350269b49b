"""Answers from the diary: the right entries, their dates, and silence where the diary has nothing."""

from datetime import UTC, datetime

import pytest
from daybook.conversation.diary_entries import entries_after
from daybook.ledger.enter_diary import diary_drafts

from daybook.conversation import Ledger, Question, Reading, RetrievalPlan, Role, Round, Turn
from daybook.ledger import Policy
from daybook.text.english import ENGLISH
from daybook.text.english.reading import read_by_diary

ASKED = datetime(2024, 6, 20, 9, tzinfo=UTC)
SAID = {
    "2024-05-06": "I met Orla for lunch yesterday.",
    "2024-05-13": "We saw a concert at the harbour last Saturday.",
    "2024-05-20": "I saw Orla at the market yesterday. I'm flying to Oslo on June 28th.",
    "2024-06-03": "I went to a concert with Emer last Friday. My piano exam is on June 10th.",
}


def a_round(day: str, text: str) -> Round:
    moment = datetime.fromisoformat(f"{day}T09:00:00+00:00")
    return Round(f"r-{day}", "me", day, 0, 0, moment, Turn(Role.USER, text, moment), None)


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    rounds = [a_round(day, text) for day, text in SAID.items()]
    drafts = diary_drafts(rounds, {}, owner="me", policy=Policy(), imported_at=ASKED, language=ENGLISH)
    return Ledger(entries=entries_after({}, (change for draft in drafts for change in draft.diary)))


def asked(question: str, ledger: Ledger) -> Reading | None:
    return read_by_diary(Question(question, "me", ASKED), RetrievalPlan(question, (question,)), ledger)


def test_the_last_time_is_dated_by_the_event_and_not_by_the_message(ledger: Ledger) -> None:
    reading = asked("When did I last see Orla?", ledger)

    assert reading is not None
    assert "On 19 May 2024" in reading.text
    assert [item.quote for item in reading.evidence] == ["I saw Orla at the market yesterday."]


def test_what_was_done_in_a_month_is_listed_in_order(ledger: Ledger) -> None:
    reading = asked("What did I do in May?", ledger)

    assert reading is not None
    assert [f"{item.said_at:%m-%d}" for item in reading.evidence] == ["05-06", "05-13", "05-20", "06-03"]


def test_a_count_enumerates_what_it_counts(ledger: Ledger) -> None:
    reading = asked("How many concerts have I been to since April?", ledger)

    assert reading is not None
    assert reading.text.startswith("2 in the diary:")
    assert len(reading.evidence) == 2


def test_plans_are_those_still_to_come(ledger: Ledger) -> None:
    reading = asked("What do I have planned?", ledger)

    assert reading is not None
    assert "Oslo" in reading.text
    assert "piano" not in reading.text


def test_a_plan_that_nobody_confirmed_says_so(ledger: Ledger) -> None:
    reading = asked("When was my piano exam?", ledger)

    assert reading is not None
    assert reading.text.startswith("On 10 June 2024 (planned, not confirmed).")


@pytest.mark.parametrize(
    "question",
    [
        "When did I last see Bram?",
        "What did I do in January?",
        "How many museums have I been to since April?",
        "When did I buy the market stall?",
        "Where do I live?",
    ],
)
def test_nothing_is_said_where_no_entry_holds_all_that_is_named(question: str, ledger: Ledger) -> None:
    assert asked(question, ledger) is None
