"""Runs every command beside other processes on one memory, and sees whether it did what it said."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from time import monotonic, sleep
from typing import IO, Any, Protocol

from daybook.settings import Settings
from daybook_eval.robustness.matrix_commands import (
    COMMANDS,
    OWNER,
    QUESTION,
    Ended,
    MatrixCommand,
    pin,
    see,
    write_facts,
    write_history,
)
from daybook_eval.robustness.operations import Ask
from daybook_eval.robustness.worker import Died, Stuck, Worker

_BEGINS = 60.0
"""Seconds in which a neighbour must have the memory in use."""
_CROWD = 30_000
"""Rounds of the import; so many that it lasts longer than the commands."""
_SMALL_TALK = "The weather was fine today."
_PROGRAM = "from daybook.interfaces.cli import main; main()"


def daybook_process(arguments: list[str], data_dir: Path) -> subprocess.Popen[str]:
    """Start a `daybook` command on a memory, with no other setting than its place."""
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=data_dir.parent,
        env=_environment(data_dir),
    )


def _environment(data_dir: Path) -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DAYBOOK_")}
    return {**kept, "DAYBOOK_DATA_DIR": str(data_dir), "COLUMNS": "400"}


class Neighbour(Protocol):
    """A process that has a memory in use."""

    def go_on(self) -> None:
        """Do something for a moment; called over and over while a command runs."""

    def trouble(self) -> str:
        """Say what went wrong for it since it was last asked; "" where nothing did."""

    def end(self) -> None:
        """End it."""


class Nobody:
    """No process: what the commands do alone."""

    def __init__(self, data_dir: Path) -> None:
        """Nothing is begun."""

    def go_on(self) -> None:
        """Wait."""
        sleep(0.02)

    def trouble(self) -> str:
        """Nothing can go wrong."""
        return ""

    def end(self) -> None:
        """There is nothing to end."""


class Chat(Nobody):
    """`daybook chat` that has been told something, and waits for more; its input stays open."""

    def __init__(self, data_dir: Path) -> None:
        """Begin it, and wait for its first reply."""
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
        return _line(printed)


class Import(Nobody):
    """`daybook import` of a long history of another owner."""

    def __init__(self, data_dir: Path) -> None:
        """Begin it, and wait until it has kept rounds, which it then embeds for minutes."""
        said = [f"The crowd numbered {number}." for number in range(_CROWD)]
        path = write_history(data_dir.parent / "crowd.json", {"crowd": said})
        self._process = daybook_process(["import", str(path), "--owner", "crowd"], data_dir)
        until = monotonic() + _BEGINS
        while not self._rounds(data_dir) and self._process.poll() is None and monotonic() < until:
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

    def _rounds(self, data_dir: Path) -> bool:
        stats = daybook_process(["stats", "--owner", "crowd", "--json"], data_dir)
        return '"rounds": 0' not in stats.communicate()[0]


class Reader(Nobody):
    """A program that has the memory open, and keeps asking."""

    def __init__(self, data_dir: Path) -> None:
        """Begin it, with a first question."""
        self._worker = Worker(Settings.of(data_dir=data_dir), OWNER, None)
        self._errors: list[str] = []
        self.go_on()

    def go_on(self) -> None:
        """Ask."""
        try:
            if error := self._worker.do(Ask(QUESTION)).error:
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


def beside(neighbour: Neighbour, arguments: list[str], data_dir: Path, typed: str | None) -> Ended:
    """Run a command to its end while a neighbour goes on."""
    process = daybook_process(arguments, data_dir)
    if process.stdin is not None:
        process.stdin.write(typed or "")
        process.stdin.close()
        process.stdin = None
    while process.poll() is None:
        neighbour.go_on()
    out, err = process.communicate()
    return Ended(process.returncode, out, err)


def _line(printed: IO[str]) -> str:
    """Read the next line that is not blank; "" at the end."""
    for line in printed:
        if line.strip():
            return line.strip()
    return ""


NEIGHBOURS: Mapping[str, Callable[[Path], Neighbour]] = {
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

    def plain(self) -> dict[str, Any]:
        """Write it as plain values."""
        return {
            "command": self.command,
            "neighbour": self.neighbour,
            "code": self.code,
            "first_line": self.first_line,
            "verdict": self.verdict,
            "trouble": self.trouble,
        }


def begin_memory(directory: Path) -> None:
    """Make the memory that all begin with, in `directory / "data"`: it was imported, and has a pin."""
    data_dir, nobody = directory / "data", Nobody(directory)
    beside(nobody, ["import", str(write_facts(directory / "facts.json"))], data_dir, None)
    beside(nobody, pin(see(data_dir), QUESTION), data_dir, None)


def run_matrix(
    work_dir: Path,
    commands: Sequence[MatrixCommand] = COMMANDS,
    neighbours: Mapping[str, Callable[[Path], Neighbour]] = NEIGHBOURS,
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


def run_beside(command: MatrixCommand, name: str, neighbour: Neighbour, directory: Path) -> MatrixCell:
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
