"""Runs every command beside other processes on one memory, and sees whether it did what it said."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from shutil import copytree
from time import monotonic, sleep

from daybook.settings import Settings
from daybook_eval.robustness.matrix_commands import (
    COMMANDS,
    OWNER,
    QUESTION,
    Ended,
    MatrixCommand,
    see,
    write_facts,
    write_history,
)
from daybook_eval.robustness.operations import Operation
from daybook_eval.robustness.worker import Died, Stuck, Worker
from daybook_eval.tables import Listing, Report

_BEGINS = 60.0
"""Seconds in which a neighbour must have the memory in use."""
_CROWD = 30_000
"""Rounds of the import; so many that it lasts longer than the commands."""
_SMALL_TALK = "The weather was fine today."
_PROGRAM = "from daybook.interfaces.cli import main; main()"


def daybook_process(arguments: list[str], data_dir: Path) -> subprocess.Popen[str]:
    """Start a `daybook` command on a memory, with no other setting than its place."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DAYBOOK_")}
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=data_dir.parent,
        env={**kept, "DAYBOOK_DATA_DIR": str(data_dir), "COLUMNS": "400"},
    )


class Nobody:
    """No process beside the commands: what they do alone. Others have a memory in use."""

    def __init__(self, data_dir: Path) -> None:
        """Begin, and wait until it has the memory in use."""

    def go_on(self) -> None:
        """Do something for a moment; called over and over while a command runs."""
        sleep(0.02)

    def trouble(self) -> str:
        """Say what went wrong for it since it was last asked; "" where nothing did."""
        return ""

    def end(self) -> None:
        """End it."""


class Chat(Nobody):
    """`daybook chat` that has been told something, and waits for more; its input stays open."""

    def __init__(self, data_dir: Path) -> None:
        self._process = daybook_process(["chat", "--owner", OWNER], data_dir)
        self._tell(_SMALL_TALK)

    def trouble(self) -> str:
        """Talk on: what is said must be noted."""
        reply = self._tell(_SMALL_TALK)
        return "" if "Noted" in reply else f"the chat says: {reply}"

    def end(self) -> None:
        """Leave the chat."""
        self._process.communicate(timeout=_BEGINS)

    def _tell(self, message: str) -> str:
        given, printed = self._process.stdin, self._process.stdout
        assert given is not None
        assert printed is not None
        try:
            given.write(message + "\n")
            given.flush()
        except BrokenPipeError:
            return f"ended with {self._process.wait()}"
        return next((line.strip() for line in printed if line.strip()), "")


class Import(Nobody):
    """`daybook import` of a long history of another owner, which has kept rounds and embeds for minutes."""

    def __init__(self, data_dir: Path) -> None:
        said = [f"The crowd numbered {number}." for number in range(_CROWD)]
        path = write_history(data_dir.parent / "crowd.json", {"crowd": said})
        self._process = daybook_process(["import", str(path), "--owner", "crowd"], data_dir)
        until = monotonic() + _BEGINS
        while self._process.poll() is None and monotonic() < until:
            stats = daybook_process(["stats", "--owner", "crowd", "--json"], data_dir)
            if '"rounds": 0' not in stats.communicate()[0]:
                break
            sleep(0.2)

    def trouble(self) -> str:
        """It must still be running."""
        if self._process.poll() is None:
            return ""
        return f"the import ended with {self._process.returncode}: {self._process.communicate()[1].strip()}"

    def end(self) -> None:
        """End it in the middle."""
        self._process.kill()
        self._process.communicate()


class Reader(Nobody):
    """A program that has the memory open, and keeps asking."""

    def __init__(self, data_dir: Path) -> None:
        self._worker = Worker(Settings.of(data_dir=data_dir), OWNER, None)
        self._errors: list[str] = []
        self.go_on()

    def go_on(self) -> None:
        """Ask."""
        try:
            if error := self._worker.do(Operation("ask", QUESTION)).error:
                self._errors.append(error)
        except (Died, Stuck) as failure:
            self._errors.append(str(failure))

    def trouble(self) -> str:
        """Every question must be answered."""
        errors, self._errors = self._errors, []
        return f"the reader: {errors[0]}" if errors else ""

    def end(self) -> None:
        """Let it close the memory."""
        self._worker.close()


