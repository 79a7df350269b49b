"""`daybook-eval grade` over HTTP, against a server that says what a test has written."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import rounds_of
from daybook_eval.data import read_cases
from daybook_eval.judging.grade_run import GRADES
from daybook_eval.records import DataFile, PackedRound
from tests.eval.data_files import line, written
from tests.eval.judging.records import lines, record, run_header, write_run
from tests.interfaces.daybook_command import Command
from tests.scripted_server import ScriptedServer


def grade(points: float) -> dict[str, object]:
    return {"reason": "so it is", "grade": points}


def chance(probability: float) -> dict[str, object]:
    return {"reason": "so it is", "probability": probability}


def run_of(folder: Path, data: Path, **given: Any) -> Path:
    """Make a run on the question of the ferry, whose round was packed whole."""
    (case,) = read_cases(data)
    (round_,) = [round_ for round_ in rounds_of(case.sessions[1], case.owner) if round_.user]
    packed = (PackedRound(round_.round_id, (("user", 0, 24), ("assistant", 0, 4)), 9),)
    digest = sha256(data.read_bytes()).hexdigest()
    made = record("q1", given.pop("answer", "The Kalmar."), **{"packed": packed, **given})
    return write_run(folder, [made], run_header(data=DataFile(data.name, digest)))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return written(tmp_path / "own.jsonl", line())


def test_an_answer_is_graded_by_its_question_and_by_what_was_packed(
    tmp_path: Path, data: Path, server: ScriptedServer, evaluate: Command
) -> None:
    run = run_of(tmp_path / "run", data)
    server.reply(grade(90), when='criterion: \\"CA')
    server.reply(grade(60), when='criterion: \\"QA')
    server.reply(chance(0.5), when="statements:")

    ran = evaluate("grade", str(run), "--model", "small", "--data", str(data), "--json")

    assert ran.code == 0
    found = ran.json["judges"]["small"]
    assert {name: one["value"] for name, one in found.items()} == {"CA": 90, "QA": 60, "contradiction": 1}
    texts = {body["messages"][1]["content"] for body in server.requests}
    excerpt = "[2024-05-02]\nuser: I took the Kalmar ferry.\nassistant: Nice"
    assert sum(json.dumps(excerpt) in text for text in texts) == 2


def test_a_rewritten_question_is_graded_by_the_one_that_was_put(
    tmp_path: Path, data: Path, server: ScriptedServer, evaluate: Command
) -> None:
    run = run_of(tmp_path / "run", data, packed=(), plan={"question": "Which ferry did I take in May?"})
    server.reply(grade(70), when='criterion: \\"QR')
    server.reply(grade(80), when='criterion: \\"QA')

    ran = evaluate("grade", str(run), "--model", "small", "--json")

    assert {name: one["value"] for name, one in ran.json["judges"]["small"].items()} == {"QA": 80, "QR": 70}
    assert "in May?" in json.dumps(server.requests)


def test_without_the_data_file_one_line_says_what_is_not_measured(
    tmp_path: Path, data: Path, server: ScriptedServer, evaluate: Command
) -> None:
    run = run_of(tmp_path / "run", data)
    server.reply(grade(60))

    ran = evaluate("grade", str(run), "--model", "small")

    assert ran.out.splitlines()[1:] == ["small\tQA\t60.0 [60, 60]\t1\t0\t1"]
    assert "CA and contradiction were not measured" in ran.err


def test_an_interrupted_grading_goes_on_and_a_changed_answer_is_graded_anew(
    tmp_path: Path, data: Path, server: ScriptedServer, evaluate: Command
) -> None:
    run = run_of(tmp_path / "run", data)
    server.reply(grade(90), when='criterion: \\"CA')
    server.fail(413, "too strange", when="statements:")
    server.reply(grade(60), when='criterion: \\"QA')

    broken = evaluate("grade", str(run), "--model", "small", "--data", str(data))

    assert broken.code == 1
    assert "1 grades could not be had, the first by small on q1" in broken.err
    assert sorted(line_["measure"] for line_ in lines(run / GRADES)) == ["CA", "QA"]
    server.reply(chance(0.1), when="statements:")
    assert evaluate("grade", str(run), "--model", "small", "--data", str(data)).code == 0
    assert len(server.requests) == 4

    run_of(run, data, answer="The Visby.", packed=())
    server.reply(grade(20))
    ran = evaluate("grade", str(run), "--model", "small", "--json")

    assert {name: one["value"] for name, one in ran.json["judges"]["small"].items()} == {"QA": 20}


def test_a_report_shows_the_grades_on_the_answers_that_the_run_has_now(
    tmp_path: Path, data: Path, server: ScriptedServer, evaluate: Command
) -> None:
    run = run_of(tmp_path / "run", data)
    server.reply(grade(64.5))
    evaluate("grade", str(run), "--model", "small")

    shape = evaluate("report", str(run), "--json").json
    table = evaluate("report", str(run)).out

    assert shape["grades"]["small"]["QA"]["value"] == 64.5
    assert "small\tQA\t64.5" in table


def test_another_data_file_than_that_of_the_run_is_refused(
    tmp_path: Path, data: Path, server: ScriptedServer, evaluate: Command
) -> None:
    run = run_of(tmp_path / "run", data)
    other = written(tmp_path / "other.jsonl", line("q2"))

    ran = evaluate("grade", str(run), "--model", "small", "--data", str(other))

    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "is not the file that the run was made on (own.jsonl)" in ran.err
