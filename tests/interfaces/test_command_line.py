"""The command as a program: its help, the user's mistakes, settings, and output that cannot be written."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from daybook.interfaces.cli.command_options import DEFAULT_OWNER, first_moment, last_moment
from daybook.settings import DEFAULT_OWNER as OWNER_OF_SETTINGS
from tests.interfaces.daybook_command import Command

ROOT = Path(__file__).parents[2]
COMMANDS = "demo import chat ask search sessions show stats forget reindex migrate doctor".split()
FIRST_EIGHT = "demo import chat ask search ledger forget serve".split()
HEAVY = {"chromadb", "langgraph", "onnxruntime", "openai", "sqlalchemy", "numpy", "pydantic", "rich"}
ANSWERING = {"chromadb", "langchain_core", "langgraph", "onnxruntime", "openai", "daybook.graph"}


def program(text: str, **given: Any) -> subprocess.CompletedProcess[str]:
    """Run Python in which `run` is the command, in a process of its own."""
    imported = f"import os, sys\nfrom daybook.interfaces.cli.program import run\n{text}"
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | given
    return subprocess.run([sys.executable, "-c", imported], text=True, cwd=ROOT, **streams)


def test_the_help_loads_nothing_heavy() -> None:
    done = program(f"run(['--help'])\nprint('loaded:', *{HEAVY} & set(sys.modules))")

    assert done.stdout.splitlines()[-1] == "loaded:"
    assert all(f"  {name} " in done.stdout for name in COMMANDS)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["sessions"], ["stats"], ["token", "list"]])
def test_a_listing_loads_nothing_of_what_answers_questions(imported: Path, arguments: list[str]) -> None:
    command = [*arguments, "--data-dir", str(imported)]

    done = program(f"code = run({command})\nprint('loaded:', code, *{ANSWERING} & set(sys.modules))")

    assert done.stdout.splitlines()[-1] == "loaded: 0"


def test_the_help_is_shown_without_arguments_and_has_examples_and_groups(daybook: Command) -> None:
    done = daybook()

    assert done.code == 0
    assert "Begin:\n  demo" in done.out
    assert "\n    daybook ask where did I park last Tuesday\n" in done.out
    groups = done.out.partition("Begin:\n")[2]
    assert [line.split()[0] for line in groups.partition("\n\n")[0].splitlines()] == FIRST_EIGHT
    assert "..." not in groups  # nothing is cut off
    assert daybook("--version").out.startswith("daybook 0.")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_and_takes_an_owner_and_a_data_directory(
    daybook: Command, command: str
) -> None:
    done = daybook(command, "--help")

    assert done.code == 0
    assert "--owner" in done.out
    assert "--data-dir" in done.out
    assert "\x1b" not in done.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["aks", "x"], "No such command 'aks'"),
        (["ask"], "Missing argument"),
        (["ask", " "], "the question is empty"),
        (["ask", "x", "--colour"], "No such option"),
        (["search", "x", "-k", "0"], "--limit"),
        (["ask", "x", "--asked-at", "lunch"], "--asked-at: cannot read the date 'lunch'"),
        (["ask", "x", "--asked-at", "2023-13-45"], "--asked-at: cannot read the date '2023-13-45'"),
        (["ask", "x", "--as-of", "yesterday-ish"], "--as-of"),
        (["show", "nothing"], "has no session, round or record 'nothing'"),
        (["import", "nowhere.json"], "nowhere.json: cannot be read: No such file"),
        (["import", "."], "this folder has no file that could be imported"),
        (["import", "x", "--format", "csv"], "--format is one of auto, longmemeval, locomo, messages"),
        (["import", "[{}]", "--format", "locomo"], "[0].conversation: the conversation is empty"),
        (["import", __file__], "not JSON"),
    ],
)
def test_the_users_mistake_is_one_line_and_exit_code_2(
    daybook: Command, arguments: list[str], problem: str
) -> None:
    Path("[{}]").write_text("[{}]")

    done = daybook(*arguments)

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("daybook: ")
    assert done.err.count("\n") == 1
    assert problem in done.err


def test_a_data_directory_that_cannot_be_made_is_not_the_users_traceback(
    daybook: Command, tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")

    done = daybook("stats", "--data-dir", str(tmp_path / "taken" / "data"))

    assert done.code == 1
    assert done.err.count("\n") == 1


def test_a_reader_that_leaves_is_no_error() -> None:
    closed = "os.close(0); r, w = os.pipe(); os.close(r); os.dup2(w, 1)\n"

    assert program(f"{closed}sys.exit(run(['--help']))").stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_output_that_cannot_be_written_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = program("sys.exit(run(['--help']))", stdout=full)

    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "No space left" in done.stderr


def test_asked_at_is_of_the_zone_without_an_offset_and_a_date_alone_is_its_end() -> None:
    def read(text: str | None) -> str:
        return str(last_moment(text, "--asked-at", ZoneInfo("Asia/Kathmandu")))

    assert read("2023-05-30T10:18") == "2023-05-30 10:18:00+05:45"
    assert read("2023-05-30T10:18+02:00") == "2023-05-30 10:18:00+02:00"
    assert read("2023/05/30 (Tue) 10:18") == "2023-05-30 10:18:00+05:45"
    assert read("2023-05-30") == "2023-05-30 23:59:00+05:45"
    assert read(None) == "None"


@pytest.mark.parametrize(("words", "days"), [("yesterday", 1), ("3 days ago", 3), ("today", 0)])
def test_a_moment_may_be_a_day_in_words(words: str, days: int) -> None:
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    first = today - timedelta(days=days)

    assert first_moment(words, "--between", UTC) == first
    assert last_moment(words, "--asked-at", UTC) == first + timedelta(hours=23, minutes=59)


def test_the_owner_is_the_same_where_nobody_is_named() -> None:
    assert DEFAULT_OWNER == OWNER_OF_SETTINGS
