import pytest

from daybook.conversation import Reading
from tests.answer.by_record.everyday_questions import HELD_OUT, TUNED, Wording
from tests.answer.by_record.households import find, jonas, marta

HELD_OUT_RIGHT = 47
"""Of the held-out questions; a change that answers fewer has broken something."""


def is_right(asked: Wording, reading: Reading | None) -> bool:
    if reading is None or not asked.says:
        return reading is None and not asked.says
    return (
        reading.not_known == asked.not_known
        and all(words in reading.text for words in asked.says)
        and not any(words in reading.text for words in asked.never)
    )


@pytest.mark.parametrize("asked", TUNED, ids=lambda asked: asked.question)
def test_an_everyday_question_reaches_the_record_that_answers_it(asked: Wording) -> None:
    reading = find(asked.question, marta())

    assert is_right(asked, reading), reading and reading.text


def test_questions_that_no_rule_was_written_with_are_answered_as_well() -> None:
    known = jonas()
    right = [asked for asked in HELD_OUT if is_right(asked, find(asked.question, known))]

    assert len(right) >= HELD_OUT_RIGHT


def test_of_held_out_questions_that_the_ledger_does_not_hold_none_is_answered() -> None:
    known = jonas()

    assert [asked.question for asked in HELD_OUT if not asked.says and find(asked.question, known)] == []
