from __future__ import annotations

from pathlib import Path

import pytest

from daybook.errors import BadInput
from daybook_eval.judging.human import read_human_verdicts
from daybook_eval.judging.judge_cases import AnswerKind, judge_cases_of
from daybook_eval.judging.verdicts import Verdict, VerdictFile, on_these
from tests.eval.judging.records import record

YES = Verdict("q1", "small", True, reason="it says so")
NO = Verdict("q2", "small", False)


def test_what_was_appended_is_read_and_the_latest_of_a_place_holds(tmp_path: Path) -> None:
    file = VerdictFile(tmp_path / "verdicts.jsonl")
    assert file.read() == {}

    file.append([YES, NO])
    file.append([Verdict("q1", "small", None)])

    assert list(file.read().values()) == [Verdict("q1", "small", None), NO]


@pytest.mark.parametrize("torn", range(1, 12))
def test_a_torn_last_line_is_dropped_and_the_next_one_begins_anew(tmp_path: Path, torn: int) -> None:
    file = VerdictFile(tmp_path / "verdicts.jsonl")
    file.append([YES, NO])
    content = file.path.read_bytes()
    file.path.write_bytes(content[:-torn])

    assert list(file.read().values()) == [YES]
    file.append([NO])

    assert file.path.read_bytes() == content


def test_a_line_that_is_no_verdict_is_named(tmp_path: Path) -> None:
    file = VerdictFile(tmp_path / "verdicts.jsonl")
    file.path.write_text('{"question_id": "q1"}\n', "utf-8")

    with pytest.raises(BadInput, match="line 1"):
        file.read()


def test_a_verdict_on_another_answer_is_left_out() -> None:
    (case,) = judge_cases_of([record("q1")])
    same = Verdict("q1", "small", True, answer_sha256=case.answer_sha256)
    other = Verdict("q1", "large", True, answer_sha256="0" * 64)
    unsaid = Verdict("q1", "human:ada", True)
    stranger = Verdict("q9", "small", True)
    planted = Verdict("q1", "small", True, kind=AnswerKind.WRONG)

    verdicts = {one.key: one for one in (same, other, unsaid, stranger, planted)}

    assert on_these(verdicts, [case]) == [same, unsaid]


def test_people_are_one_more_judge(tmp_path: Path) -> None:
    file = tmp_path / "ada.jsonl"
    file.write_text(
        '{"question_id": "q1", "correct": true, "mood": "good"}\n\n{"question_id": "q2", "correct": null}\n',
        "utf-8",
    )

    assert read_human_verdicts(file) == [Verdict("q1", "human:ada", True), Verdict("q2", "human:ada", None)]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ('{"question_id": "q1", "correct": "yes"}', "line 1: correct"),
        ('{"question_id": "q1", "correct": true}\n{"question_id": "q1", "correct": true}', "comes twice"),
        ("no JSON", "line 1"),
    ],
)
def test_a_file_of_people_that_cannot_be_read_says_where(tmp_path: Path, lines: str, complaint: str) -> None:
    file = tmp_path / "ada.jsonl"
    file.write_text(lines, "utf-8")

    with pytest.raises(BadInput, match=complaint):
        read_human_verdicts(file)


def test_a_missing_file_of_people_is_the_users_mistake(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_human_verdicts(tmp_path / "nobody.jsonl")
