from dataclasses import replace
from pathlib import Path

import pytest

from daybook_eval.records import Rankings
from daybook_eval.report.loading import Reported, comparisons, load_runs
from daybook_eval.report.scores import score_all
from daybook_eval.runs.run_folder import records_of
from tests.eval.judging.records import write_run
from tests.eval.report.runs import asked, first_run, judge, second_run


@pytest.fixture
def first(tmp_path: Path) -> Reported:
    (run,) = load_runs([first_run(tmp_path / "first")])
    return run


def test_retrieval_counts_questions_that_are_no_abstention_and_did_not_fail(first: Reported) -> None:
    shape = first.plain()

    assert (shape["questions"], shape["failed"]) == (6, 1)
    assert shape["populations"] == {"answerable": 4, "official": 3, "abstention": 1}
    # q1 at rank 1, q2 at 3 and 8, q3 at 13, q4 at 2
    assert shape["round"]["recall_any@5"] == 3 / 4
    assert shape["round"]["recall_all@5"] == 2 / 4
    assert shape["round"]["recall_all@10"] == 3 / 4
    assert shape["session"]["recall_all@10"] == 3 / 4
    # without q4, whose evidence is the assistant's
    assert shape["official_turn"]["recall_all@10"] == 2 / 3
    assert (
        shape["official"]["round"]["recall_all@10"] == shape["official"]["session"]["recall_all@10"] == 2 / 3
    )


def test_evidence_is_what_stands_in_the_packed_tokens(first: Reported) -> None:
    # 1, 2, 5 and 10 rounds fit: q1 at once, q4 from the second, q2 from the eighth on, q3 never
    assert first.figures["evidence"] == {"2000": 0.25, "4000": 0.5, "8000": 0.5, "16000": 0.75}


def test_types_hold_the_questions_that_can_be_answered(first: Reported) -> None:
    by_type = first.figures["by_type"]

    assert {name: group["questions"] for name, group in by_type.items()} == {
        "multi-session": 2,
        "single-session-assistant": 1,
        "single-session-user": 1,
    }
    assert by_type["multi-session"]["round"]["recall_all@10"] == 0.5


def test_abstention_and_time_are_told_apart(first: Reported) -> None:
    figures = first.figures

    assert figures["abstention"]["recall"]["value"] == 1
    assert figures["abstention"]["wrong_not_known"]["value"] == 0
    assert figures["latency"]["total"] == {"p50": 20.0, "p95": 20.0, "questions": 4}
    assert figures["accuracy"] is None


def test_a_listed_answer_has_the_verdict_of_every_judge(tmp_path: Path) -> None:
    folder = second_run(tmp_path / "second")
    for name, right in (("small", True), ("other", False)):
        judge(folder, list(records_of(folder)), name, q1=right)

    (run,) = load_runs([folder])

    assert next(run.listed())["verdict"] == "other wrong, small right"


def test_questions_are_listed_with_what_came_of_them(tmp_path: Path) -> None:
    folder = first_run(tmp_path / "first")
    judge(folder, list(records_of(folder)), "small", q1=True, q2=False)
    (run,) = load_runs([folder])

    listed = {told["question_id"]: told for told in run.listed()}

    assert [told["verdict"] for told in listed.values()] == [
        "right",
        "wrong",
        "does not",
        "holds it",
        "right",
        "failed",
    ]
    assert [listed[name]["evidence"] for name in ("q2", "q3", "q5_abs")] == ["2 of 2", "0 of 1", ""]
    assert (listed["q5_abs"]["expected"], listed["q6"]["answer"]) == ("not known", "the server was away")


def test_accuracy_puts_correct_judged_and_asked_side_by_side(tmp_path: Path) -> None:
    folder = first_run(tmp_path / "first")
    judge(folder, list(records_of(folder)), "small", q1=True, q2=False, q3=None, q5_abs=True)

    found = load_runs([folder])[0].figures["accuracy"]["judges"]["small"]

    def counts(entry: dict[str, int]) -> tuple[int, ...]:
        return (entry["correct"], entry["judged"], entry["asked"], entry["unreadable"])

    assert counts(found["overall"]) == (2, 3, 6, 1)
    assert counts(found["answerable"]) == (1, 2, 5, 1)
    assert counts(found["abstention"]) == (1, 1, 1, 0)
    assert counts(found["by_type"]["multi-session"]) == (0, 1, 2, 1)
    assert found["overall"]["share"] == pytest.approx(2 / 3)
    assert found["by_type"]["single-session-assistant"]["share"] is None


def test_two_runs_are_compared_on_the_questions_that_both_have(tmp_path: Path) -> None:
    first, second = first_run(tmp_path / "first"), second_run(tmp_path / "second")
    judge(first, list(records_of(first)), "small", q1=True, q2=False, q3=False, q4=True)
    judge(second, list(records_of(second)), "small", q1=True, q2=True, q3=True, q4=None)

    (pair,) = comparisons(load_runs([first, second]))
    found = {one["measure"]: one for one in pair["measures"]}

    assert (pair["first"], pair["second"], pair["same_data"]) == ("first", "second", True)
    at_five = found["round recall_all@5"]
    # q1 only in the first, q3 only in the second, q2 in neither, q4 in both: p = 1
    assert (at_five["first"], at_five["second"], at_five["difference"]) == (0.5, 0.5, 0)
    assert (at_five["first_only"], at_five["second_only"], at_five["p"]) == (1, 1, 1)
    assert at_five["test"] == "exact McNemar"
    assert found["round ndcg@10"]["test"] == "paired bootstrap"
    # q4 is not read by the judge in the second run; q2 and q3 are gained: p = 2 x (1/2)^2
    accuracy = found["accuracy small"]
    assert (accuracy["questions"], accuracy["second_only"], accuracy["p"]) == (3, 2, 0.5)


def test_a_system_that_ranks_nothing_has_no_figures_of_ranking(tmp_path: Path) -> None:
    bare = [replace(asked(name, 1), rankings=Rankings(), candidates=(), packs={}) for name in ("q1", "q2")]
    folder = write_run(tmp_path / "bare", bare)

    figures = load_runs([folder])[0].figures

    assert figures["round"] == figures["session"] == figures["evidence"] == {}
    found, lost = score_all([asked("q1", 1), bare[1]])
    assert found.values["round recall_all@5"] == 1
    assert lost.values["round recall_all@5"] == 0
