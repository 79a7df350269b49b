from collections import Counter
from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from daybook.conversation import Answer
from daybook.conversation.question import RetrievalPlan
from daybook.interfaces.demo.demonstration import bundled_history
from daybook_eval.demo_questions import EverydayQuestion, read_everyday_questions
from daybook_eval.demo_questions.measure import Verdict, ask_everyday_questions, verdict_of

ASKED_AT = datetime(2025, 6, 29, tzinfo=UTC)


def asks(*expected: tuple[str, ...]) -> EverydayQuestion:
    return EverydayQuestion(
        question="Who?", asked_at=ASKED_AT, kind="everyday", expected=expected, not_known=not expected
    )


def answers(text: str, *, not_known: bool = False) -> Answer:
    return Answer(text, not_known, (), (), RetrievalPlan("Who?", ("Who?",)))


def test_there_are_forty_questions_of_which_memory_cannot_answer_eight() -> None:
    questions = read_everyday_questions()

    assert len({question.question for question in questions}) == len(questions) == 40
    assert sum(one.not_known for one in questions) == 8
    assert sum(bool(one.dialogue) for one in questions) >= 4
    assert min(Counter(one.kind for one in questions).values()) >= 1


def test_they_are_asked_when_the_history_is_over() -> None:
    over = max(session.started_at for session in bundled_history())

    assert all(question.asked_at > over for question in read_everyday_questions())


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        (asks(("Ben",)), answers("It was Ben."), Verdict.RIGHT),
        (asks(("Ben", "Benjamin")), answers("Benjamin"), Verdict.RIGHT),
        (asks(("Ben",)), answers("It was Ada."), Verdict.WRONG),
        (asks(("Ben",)), answers("It was Ada.\n\nAlso:\n- Ben"), Verdict.BURIED),
        (asks(("Ben",), ("Ada",)), answers("It was Ada.\n\nAlso:\n- Ben"), Verdict.RIGHT),
        (asks(("Ben",), ("Ada",)), answers("It was Ada."), Verdict.WRONG),
        (asks(("Ben",)), answers("I do not know.", not_known=True), Verdict.MISSED),
        (asks(), answers("I do not know.", not_known=True), Verdict.RIGHT),
        (asks(), answers("It was Ada."), Verdict.INVENTED),
    ],
)
def test_an_answer_is_judged_by_what_it_holds_and_where(
    question: EverydayQuestion, answer: Answer, verdict: Verdict
) -> None:
    assert verdict_of(question, answer) is verdict


def test_a_question_that_neither_has_an_answer_nor_is_unknown_is_refused() -> None:
    with pytest.raises(ValidationError, match="or is not known"):
        EverydayQuestion(question="Who?", asked_at=ASKED_AT, kind="everyday", expected=(), not_known=False)


@pytest.mark.slow
def test_the_history_is_asked_for_real() -> None:
    by_text = {question.question: question for question in read_everyday_questions()}
    chosen = [by_text["What's my sister's name?"], by_text["What is my surname?"]]

    assert [answered.verdict for answered in ask_everyday_questions(chosen)] == [Verdict.RIGHT, Verdict.RIGHT]
