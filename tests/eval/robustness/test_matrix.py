"""The verdicts of the matrix, and a small run of it."""

import json
from pathlib import Path

import pytest

from daybook.interfaces.cli.program import run
from daybook.interfaces.importers.messages import read_messages
from daybook.library.daybook import Daybook
from daybook.settings import Settings
from daybook_eval.cli.app import build_app
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness import walls
from daybook_eval.robustness.matrix import Nobody, judge, run_beside, run_matrix
from daybook_eval.robustness.matrix_commands import COMMANDS, Ended, MatrixCommand, write_facts

pytestmark = pytest.mark.slow

CHAT, SESSIONS = (
    next(command for command in COMMANDS if command.name == name) for name in ("chat", "sessions")
)


@pytest.mark.parametrize(
    ("code", "out", "there", "verdict"),
    [
        (0, "Noted.", True, "done"),
        (0, "Noted.", False, "not as it says"),
        (0, "is in use by process 7", False, "refused"),
        (0, "is in use by process 7", True, "done though refused"),
        (2, "", False, "refused"),
        (1, "", False, "failed"),
        (-11, "", False, "failed"),
    ],
)
def test_a_command_is_judged_by_what_it_says_and_what_is_there(
    code: int, out: str, there: bool, verdict: str
) -> None:
    assert judge(CHAT, Ended(code, out, ""), there=there) == verdict


class Quarrelsome(Nobody):
    def trouble(self) -> str:
        return "the neighbour cannot read any more"


def quick_memory(directory: Path) -> None:
    """The facts of the matrix, under an embedder that needs no model; these commands need none."""
    settings = Settings.of(data_dir=directory / "data")
    with Daybook.open(settings=settings, embedder=HashedWords()) as daybook:
        daybook.add(read_messages(write_facts(directory / "facts.json")).sessions, owner="me")


def test_commands_run_on_a_real_memory_and_their_neighbour_is_asked(tmp_path: Path) -> None:
    liar = MatrixCommand("liar", lambda seen, _: ["stats", "--json"], lambda seen, *_: seen.says("nonsense"))

    cells = run_matrix(tmp_path, [SESSIONS, liar], {"nobody": Nobody}, quick_memory)

    assert [(cell.verdict, cell.code, cell.kept_its_word) for cell in cells] == [
        ("done", 0, True),
        ("not as it says", 0, False),
    ]
    assert cells[0].first_line.endswith("I live in Munich.")
    beside_another = run_beside(SESSIONS, "other", Quarrelsome(tmp_path), tmp_path / "nobody")
    assert (beside_another.verdict, beside_another.kept_its_word) == ("done", False)


SMALL = ("--only", "walls", "--operations", "20")


def robustness(*arguments: object) -> int:
    return run(["robustness", *map(str, arguments)], build=build_app, name="daybook-eval")


def test_a_run_that_breaks_no_promise_prints_its_figures_and_ends_with_0(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert robustness(*SMALL) == 0
    shown = capsys.readouterr()
    assert robustness(*SMALL, "--json", "--work-dir", tmp_path / "kept") == 0
    (part,) = json.loads(capsys.readouterr().out)["parts"]

    assert "walls\t20\tcalls\t20\n" in shown.out
    assert "walls\t20\tleaks\t0\n" in shown.out
    assert shown.err.startswith("walls: 20 in ")
    assert (part["name"], part["runs"], part["failures"]) == ("walls", 20, [])
    assert part["figures"]["leaks"] == 0
    assert (tmp_path / "kept/walls/walls/daybook.sqlite").exists()


def test_a_broken_promise_is_told_below_the_table_and_ends_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walls, "foreign", lambda *_: ["wall99"])

    assert robustness(*SMALL, "--seed", 4) == 1

    lines = capsys.readouterr().out.splitlines()
    assert "walls\t20\tleaks\t20" in lines
    assert lines[-2].startswith("walls: seed 4 worker ")
    assert lines[-1] == "walls: leaks: 15 more"


def test_parts_are_listed_and_mistakes_of_the_caller_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text("mine")

    assert robustness("--only", "list") == 0
    assert "kills " in capsys.readouterr().out
    assert robustness("--only", "earthquakes") == 2
    assert "earthquakes: none of kills, histories" in capsys.readouterr().err
    assert robustness(*SMALL, "--work-dir", tmp_path) == 2
    assert "it is not empty" in capsys.readouterr().err
