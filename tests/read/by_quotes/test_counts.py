from __future__ import annotations

from datetime import UTC, datetime, timedelta

from daybook.conversation import Excerpt, QuestionKind, TimeRange
from daybook.read import read_by_quotes
from tests.read.histories import asked, excerpt

APPLE = excerpt("r1", "2023-05-02", "I planted an apple tree in the corner.")
PEAR = excerpt("r2", "2023-05-09", "I've just planted a pear tree beside the gate.")
HOW_MANY = "How many trees have I planted?"


def _leads(question: str, *told: Excerpt) -> str:
    return read_by_quotes(*asked(question, QuestionKind.MULTI_SESSION), told).text.partition("\n")[0]


def test_what_was_done_is_counted_and_shown_in_the_order_of_time_with_the_doubt_named() -> None:
    reading = read_by_quotes(*asked(HOW_MANY, QuestionKind.MULTI_SESSION), [PEAR, APPLE])

    assert reading.text == (
        "I count 2, if each of these is another one and none is missing. Going by:\n"
        "- 2 May 2023, you: \u201cI planted an apple tree in the corner.\u201d\n"
        "- 9 May 2023, you: \u201cI've just planted a pear tree beside the gate.\u201d"
    )


def test_what_is_told_again_in_another_session_counts_once() -> None:
    again = excerpt("r3", "2023-05-20", "As I said, I planted a tree by the gate, a pear.")

    assert _leads(HOW_MANY, APPLE, PEAR, again).startswith("I count 2,")


def test_plans_and_questions_are_not_counted() -> None:
    for other in ("I will plant a plum tree.", "Should I say that I planted a tree?"):
        assert _leads(HOW_MANY, APPLE, PEAR, excerpt("r3", "2023-05-20", other)).startswith("I count 2,")


def test_a_number_that_was_told_is_not_counted_anew() -> None:
    told = excerpt("r3", "2023-05-20", "I have planted nine trees by now.")

    assert "I count" not in _leads(HOW_MANY, APPLE, PEAR, told)


def test_the_latest_number_that_was_told_leads_where_it_may_have_changed() -> None:
    two = excerpt("r3", "2023-05-10", "I have planted two trees by now.", score=2.0)
    nine = excerpt("r4", "2023-05-20", "I have planted nine trees by now.")

    reading = read_by_quotes(
        *asked(HOW_MANY, QuestionKind.MULTI_SESSION, QuestionKind.UPDATE), [APPLE, two, nine]
    )

    assert reading.text.startswith("You said on 20 May 2023: \u201cI have planted nine trees by now.\u201d")
    assert "may be out of date:\n- 10 May 2023, you: \u201cI have planted two trees" in reading.text


def test_a_question_never_leads_as_the_latest_word() -> None:
    kept = excerpt("r1", "2023-05-02", "I keep my old kayak in the shed.", score=2.0)
    asks = excerpt("r2", "2023-05-20", "By the way, should I keep my old kayak dry?")

    leads = read_by_quotes(*asked("Where do I keep my old kayak?", QuestionKind.UPDATE), [kept, asks]).text

    assert leads.startswith("You said on 2 May 2023: \u201cI keep my old kayak in the shed.\u201d")


def test_what_dates_itself_elsewhere_is_not_counted() -> None:
    began = datetime(2023, 5, 1, tzinfo=UTC)
    question, plan = asked(HOW_MANY, QuestionKind.MULTI_SESSION)
    within = TimeRange(began, began + timedelta(days=31))
    plan = type(plan)(plan.question, plan.phrasings, plan.kinds, within)
    early = excerpt("r3", "2023-05-20", "I planted a fig tree back in April, against the wall.")

    def date_of(sentence: str, said_at: datetime) -> TimeRange | None:
        return TimeRange(began - timedelta(days=30), began) if "April" in sentence else None

    assert read_by_quotes(question, plan, [APPLE, PEAR, early]).text.startswith("I count 3,")
    dated = read_by_quotes(question, plan, [APPLE, PEAR, early], date_of=date_of)
    assert dated.text.startswith("I count 2,")
