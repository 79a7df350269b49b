"""The record that a run writes of each question."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from daybook.conversation.errors import ModelUnavailable
from daybook.models.llm import ChatModels
from daybook.settings.environment import read_settings
from daybook_eval import embedders
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.records import BUDGETS
from daybook_eval.runs.executor import SequentialExecutor, ThreadExecutor
from daybook_eval.runs.question_job import QuestionJob
from daybook_eval.systems import bench
from tests.eval.conftest import bag_of_words
from tests.eval.small_questions import write_questions
from tests.models.llm.scripted_chat import ScriptedChat


def job_in(folder: Path, *, answers: bool = False, **settings: object) -> QuestionJob:
    cache = folder / "vectors.sqlite"
    return QuestionJob(read_settings(**settings), answers=answers, cache=cache, scratch=folder)


def test_a_record_has_the_evidence_by_its_places_and_what_was_found_packed_and_answered(
    tmp_path: Path, without_a_model: None
) -> None:
    data = write_questions(tmp_path / "questions.json", count=2)

    record, _ = SequentialExecutor().each(job_in(tmp_path, answers=True), read_cases(data))

    (turn,) = record.gold.turns
    assert (turn.session, turn.turn, turn.role) == (1, 0, "user")
    assert turn.text == "I keep my kayak in the garage now."
    assert record.gold.sessions == (1,)
    assert {one.round_id: one.session for one in record.candidates}[turn.round_id] == 1
    assert record.status == "done"
    assert turn.round_id in record.rankings.final[:5]
    assert record.answer
    assert set(record.packs) == {str(budget) for budget in BUDGETS}


def test_a_history_that_questions_share_is_kept_once(tmp_path: Path, without_a_model: None) -> None:
    (told,) = read_cases(write_questions(tmp_path / "questions.json", count=1))
    cases = [replace(told, question_id=name, history="shared") for name in ("a", "b")]

    first, second = SequentialExecutor().each(job_in(tmp_path), cases)

    assert "ingest" in first.timings
    assert "ingest" not in second.timings
    assert first.rankings == second.rankings


def test_no_more_questions_are_read_ahead_than_the_workers_need(
    tmp_path: Path, without_a_model: None
) -> None:
    taken = []

    def cases() -> Iterator[Case]:
        for case in read_cases(write_questions(tmp_path / "more.json", count=8)):
            taken.append(case.question_id)
            yield case

    results = ThreadExecutor(workers=1).each(job_in(tmp_path), cases())
    next(results)

    assert len(taken) == 3  # the third tells that the second is the last of its history
    results.close()  # type: ignore[attr-defined]


def test_a_question_whose_model_failed_is_recorded_as_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = ChatModels(ScriptedChat(ModelUnavailable("the server is away")))
    monkeypatch.setattr(embedders, "load_embedder", bag_of_words)
    monkeypatch.setattr(bench, "load_chat_models", lambda settings: away)
    data = write_questions(tmp_path / "questions.json", count=1)

    (record,) = SequentialExecutor().each(job_in(tmp_path, answers=True), read_cases(data))

    assert record.status == "failed"
    assert record.error.startswith("the model failed at ")
