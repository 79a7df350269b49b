"""The logs in LongMemEval's form against the definitions of its script, worked out here on ids alone."""

import json
from math import log2
from pathlib import Path
from random import Random
from typing import Any

import pytest

from daybook.conversation import Candidate, rounds_of
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.records import QuestionRecord
from daybook_eval.report.scores import score
from daybook_eval.runs.retrieval_logs import CUTOFFS, SESSION_LOG, TURN_LOG, write_retrieval_logs
from daybook_eval.runs.run_folder import open_run
from daybook_eval.systems.system import SystemResult, failed_record, record_of
from tests.eval.data_files import longmemeval, turn, written
from tests.eval.test_run_folder import RUN

RANKED = 25
"""Rounds of a ranking: fewer than there are, so that some evidence is not found."""


def dcg(relevances: list[int], k: int) -> float:
    return sum(hit / (1 if rank == 1 else log2(rank)) for rank, hit in enumerate(relevances[:k], start=1))


def official(ranked: list[str], gold: list[str], k: int) -> dict[str, float]:
    """The script's measures of ranked ids, of which several may be one session's; `gold` has each of them."""
    ideal = dcg(sorted((1 for _ in gold), reverse=True), k)
    found = set(ranked[:k])
    return {
        f"recall_any@{k}": float(any(one in found for one in gold)),
        f"recall_all@{k}": float(all(one in found for one in gold)),
        f"ndcg_any@{k}": dcg([int(one in gold) for one in ranked], k) / ideal,
    }


def session_of(corpus_id: str) -> str:
    return corpus_id.rpartition("_")[0]


def official_sessions(ranked: list[str], gold: list[str], corpus: list[str], k: int) -> dict[str, float]:
    """The script's measures of the sessions of ranked turns: it goes deeper until it has seen k of them."""
    sessions = [session_of(name) for name in ranked]
    depth = k
    while depth <= len(corpus) and len(set(sessions[:depth])) < k:
        depth += 1
    wanted = {session_of(name) for name in gold}
    figures = official(sessions, [session_of(name) for name in corpus if session_of(name) in wanted], depth)
    return {name.replace(f"@{depth}", f"@{k}"): value for name, value in figures.items()}


def history(name: str) -> dict[str, Any]:
    """Nine sessions of five rounds, evidence in three of them; one begins with the assistant."""
    plain = longmemeval(
        name, evidence=["I row."] * 3, fillers=["Rain."] * 6, question_date="2024/06/30 (Sun) 10:00"
    )
    plain["haystack_session_ids"] = [
        f"answer_{name}_{place}" if place < 3 else f"s_{place}" for place in range(9)
    ]
    plain["answer_session_ids"] = plain["haystack_session_ids"][:3]
    for place, session in enumerate(plain["haystack_sessions"]):
        for number in range(4):
            more = turn("user", f"And {number}?", has_answer=place == 1 and number == 2)
            session += [more, turn("assistant", "Yes.")]
    plain["haystack_sessions"][4].insert(0, turn("assistant", "Welcome."))
    return plain


