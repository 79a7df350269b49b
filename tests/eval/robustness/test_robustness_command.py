"""`daybook-eval robustness`: its table, its JSON, its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daybook.interfaces.cli.running import run
from daybook_eval.cli.app import build_app
from daybook_eval.robustness import walls
from daybook_eval.robustness.owner_calls import Caller

pytestmark = pytest.mark.slow

SMALL = ("--only", "walls", "--operations", "20")


def robustness(*arguments: object) -> int:
    return run(["robustness", *map(str, arguments)], build=build_app, name="daybook-eval")


def test_a_run_that_breaks_no_promise_prints_its_figures_and_ends_with_0(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert robustness(*SMALL) == 0

    shown = capsys.readouterr()
    assert "walls\t20\tcalls\t20\n" in shown.out
    assert "walls\t20\tleaks\t0\n" in shown.out
    assert shown.err.startswith("walls: 20 in ")


def test_a_broken_promise_is_told_below_the_table_and_ends_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def always(result: object, caller: Caller) -> list[str]:
        return ["wall99"]

    monkeypatch.setattr(walls, "foreign", always)

    assert robustness(*SMALL, "--seed", 4) == 1

    lines = capsys.readouterr().out.splitlines()
    assert "walls\t20\tleaks\t20" in lines
    assert lines[-2].startswith("walls: seed 4 worker ")
    assert lines[-1] == "walls: leaks: 15 more"


def test_the_figures_are_one_json_object_as_well(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert robustness(*SMALL, "--json", "--work-dir", tmp_path / "kept") == 0

    (part,) = json.loads(capsys.readouterr().out)["parts"]
    assert (part["name"], part["runs"], part["failures"]) == ("walls", 20, [])
    assert part["figures"]["leaks"] == 0
    assert (tmp_path / "kept/walls/walls/daybook.sqlite").exists()


def test_parts_are_listed_and_a_part_that_there_is_not_is_the_callers_mistake(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert robustness("--only", "list") == 0
    assert "kills " in capsys.readouterr().out

    assert robustness("--only", "earthquakes") == 2
    assert "earthquakes: none of kills, histories" in capsys.readouterr().err


def test_a_directory_with_something_in_it_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text("mine")

    assert robustness(*SMALL, "--work-dir", tmp_path) == 2
    assert "it is not empty" in capsys.readouterr().err
