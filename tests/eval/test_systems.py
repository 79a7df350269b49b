from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from daybook.embedding import Embedder
from daybook_eval.ablations.job import Ablate
from daybook_eval.baselines import SYSTEMS
from daybook_eval.baselines.one_ranking import KEYINGS
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.records import BUDGETS, QuestionRecord
from daybook_eval.runs.executor import SequentialExecutor, ThreadExecutor
from daybook_eval.runs.question_job import QuestionJob, settings_of
from daybook_eval.systems import bench
from tests.eval.small_questions import write_questions
from tests.store.bag_of_words import BagOfWords

AskAll = Callable[[str], list[QuestionRecord]]
RANKED = ("daybook", "bm25", "mempalace", "official-bm25", *(system.name for system in KEYINGS))


def bag_of_words(*_: object, **__: object) -> Embedder:
    return BagOfWords()


@pytest.fixture
def ask_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AskAll:
    monkeypatch.setattr(bench, "load_embedder", bag_of_words)
    data = write_questions(tmp_path / "questions.json", count=2)

    def ask(system: str) -> list[QuestionRecord]:
        job = QuestionJob(
            system, settings_of(system), answers=True, cache=tmp_path / "vectors.sqlite", scratch=tmp_path
        )
        return list(SequentialExecutor().each(job, read_cases(data)))

    return ask


@pytest.mark.parametrize("system", RANKED)
def test_a_system_that_ranks_finds_the_round_that_was_asked_for(system: str, ask_all: AskAll) -> None:
    for record in ask_all(system):
        (gold,) = record.gold.rounds
        assert record.status == "done"
        assert gold in record.rankings.final[:5]
        assert record.answer
        assert set(record.packs) == {str(budget) for budget in BUDGETS}
        assert {one.round_id for one in record.candidates} >= {*record.rankings.final, *record.rankings.dense}


def test_a_record_names_the_evidence_by_its_places(ask_all: AskAll) -> None:
    record = ask_all("bm25")[0]

    (turn,) = record.gold.turns
    assert (turn.session, turn.turn, turn.role, turn.text) == (
        1,
        0,
        "user",
        "I keep my kayak in the garage now.",
    )
    assert record.gold.sessions == (1,)
    assert next(one for one in record.candidates if one.round_id == turn.round_id).session == 1


def test_the_official_ranking_has_every_turn_of_the_user_and_nothing_else(ask_all: AskAll) -> None:
    record = ask_all("official-bm25")[0]

    assert len(record.rankings.final) == 5
    assert all(one.has_user for one in record.candidates)


def test_mempalace_ranks_whole_sessions(ask_all: AskAll) -> None:
    record = ask_all("mempalace")[0]
    places = {one.round_id: one.session for one in record.candidates}

    sessions = [places[name] for name in record.rankings.final]
    assert sorted(sessions) == [0, 0, 1, 2, 2]
    assert len([1 for one, other in pairwise(sessions) if one != other]) == 2


def test_baselines_that_rank_nothing_show_nothing_or_all_or_the_right_sessions(
    ask_all: AskAll,
) -> None:
    shown = {
        name: [len(record.packed) for record in ask_all(name)]
        for name in ("no-memory", "full-context", "oracle-sessions")
    }

    assert shown == {"no-memory": [0, 0], "full-context": [5, 5], "oracle-sessions": [1, 1]}
    assert all(record.not_known for record in ask_all("no-memory"))


def test_questions_side_by_side_are_all_asked_once(ask_all: AskAll, tmp_path: Path) -> None:
    job = QuestionJob(
        "bm25", settings_of("bm25"), answers=False, cache=tmp_path / "vectors.sqlite", scratch=tmp_path
    )
    cases = read_cases(write_questions(tmp_path / "more.json", count=7))

    records = ThreadExecutor(workers=2).each(job, cases)

    assert sorted(record.question_id for record in records) == [f"q{number}" for number in range(7)]


def test_a_history_that_questions_share_is_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "load_embedder", bag_of_words)
    (told,) = read_cases(write_questions(tmp_path / "questions.json", count=1))
    cases = [replace(told, question_id=name, history="shared") for name in ("a", "b")]
    job = QuestionJob(
        "daybook", settings_of("daybook"), answers=False, cache=tmp_path / "vectors.sqlite", scratch=tmp_path
    )

    first, second = SequentialExecutor().each(job, cases)

    assert "ingest" in first.timings
    assert "ingest" not in second.timings
    assert first.rankings == second.rankings


def test_no_more_questions_are_read_ahead_than_the_workers_need(ask_all: AskAll, tmp_path: Path) -> None:
    taken = []

    def cases() -> Iterator[Case]:
        for case in read_cases(write_questions(tmp_path / "more.json", count=8)):
            taken.append(case.question_id)
            yield case

    job = QuestionJob(
        "no-memory",
        settings_of("no-memory"),
        answers=False,
        cache=tmp_path / "vectors.sqlite",
        scratch=tmp_path,
    )
    results = ThreadExecutor(workers=1).each(job, cases())
    next(results)

    assert len(taken) == 3  # the third tells that the second is the last of its history
    results.close()  # type: ignore[attr-defined]


def test_an_ablation_measures_every_arm_of_its_tables(ask_all: AskAll, tmp_path: Path) -> None:
    job = Ablate(("rrf", "time", "packing"), (), tmp_path / "vectors.sqlite", tmp_path)

    (measured,) = SequentialExecutor().each(job, read_cases(tmp_path / "questions.json", limit=1))

    assert [one.arm for one in measured if one.study == "rrf"] == [
        *("max-sim", "BM25 alone", "k = 10", "k = 60", "k = 200")
    ]
    assert {one.values["time hides"] for one in measured if one.study == "time"} == {0.0}
    assert {one.values["evidence 2000"] for one in measured if one.study == "packing"} == {1.0}


def test_every_system_says_what_it_is_in_one_line() -> None:
    assert all(system.about and "\n" not in system.about for system in SYSTEMS.values())
