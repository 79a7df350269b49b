"""Runs every command beside other processes on one memory, and sees whether it did what it said."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from typing import Any

from daybook_eval.robustness.matrix_commands import (
    COMMANDS,
    QUESTION,
    Ended,
    MatrixCommand,
    pin,
    see,
    write_facts,
)
from daybook_eval.robustness.neighbours import Chat, Import, Neighbour, Nobody, Reader, beside

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
        """Whether it did what it said, and the neighbour was not harmed."""
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
    """Run the commands beside each neighbour, in their order, on a copy of the same memory each time.

    Args:
        work_dir: an existing empty directory.
        commands: which.
        neighbours: what begins each, by its name.
        begin_first: makes the memory that is copied.
    """
    first = work_dir / "first"
    first.mkdir()
    begin_first(first)
    cells = []
    for name, begin in neighbours.items():
        directory = work_dir / name
        copytree(first, directory)
        neighbour = begin(directory / "data")
        try:
            cells += [run_beside(one, name, neighbour, directory) for one in commands]
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
    """Say whether a command did what it said.

    Args:
        command: which.
        ended: how it ended.
        there: whether its effect is there.
    """
    if command.claims(ended):
        return "done" if there else "not as it says"
    if ended.code not in (0, 2):
        return "failed"
    return "done though refused" if there and command.writes else "refused"
