"""The records of a JSON or JSON Lines file, one at a time, however large the file is."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.import_sources import Source, Tell, text_of

_WHITE_SPACE = re.compile(r"[ \t\n\r]+")
_CUT_MARGIN = 16
"""Characters: an error nearer than this to the end of what was read may come from the cut alone."""
_LARGEST = 32_000_000
"""Characters of one record: six times the largest one of LongMemEval, which has 500 sessions."""

JsonObject = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class JsonRecord:
    """One value of a file, and where it stands."""

    value: object
    where: str
    """Such as "[3]" in a list (from 0), or "line 4" in JSON Lines (from 1)."""


class JsonReader:
    """Decodes one JSON value after the other from a text that arrives in pieces."""

    def __init__(self, path: Source, limit: int | None, tell: Tell | None = None) -> None:
        self._path = path
        self._pieces = text_of(path, limit, tell)
        self._decoder = json.JSONDecoder()
        self._text = ""
        self._at = 0
        self._counted, self._line, self._column = 0, 1, 1  # a place in _text, and where that is in the file

    @property
    def line(self) -> int:
        """The line of the next character, from 1."""
        self._line, self._column = self._place(self._at)
        self._counted = self._at
        return self._line

    def peek(self) -> str:
        """The next character that is not white space, or "" at the end."""
        while True:
            if (blank := _WHITE_SPACE.match(self._text, self._at)) is not None:
                self._at = blank.end()
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._read_more():
                return ""

    def skip(self, sign: str) -> None:
        """Go past one sign, which has to stand here."""
        found = self.peek()
        if not found:
            raise self.error("the file ends too early")
        if found != sign:
            raise self.error(f"expected {sign!r} here, found {found!r}")
        self._at += 1

    def items(self) -> Iterator[int]:
        """Iterate over the list that begins here, yielding places from 0; read each item in turn."""
        self.skip("[")
        count = 0
        while self.peek() != "]":
            if count:
                self.skip(",")
            yield count
            count += 1
        self.skip("]")

    def members(self) -> Iterator[str]:
        """Iterate over the object that begins here, yielding names; read each value in turn."""
        self.skip("{")
        first = True
        while self.peek() != "}":
            if not first:
                self.skip(",")
            first = False
            if self.peek() != '"':
                raise self.error("expected a name in quotation marks here")
            name = str(self.value())
            self.skip(":")
            yield name
        self.skip("}")

    def outline(self, depth: int = 3) -> object:
        """Read the value that begins here, but keep of every list in it only the first item."""
        sign = self.peek()
        if sign == "{" and depth:
            return {name: self.outline(depth - 1) for name in self.members()}
        if sign == "[" and depth:
            first = [value for place in self.items() if (value := self.value()) is not None and not place]
            return first[:1]
        return self.value()

    def value(self) -> object:
        """Decode the value that begins here, reading on until it is whole."""
        self.peek()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated string") or error.pos > len(self._text) - _CUT_MARGIN
                if not cut or not self._double():
                    raise self.error(f"not JSON: {error.msg}", error.pos) from None
            except RecursionError:
                raise self.error("lists or objects are nested too deeply") from None
            except ValueError:
                raise self.error("a number has too many digits") from None
            else:
                if end < len(self._text) or not self._read_more():  # "12" may go on as "123"
                    self._at = end
                    return value

    def error(self, problem: str, at: int | None = None) -> BadInput:
        """An error with the line and the column of a place in the text, or of the next character."""
        line, column = self._place(self._at if at is None else at)
        return BadInput(problem, source=str(self._path), where=f"line {line} column {column}")

    def _double(self) -> bool:
        """Read about as much again as is held, so that a long value is tried only a few times."""
        wanted = 2 * (len(self._text) - self._at)
        grown = self._read_more()
        while grown and len(self._text) - self._at < wanted and self._read_more():
            pass
        return grown

    def _read_more(self) -> bool:
        """Drop what is done with and read one more piece; at the end of the file, change nothing."""
        piece = next(self._pieces, None)
        if piece is None:
            return False
        if len(self._text) - self._at > _LARGEST:
            raise self.error(f"a record is longer than {_LARGEST:,} characters")
        self._line, self._column = self._place(self._at)
        self._text, self._at, self._counted = self._text[self._at :] + piece, 0, 0
        return True

    def _place(self, at: int) -> tuple[int, int]:
        breaks = self._text.count("\n", self._counted, at)
        if not breaks:
            return self._line, self._column + at - self._counted
        return self._line + breaks, at - self._text.rfind("\n", 0, at)


def read_records(path: Source, limit: int | None = None, tell: Tell | None = None) -> Iterator[JsonRecord]:
    """Read the items of a file that holds one JSON list, or its values, which white space separates.

    No more than one record and one piece of the file, of at most `limit` bytes, unpacked, are held at a time.
    `tell` is that of `text_of`.

    Raises:
        BadInput: the file cannot be read (see `text_of`), is empty, is not JSON (with line and column, both
            from 1), or has a record of more than 32 million characters.
    """
    reader = JsonReader(path, limit, tell)
    first = reader.peek()
    if not first:
        raise BadInput("the file is empty", source=str(path))
    if first == "[":
        for place in reader.items():
            yield JsonRecord(reader.value(), f"[{place}]")
        if reader.peek():
            raise reader.error("there is more after the end of the list")
    while reader.peek():
        where = f"line {reader.line}"
        yield JsonRecord(reader.value(), where)
