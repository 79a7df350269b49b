import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from daybook.conversation.errors import DaybookError
from daybook.settings.environment import read_settings
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.records import QuestionRecord
from daybook_eval.runs.execute_run import execute_run
from daybook_eval.runs.executor import (
    Group,
    ProcessExecutor,
    QuestionExecutor,
    SequentialExecutor,
    ThreadExecutor,
    WorkerDied,
    by_history,
)
from daybook_eval.runs.question_job import QuestionJob
from daybook_eval.runs.run_folder import records_of
from daybook_eval.systems.system import failed_record
from tests.eval.judging.records import run_header
from tests.eval.small_questions import write_questions

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Name:
    """A job that gives the ids of a group, joined: what came together shows."""

    deadly: str = ""
    """The question that kills the process which works on it."""

    def open(self) -> Callable[[Group], Iterator[str]]:
        return self._names

    def _names(self, group: Group) -> Iterator[str]:
        for case in group:
            if case.question_id == self.deadly:
                os.kill(os.getpid(), signal.SIGKILL)
            yield f"{case.question_id} of {len(group)}"


@pytest.fixture
def cases(tmp_path: Path) -> list[Case]:
    """Five questions: q0, q1, q2 and q4 share a history, q3 has one of its own."""
    one, two, three, four, five = read_cases(write_questions(tmp_path / "questions.json", count=5))
    return [*(replace(case, history="h") for case in (one, two, three)), four, replace(five, history="h")]


def test_questions_that_follow_one_another_and_share_a_history_are_handed_out_together(
    cases: list[Case],
) -> None:
    groups = [[case.question_id for case in group] for group in by_history(cases, most=2)]

    assert groups == [["q0", "q1"], ["q2"], ["q3"], ["q4"]]


@pytest.mark.parametrize("executor", [SequentialExecutor(), ThreadExecutor(2), ProcessExecutor(2)])
def test_every_executor_hands_out_groups_and_yields_each_question(
    executor: QuestionExecutor, cases: list[Case]
) -> None:
    named = sorted(executor.each(Name(), cases))

    assert named == ["q0 of 3", "q1 of 3", "q2 of 3", "q3 of 1", "q4 of 1"]


def test_a_worker_that_is_killed_names_the_questions_that_were_under_way(cases: list[Case]) -> None:
    with pytest.raises(WorkerDied, match="a worker process died") as died:
        list(ProcessExecutor(1).each(Name(deadly="q3"), cases))

    assert "q3" in [case.question_id for case in died.value.cases]


class Dying(QuestionExecutor):
    """Does the first question and dies over the second and third."""

    def each(self, job: object, cases: Iterator[Case]) -> Iterator[QuestionRecord]:  # type: ignore[override]
        first, *others = cases
        yield replace(failed_record(first, ""), status="done")
        raise WorkerDied(others)


def test_a_run_whose_worker_died_keeps_what_is_done_and_marks_the_rest_as_failed_to_be_asked_again(
    cases: list[Case], tmp_path: Path
) -> None:
    job = QuestionJob(read_settings(), answers=False, cache=tmp_path / "vectors.sqlite", scratch=tmp_path)
    told: list[QuestionRecord] = []

    with pytest.raises(DaybookError, match="and the same command goes on"):
        execute_run(
            run_header(), job, cases[:3], folder=tmp_path / "run", executor=Dying(), report=told.append
        )

    kept = {record.question_id: record.status for record in records_of(tmp_path / "run")}
    assert kept == {"q0": "done", "q1": "failed", "q2": "failed"}
    assert len(told) == 3
