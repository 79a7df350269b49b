"""The files that grow while a judge works: JSON Lines in the folder of a run."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from os import SEEK_END
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from daybook.errors import BadInput


class Placed(Protocol):
    """A line that says what it is about."""

    @property
    def place(self) -> Hashable:
        """What it is about; a later line of the same place takes an earlier one's."""


LineT = TypeVar("LineT", bound=Placed)


class KeptLines(Generic[LineT]):
    """A file that is only ever appended to; the latest line of a place is in force.

    A last line that was torn by an interruption is dropped.
    """

    def __init__(self, path: Path, line: type[LineT], called: str) -> None:
        """Name the file, what a line of it holds, and what people call that."""
        self.path = path
        self._lines: TypeAdapter[LineT] = TypeAdapter(line)
        self._called = called

    def latest(self) -> list[LineT]:
        """Read the lines in force, in the order in which their places came; none where there is no file.

        Raises:
            BadInput: a line that is not the torn last one cannot be read.
        """
        if not self.path.exists():
            return []
        whole, _, _ = self.path.read_bytes().rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        read = (self._parse(line, number) for number, line in enumerate(lines, start=1))
        return list({line.place: line for line in read}.values())

    def append(self, lines: Iterable[LineT]) -> None:
        """Add lines, whole and at once, after taking a torn last line off."""
        self._drop_torn_line()
        with self.path.open("ab") as file:
            file.write(b"".join(self._lines.dump_json(line) + b"\n" for line in lines))

    def _parse(self, line: bytes, number: int) -> LineT:
        try:
            return self._lines.validate_json(line)
        except ValidationError as error:
            problem = error.errors(include_input=False, include_url=False)[0]["msg"]
            raise BadInput(
                f"no {self._called}: {problem}", source=self.path, where=f"line {number}"
            ) from None

    def _drop_torn_line(self) -> None:
        if not self.path.exists() or not self.path.stat().st_size:
            return
        with self.path.open("r+b") as file:
            file.seek(-1, SEEK_END)
            if file.read(1) != b"\n":
                file.seek(0)
                file.truncate(file.read().rfind(b"\n") + 1)
