import json
from collections.abc import Iterable
from dataclasses import replace
from math import log2
from pathlib import Path
from statistics import fmean

import pytest

from daybook.conversation import Usage
from daybook_eval.records import RECORDS, UNFINISHED, DataFile, QuestionRecord, record_to_line
from daybook_eval.report.scores import Scored, score_all
from daybook_eval.runs.run_folder import records_of
from tests.eval.judging.records import run_header, write_run
from tests.eval.report.runs import asked, first_run, judge, second_run
from tests.interfaces.daybook_command import Command


def test_one_run_prints_the_shape_that_scripts_rely_on(tmp_path: Path, evaluate: Command) -> None:
    ran = evaluate("report", str(first_run(tmp_path / "first")), "--json")

    assert ran.code == 0
    assert {
        *("questions", "round", "session", "official_turn", "evidence", "by_type", "latency", "accuracy")
    } <= ran.json.keys()
    assert set(ran.json["evidence"]) == {"2000", "4000", "8000", "16000"}
    assert {"round", "session", "questions"} <= ran.json["by_type"]["multi-session"].keys()
    assert {"p50", "p95"} <= ran.json["latency"]["total"].keys()


def test_several_runs_are_printed_with_their_comparison(tmp_path: Path, evaluate: Command) -> None:
    folders = [str(first_run(tmp_path / "first")), str(second_run(tmp_path / "second"))]

    shape = evaluate("report", *folders, "--json").json
    table = evaluate("report", *folders)

    assert [run["run"]["name"] for run in shape["runs"]] == ["first", "second"]
    assert shape["comparisons"][0]["second"] == "second"
    assert "second against first" in table.out
    assert "multi-session\t2\t0.500" in table.out


def test_runs_on_different_files_are_told_apart(tmp_path: Path, evaluate: Command) -> None:
    first = first_run(tmp_path / "first")
    other = write_run(
        tmp_path / "other", records_of(first), run_header(data=DataFile("other.json", "f" * 64))
    )

    assert "made on different files" in evaluate("report", str(first), str(other)).out


@pytest.mark.parametrize("retrieve_only", [True, False])
def test_a_run_without_answers_or_without_questions_is_reported_too(
    tmp_path: Path, evaluate: Command, retrieve_only: bool
) -> None:
    folder = write_run(tmp_path / "run", [asked("q1", 1)] if retrieve_only else [])

    assert evaluate("report", str(folder)).code == 0


def test_a_pipe_gets_headings_and_both_populations_by_name(tmp_path: Path, evaluate: Command) -> None:
    printed = evaluate("report", str(first_run(tmp_path / "first"))).out.splitlines()

    heading = printed.index("level\tquestions\tn\tany@1\tany@5\tall@5\tall@10\tndcg@10\tndcg_any@10\tmrr")
    levels = [line.split("\t")[:3] for line in printed[heading + 1 : heading + 6]]
    assert levels == [
        ["round", "answerable", "4"],
        ["round", "official", "3"],
        ["session", "answerable", "4"],
        ["session", "official", "3"],
        ["official turn", "official", "3"],
    ]
    assert "evidence in the context\t2,000 tokens\t4,000 tokens\t8,000 tokens\t16,000 tokens" in printed


def test_how_far_judges_can_be_believed_is_told(tmp_path: Path, evaluate: Command) -> None:
    folder = first_run(tmp_path / "first")
    records = list(records_of(folder))
    for name in ("small", "large"):
        judge(folder, records, name, q1=True, q2=name == "large")

    printed = evaluate("report", str(folder)).out

    # They say the same of q1 alone; by chance 0.5 of the time: kappa 0.
    assert "large and small: the same on 50% of 2 answers, kappa 0.00" in printed


def test_what_each_stage_spends_is_told_where_a_model_is_called(tmp_path: Path, evaluate: Command) -> None:
    spent = {"read": Usage(1, 900, 80), "total": Usage(1, 900, 80)}
    one = replace(asked("q1", 0, answer="Teal."), usage=spent, timings={"read": 7.0, "total": 8.0})
    other = replace(asked("q2", 0, answer="Teal."), timings={"read": 9.0, "total": 10.0})
    folder = write_run(tmp_path / "run", [one, replace(other, usage={"total": Usage()})])

    shape = evaluate("report", str(folder), "--json").json["cost"]
    table = evaluate("report", str(folder)).out

    # The stage is averaged over the one question that reached it, what a question takes over both.
    assert (shape["stages"]["read"]["input_tokens"], shape["input_tokens"]) == (900, 450)
    assert shape["stages"]["read"]["questions"] == 1
    assert "read\t2\t8.0\t8.9\t1.0\t900\t80" in table
    assert "a question: 0.5 calls, 450 tokens in, 40 out" in table


def test_a_run_that_goes_on_is_reported_as_far_as_it_is(
    tmp_path: Path, evaluate: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_so_far, record = [asked("q1", 0, answer="Teal.")], record_to_line(asked("q2", 2))
    folder = write_run(tmp_path / "first", asked_so_far)
    (folder / UNFINISHED).touch()

    def while_it_goes_on(records: Iterable[QuestionRecord]) -> list[Scored]:
        scored = score_all(records)
        with (folder / RECORDS).open("a") as file:
            file.write(f"{record}\n{record[:40]}")
        return scored

    with monkeypatch.context() as patched:
        patched.setattr("daybook_eval.report.loading.score_all", while_it_goes_on)
        shape = evaluate("report", str(folder), "--json").json
    table = evaluate("report", str(folder))

    assert (shape["questions"], shape["run"]["finished"]) == (1, False)
    assert "\nunfinished: " in table.out


def official(ranked: list[str], gold: list[str], k: int) -> dict[str, float]:
    """The measures of LongMemEval's eval_utils.py, from ids alone."""

    def dcg(hits: list[int]) -> float:
        return sum(hit / (1 if rank == 1 else log2(rank)) for rank, hit in enumerate(hits, start=1))

    found = ranked[:k]
    gained, ideal = dcg([int(name in gold) for name in found]), dcg([1] * min(k, len(gold)))
    return {
        f"recall_any@{k}": float(any(name in found for name in gold)),
        f"recall_all@{k}": float(all(name in found for name in gold)),
        f"ndcg_any@{k}": gained / ideal,
    }


def test_the_retrieval_log_has_the_official_measures_of_its_ranked_items(
    tmp_path: Path, evaluate: Command
) -> None:
    questions = [asked("q1", 0), asked("q2", 3, 12), asked("q3", 7), asked("q4", 2, depth=1)]
    others = [asked("q5_abs", 1, abstention=True), asked("q6", 4, role="assistant")]
    folder, log = write_run(tmp_path / "run", [*questions, *others]), tmp_path / "log.jsonl"

    shape = evaluate("report", str(folder), "--log", str(log), "--json").json

    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert [line["question_id"] for line in lines] == ["q1", "q2", "q3", "q4"]
    for line in lines:
        found = line["retrieval_results"]
        ranked = [item["corpus_id"] for item in found["ranked_items"]]
        for k in (1, 3, 5, 10, 30, 50):
            for name, value in official(ranked, line["answer_turn_ids"], k).items():
                assert found["metrics"]["turn"][name] == pytest.approx(value, abs=1e-12)
    told = fmean(line["retrieval_results"]["metrics"]["turn"]["ndcg_any@10"] for line in lines)
    assert told == pytest.approx(shape["official_turn"]["ndcg_any@10"], abs=1e-12)
