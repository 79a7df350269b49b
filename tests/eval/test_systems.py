import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from daybook.conversation.errors import ModelUnavailable
from daybook.models.llm import one_model
from daybook.settings import ModelSettings
from daybook_eval import embedders
from daybook_eval.baselines.rankings import KEYINGS
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.records import BUDGETS, QuestionRecord
from daybook_eval.runs.executor import SequentialExecutor, ThreadExecutor
from daybook_eval.runs.question_job import QuestionJob, settings_of
from daybook_eval.systems import bench
from tests.eval.conftest import bag_of_words
from tests.eval.small_questions import write_questions
from tests.models.llm.scripted_chat import ScriptedChat

AskAll = Callable[[str], list[QuestionRecord]]
RANKED = ("daybook", "bm25", "mempalace", "official-bm25", *(system.name for system in KEYINGS))


def job_of(system: str, folder: Path, *, answers: bool = False) -> QuestionJob:
    cache = folder / "vectors.sqlite"
    return QuestionJob(system, settings_of(system), answers=answers, cache=cache, scratch=folder)


@pytest.fixture
def ask_all(tmp_path: Path, without_a_model: None) -> AskAll:
    data = write_questions(tmp_path / "questions.json", count=2)

    def ask(system: str) -> list[QuestionRecord]:
        return list(SequentialExecutor().each(job_of(system, tmp_path, answers=True), read_cases(data)))

    return ask


@pytest.mark.parametrize("system", RANKED)
def test_a_system_that_ranks_finds_the_round_that_was_asked_for(system: str, ask_all: AskAll) -> None:
    for record in ask_all(system):
        (gold,) = record.gold.rounds
        assert record.status == "done"
        assert gold in record.rankings.final[:5]
        assert record.answer
        assert set(record.packs) == {str(budget) for budget in BUDGETS}
        assert {candidate.round_id for candidate in record.candidates} >= {
            *record.rankings.final,
            *record.rankings.dense,
        }


def test_a_record_names_the_evidence_by_its_places(ask_all: AskAll) -> None:
    record = ask_all("bm25")[0]

    (turn,) = record.gold.turns
    assert (turn.session, turn.turn, turn.role) == (1, 0, "user")
    assert turn.text == "I keep my kayak in the garage now."
    assert record.gold.sessions == (1,)
    assert {one.round_id: one.session for one in record.candidates}[turn.round_id] == 1


def test_the_official_ranking_has_every_turn_of_the_user_and_nothing_else(ask_all: AskAll) -> None:
    record = ask_all("official-bm25")[0]

    assert len(record.rankings.final) == 5
    assert all(candidate.has_user for candidate in record.candidates)


def test_mempalace_ranks_whole_sessions(ask_all: AskAll) -> None:
    record = ask_all("mempalace")[0]
    places = {candidate.round_id: candidate.session for candidate in record.candidates}

    sessions = [places[name] for name in record.rankings.final]
    assert sorted(sessions) == [0, 0, 1, 2, 2]
    assert len([1 for one, other in pairwise(sessions) if one != other]) == 2


def test_baselines_that_rank_nothing_show_nothing_or_all_or_the_right_sessions(ask_all: AskAll) -> None:
    shown = {
        name: [len(record.packed) for record in ask_all(name)]
        for name in ("no-memory", "full-context", "oracle-sessions")
    }

    assert shown == {"no-memory": [0, 0], "full-context": [5, 5], "oracle-sessions": [1, 1]}
    assert all(record.not_known for record in ask_all("no-memory"))


def test_a_history_that_questions_share_is_kept_once(tmp_path: Path, without_a_model: None) -> None:
    (told,) = read_cases(write_questions(tmp_path / "questions.json", count=1))
    cases = [replace(told, question_id=name, history="shared") for name in ("a", "b")]

    first, second = SequentialExecutor().each(job_of("daybook", tmp_path), cases)

    assert "ingest" in first.timings
    assert "ingest" not in second.timings
    assert first.rankings == second.rankings


def test_no_more_questions_are_read_ahead_than_the_workers_need(ask_all: AskAll, tmp_path: Path) -> None:
    taken = []

    def cases() -> Iterator[Case]:
        for case in read_cases(write_questions(tmp_path / "more.json", count=8)):
            taken.append(case.question_id)
            yield case

    results = ThreadExecutor(workers=1).each(job_of("no-memory", tmp_path), cases())
    next(results)

    assert len(taken) == 3  # the third tells that the second is the last of its history
    results.close()  # type: ignore[attr-defined]


GUESS = json.dumps({"not_known": False, "answer": "In the garage, I guess.", "quotes": []})


def ask_one(
    system: str, model: ScriptedChat | None, folder: Path, patch: pytest.MonkeyPatch
) -> QuestionRecord:
    patch.setattr(embedders, "load_embedder", bag_of_words)
    if model is not None:
        scripted = one_model(model, settings=ModelSettings())
        patch.setattr(bench, "load_chat_models", lambda settings: scripted)
    data = write_questions(folder / "questions.json", count=1)
    (record,) = SequentialExecutor().each(job_of(system, folder, answers=True), read_cases(data))
    return record


def test_a_model_is_asked_even_where_there_is_nothing_to_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedChat(GUESS)

    record = ask_one("no-memory", model, tmp_path, monkeypatch)

    assert (record.status, record.answer) == ("done", "In the garage, I guess.")
    assert record.usage["read"] == record.usage["total"]
    assert record.usage["total"].calls == 1
    model.assert_spent()


def test_a_question_whose_model_failed_is_recorded_as_failed_and_not_as_answered_by_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = ScriptedChat(ModelUnavailable("the server is away"))

    record = ask_one("oracle-sessions", away, tmp_path, monkeypatch)

    assert (record.status, record.error) == ("failed", "the model failed at read")