NEIGHBOURS: Mapping[str, Callable[[Path], Nobody]] = {
    "nobody": Nobody,
    "chat": Chat,
    "import": Import,
    "reader": Reader,
}


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """One command beside one neighbour."""

    command: str
    neighbour: str
    code: int
    first_line: str
    verdict: str
    """"done", or "refused" with nothing done; what is wrong: "failed", "not as it says", "done though
    refused"."""
    trouble: str = ""
    """What went wrong for the neighbour meanwhile."""

    @property
    def kept_its_word(self) -> bool:
        """True if it did what it said, and the neighbour was not harmed."""
        return self.verdict in ("done", "refused") and not self.trouble


def report(work_dir: Path) -> Report:
    """Run the matrix; a line for each command and neighbour."""
    cells = run_matrix(work_dir)
    columns = ("beside", "command", "#code", "verdict", "prints", "neighbour")
    rows = [
        (cell.neighbour, cell.command, str(cell.code), cell.verdict, cell.first_line, cell.trouble)
        for cell in cells
    ]
    failed = not all(cell.kept_its_word for cell in cells)
    return Report([Listing(columns, rows)], {"cells": [asdict(cell) for cell in cells]}, failed=failed)


def begin_memory(directory: Path) -> None:
    """Make the memory that all begin with, in `directory / "data"`: it was imported."""
    data_dir, nobody = directory / "data", Nobody(directory)
    beside(nobody, ["import", str(write_facts(directory / "facts.json"))], data_dir, None)


def run_matrix(
    work_dir: Path,
    commands: Sequence[MatrixCommand] = COMMANDS,
    neighbours: Mapping[str, Callable[[Path], Nobody]] = NEIGHBOURS,
    begin_first: Callable[[Path], None] = begin_memory,
) -> list[MatrixCell]:
    """Run the commands beside each neighbour, in their order, on a copy of the same memory each time."""
    first = work_dir / "first"
    first.mkdir()
    begin_first(first)
    cells = []
    for name, begin in neighbours.items():
        directory = work_dir / name
        copytree(first, directory)
        neighbour = begin(directory / "data")
        try:
            cells += [run_beside(command, name, neighbour, directory) for command in commands]
        finally:
            neighbour.end()
    return cells


def beside(neighbour: Nobody, arguments: list[str], data_dir: Path, typed: str | None) -> Ended:
    """Run a command to its end while a neighbour goes on."""
    process = daybook_process(arguments, data_dir)
    assert process.stdin is not None
    process.stdin.write(typed or "")
    process.stdin.close()
    process.stdin = None
    while process.poll() is None:
        neighbour.go_on()
    out, err = process.communicate()
    return Ended(process.returncode, out, err)


def run_beside(command: MatrixCommand, name: str, neighbour: Nobody, directory: Path) -> MatrixCell:
    """Run one command beside a neighbour, and look what became of the memory."""
    data_dir = directory / "data"
    arguments = command.arguments(see(data_dir), directory)
    ended = beside(neighbour, arguments, data_dir, command.typed)
    there = command.effect(see(data_dir), ended, directory)
    verdict = judge(command, ended, there=there)
    return MatrixCell(command.name, name, ended.code, ended.first_line, verdict, neighbour.trouble())


def judge(command: MatrixCommand, ended: Ended, *, there: bool) -> str:
    """Say whether a command did what it said."""
    if command.claims(ended):
        return "done" if there else "not as it says"
    if ended.code not in (0, 2):
        return "failed"
    return "done though refused" if there and command.writes else "refused"
