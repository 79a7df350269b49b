import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from daybook.interfaces.cli.program import run
from daybook_eval.cli.app import build_app
from daybook_eval.data import read_cases
from daybook_eval.data.describe import count_cases, describe
from tests.eval.data_files import line, longmemeval, turn, written

FERRY = "I took the ferry."


def test_a_file_is_described_by_what_it_holds(tmp_path: Path) -> None:
    path = written(
        tmp_path / "s.json",
        longmemeval("q1", evidence=[FERRY], fillers=["Rain."]),
        longmemeval("q2_abs", evidence=[], fillers=["Snow."], answer="Never said."),
    )

    found = describe(path)

    assert (found["format"], found["bytes"]) == ("longmemeval", path.stat().st_size)
    assert found["populations"] == {"answerable": 1, "official": 1, "abstention": 1}
    assert (found["histories"], found["sessions"], found["turns"]) == (2, 3, 6)
    assert (found["by_type"], found["evidence_turns"]) == ({"single-session-user": 2}, {"user": 1})


def sessions(*roles: str, dates: Iterable[int] = (1,), content: str = "Hm.") -> list[dict[str, Any]]:
    return [
        {
            "session_id": f"s{place}",
            "started_at": f"2024-05-{day:02}",
            "turns": [turn(role, content) for role in roles],
        }
        for place, day in enumerate(dates)
    ]


@pytest.mark.parametrize(
    ("changed", "trap"),
    [
        ({}, "repeated session ids"),
        ({"asked_at": "2024-05-02T07:00"}, "sessions after the question"),
        ({"asked_at": "2024-05-02T07:00"}, "evidence after the question"),
        ({"sessions": sessions("user", dates=(9, 8)), "evidence": []}, "sessions not in time order"),
        ({}, "sessions that the assistant begins"),
        ({"sessions": sessions("user", "user"), "evidence": []}, "roles that do not alternate"),
        ({"sessions": sessions("user", content=" "), "evidence": []}, "blank turns"),
        ({"sessions": sessions("user") + sessions(), "evidence": []}, "sessions without turns"),
        ({"answer": "2"}, "answers that are numbers"),
        ({"evidence": [[1, 2]]}, "evidence of the assistant's only"),
        ({"evidence": []}, "answerable without evidence"),
        ({"abstention": True}, "abstentions with evidence turns"),
    ],
)
def test_traps_are_counted(tmp_path: Path, changed: dict[str, Any], trap: str) -> None:
    counts = count_cases(read_cases(written(tmp_path / "own.jsonl", line(**changed))))

    assert counts["traps"][trap] == 1


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


def test_without_a_file_the_sources_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert data() == 0

    assert "locomo10.json" in capsys.readouterr().out


def test_what_is_wrong_in_a_file_is_one_line_and_the_users_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "own.jsonl", line(asked_at=5))

    assert data(path) == 2

    assert capsys.readouterr().err == (
        f"daybook-eval: {path}, line 1: asked_at: expected a date-time like '2024-05-30T10:18:00+00:00'\n"
    )