def ranked_at_random(case: Case) -> QuestionRecord:
    rounds = [round_ for session in case.sessions for round_ in rounds_of(session, case.owner)]
    drawn = Random(case.question_id).sample(rounds, RANKED)
    return record_of(case, SystemResult(final=[Candidate(round_, 1.0, {}) for round_ in drawn]))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The folder of a run over ten questions with random rankings, one that failed, and an abstention."""
    names = [f"q{number}" for number in range(10)]
    path = written(tmp_path / "data.json", *map(history, [*names, "failed", "q1_abs"]), lines=False)
    with open_run(tmp_path / "run", RUN) as opened:
        for case in read_cases(path):
            failed = case.question_id == "failed"
            opened.append(failed_record(case, "away") if failed else ranked_at_random(case))
    write_retrieval_logs(tmp_path / "run", path)
    return tmp_path / "run"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def records(run: Path) -> dict[str, QuestionRecord]:
    path = run.parent / "data.json"
    return {case.question_id: ranked_at_random(case) for case in read_cases(path)}


def ids(line: dict[str, Any]) -> list[str]:
    return [item["corpus_id"] for item in line["retrieval_results"]["ranked_items"]]


def test_the_official_measures_of_the_turn_log_are_the_reports(run: Path) -> None:
    told = lines(run / TURN_LOG)
    assert [line["question_id"] for line in told] == [f"q{number}" for number in range(10)]
    for name in ("recall_any@3", "recall_all@30"):  # neither all of them found nor none
        assert len({line["retrieval_results"]["metrics"]["turn"][name] for line in told}) == 2

    for line in told:
        metrics, ours = line["retrieval_results"]["metrics"], score(records(run)[line["question_id"]]).values
        for k in CUTOFFS:
            for name, value in official(ids(line), line["answer_turn_ids"], k).items():
                assert value == pytest.approx(metrics["turn"][name], abs=1e-12)
                assert metrics["turn"][name] == ours[f"official_turn {name}"]


def test_the_official_measures_of_the_session_log_are_the_reports(run: Path) -> None:
    told = lines(run / SESSION_LOG)
    assert len(told) == 10

    for line in told:
        metrics, ours = line["retrieval_results"]["metrics"], score(records(run)[line["question_id"]]).values
        assert line["answer_session_ids"] == [f"answer_{line['question_id']}_{place}" for place in range(3)]
        for k in CUTOFFS:
            for name, value in official(ids(line), line["answer_session_ids"], k).items():
                assert value == pytest.approx(metrics["session"][name], abs=1e-12)
                assert metrics["session"][name] == ours[f"session {name}"]


def test_sessions_of_ranked_turns_are_measured_as_the_script_measures_them(run: Path) -> None:
    for line, case in zip(lines(run / TURN_LOG), read_cases(run.parent / "data.json"), strict=False):
        every = [
            f"{session.session_id}_{place}"
            for session in case.sessions
            for place, said in enumerate(session.turns, start=1)
            if said.role == "user"
        ]
        gold = line["answer_turn_ids"]
        corpus = [name if name in gold else name.replace("answer", "noans") for name in every]
        metrics = line["retrieval_results"]["metrics"]["session"]
        assert set(ids(line)) <= set(corpus)
        for k in CUTOFFS:
            for name, value in official_sessions(ids(line), gold, corpus, k).items():
                assert (name, metrics[name]) == (name, pytest.approx(value, abs=1e-12))


def test_ids_texts_and_dates_are_those_of_the_data_and_tell_evidence_as_the_script_does(run: Path) -> None:
    line = lines(run / TURN_LOG)[0]
    assert line["answer_turn_ids"] == ["answer_q0_0_1", "answer_q0_1_1", "answer_q0_1_7", "answer_q0_2_1"]
    results = line["retrieval_results"]
    items = {item["corpus_id"]: item for item in results["ranked_items"]}
    assert {name for name in items if "answer" in name} <= set(line["answer_turn_ids"])
    assert results["query"] == line["question"] == "What about q0?"
    assert line["question_date"] == "2024/06/30 (Sun) 10:00"
    after_a_greeting = [name for name in items if name.startswith("s_4_")]
    assert after_a_greeting
    assert all(int(name.rpartition("_")[2]) % 2 == 0 for name in after_a_greeting)
    for name, item in items.items():
        assert item["text"] in {"I row.", "Rain.", "And 0?", "And 1?", "And 2?", "And 3?"}
        if name.startswith("noans_q0_1_"):
            assert item["timestamp"] == "2024/05/12 (Sun) 08:00"


def test_a_second_session_of_one_id_has_an_id_of_its_own(tmp_path: Path) -> None:
    plain = history("q0")
    plain["haystack_session_ids"][8] = plain["haystack_session_ids"][7]
    (case,) = read_cases(written(tmp_path / "data.json", plain, lines=False))
    with open_run(tmp_path / "run", RUN) as opened:
        opened.append(ranked_at_random(case))

    write_retrieval_logs(tmp_path / "run", tmp_path / "data.json")

    (line,) = lines(tmp_path / "run" / SESSION_LOG)
    assert {"s_7", "s_7#2"} <= set(ids(line))
    assert len(ids(line)) == len(set(ids(line)))


def test_a_system_that_ranks_nothing_leaves_no_logs(tmp_path: Path) -> None:
    path = written(tmp_path / "data.json", history("q0"), lines=False)
    (case,) = read_cases(path)
    with open_run(tmp_path / "run", RUN) as opened:
        opened.append(record_of(case, SystemResult()))

    write_retrieval_logs(tmp_path / "run", path)

    assert not (tmp_path / "run" / TURN_LOG).exists()
