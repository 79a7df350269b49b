"""Append-only JSON Lines files in the folder of a run, which survive interruptions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from os import SEEK_END
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from daybook.errors import BadInput


class Keyed(Protocol):
    """A line with a key."""

    @property
    def key(self) -> Hashable:
        """The key; a later line replaces an earlier one of the same key."""


LineT = TypeVar("LineT", bound=Keyed)


class AppendOnlyFile(Generic[LineT]):
    """An append-only JSON Lines file; the latest line of a key counts.

    A last line that was torn by an interruption is dropped.
    """

    def __init__(self, path: Path, line: type[LineT], called: str) -> None:
        """Set the path, the type of a line, and its name in messages."""
        self.path = path
        self._lines: TypeAdapter[LineT] = TypeAdapter(line)
        self._called = called

    def latest(self) -> list[LineT]:
        """Read the latest line of each key, in the order of first occurrence; [] if there is no file.

        Raises:
            BadInput: a line that is not the torn last one cannot be read.
        """
        if not self.path.exists():
            return []
        whole, _, _ = self.path.read_bytes().rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        read = (self._parse(line, number) for number, line in enumerate(lines, start=1))
        return list({line.key: line for line in read}.values())

    def append(self, lines: Iterable[LineT]) -> None:
        """Append lines in one write, after removing a torn last line."""
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
