from __future__ import annotations

import json
from pathlib import Path

import pytest

from daybook.interfaces.cli.running import run
from daybook_eval.cli.app import build_app
from daybook_eval.data import read_cases
from tests.eval.data_files import line, longmemeval, written


def data(*arguments: object) -> int:
    return run(["data", *map(str, arguments)], build=build_app, name="daybook-eval")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return written(
        tmp_path / "s.json.gz",
        longmemeval("q1", evidence=["I took the ferry."], fillers=["Rain.", "Fog."]),
        longmemeval("q2", evidence=["I have two cats."], fillers=["Snow."]),
        lines=False,
    )


def test_a_file_is_shown_as_one_json_object(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert data(source, "--json") == 0

    shown = json.loads(capsys.readouterr().out)
    assert [file["questions"] for file in shown["files"]] == [2]
    assert len(shown["files"][0]["sha256"]) == 64
    assert {"LongMemEval", "LoCoMo"} <= {entry["name"] for entry in shown["sources"]}


def test_files_are_shown_as_tables(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert data("show", source, source) == 0

    assert capsys.readouterr().out.count("longmemeval") == 2


def test_of_a_folder_the_files_that_are_wrong_are_shown_beside_the_others(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(source.parent / "other.json", {"text": "no data set"})
    written(source.parent / "wrong.jsonl", line(evidence=[[5, 0]]))
    (source.parent / "notes.txt").write_text("passed over")

    assert data(source.parent, "--json") == 0

    other, good, wrong = json.loads(capsys.readouterr().out)["files"]
    assert other["problem"].startswith("line 1: no known data set")
    assert good["questions"] == 2
    assert wrong["problem"] == "line 1: evidence[0]: names turn 0 of session 5 (from 0), which is not there"
    assert data(source.parent) == 0
    assert "names turn 0 of session 5" in capsys.readouterr().out


def test_without_a_file_the_sources_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert data() == 0

    assert "locomo10.json" in capsys.readouterr().out


def test_the_help_shows_our_own_format(capsys: pytest.CaptureFixture[str]) -> None:
    assert data("--help") == 0

    assert '"evidence": [[0, 0]]' in capsys.readouterr().out


def test_what_is_wrong_in_a_file_is_one_line_and_the_users_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "own.jsonl", line(asked_at=5))

    assert data(path) == 2

    assert capsys.readouterr().err == (
        f"daybook-eval: {path}, line 1: asked_at: expected a date-time like '2024-05-30T10:18:00+00:00'\n"
    )


def test_longer_histories_are_compiled_and_say_so(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "long.jsonl.gz"

    assert data("compile", "--data", source, "--sessions", 4, "--seed", 7, "--out", out, "--json") == 0

    assert json.loads(capsys.readouterr().out)["questions"] == 2
    assert [(len(case.sessions), case.origin) for case in read_cases(out)] == [
        (4, "compiled: 4 sessions, seed 7")
    ] * 2
    assert data(out) == 0
    assert "made: compiled: 4 sessions, seed 7" in capsys.readouterr().out


def test_some_questions_of_each_type_can_be_compiled(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "long.jsonl"

    assert data("compile", "--data", source, "--sessions", 4, "--per-type", 1, "--out", out) == 0

    assert [case.question_id for case in read_cases(out)] == ["q1"]


def test_questions_without_an_answer_are_planted(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "planted.jsonl"

    assert data("plant", "--data", source, "--out", out, "--limit", 1) == 0

    (case,) = read_cases(out)
    assert (case.question_id, case.owner, case.abstention) == ("q2_planted_abs", "q1", True)


def test_a_folder_that_is_not_there_cannot_be_written_to(source: Path, tmp_path: Path) -> None:
    assert data("plant", "--data", source, "--out", tmp_path / "none" / "x.jsonl") == 2
