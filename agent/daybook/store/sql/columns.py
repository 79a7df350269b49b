"""The types of the columns: what is stored comes back as it was, and what was garbled does no harm."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, Text, TypeDecorator
from sqlalchemy.dialects.sqlite import DATETIME
from sqlalchemy.types import TypeEngine

_ESCAPED = re.compile("[\x00\x1a\ud800-\udfff]")
_ESCAPE = re.compile("\x1a([0-9a-f]{4})")
_UNDECODABLE = re.compile("[\udc80-\udcff]")


class Garbled(str):
    """Stands, empty, for a stored text that is not UTF-8: something other than Daybook wrote it."""

    __slots__ = ()


class Verbatim(TypeDecorator[str]):
    """Text that comes back exactly as it was said.

    Databases refuse lone surrogates, and some NUL: they are written as the control character SUBSTITUTE and
    four hexadecimal digits, and so is SUBSTITUTE itself.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Escape a text so that every database accepts it."""
        return None if value is None else escaped(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Undo the escaping; what is no text, or not UTF-8, comes as `Garbled`."""
        if value is None:
            return None
        if not isinstance(value, str) or (not value.isascii() and _UNDECODABLE.search(value)):
            return Garbled()
        return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), value) if "\x1a" in value else value


class _Text(DATETIME):
    """A moment as SQLite keeps it: a text, whose order is that of time."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[object], datetime | None]:
        return _parsed


class Moment(TypeDecorator[datetime]):
    """A moment, timezone-aware going in, in UTC coming out; None for a text that is no moment."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[datetime]:
        """Read SQLite's texts with ours, which does not fail at one that is garbled."""
        if dialect.name == "sqlite":
            return dialect.type_descriptor(_Text())  # type: ignore[no-untyped-call]
        return dialect.type_descriptor(DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC, since SQLite drops the time zone."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Restore the time zone (UTC)."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _parsed(value: object) -> datetime | None:
    try:
        return datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


class Json(TypeDecorator[Any]):
    """A value as JSON; a text that is no JSON comes as None: something other than Daybook wrote it."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Write it as ASCII, which every database accepts."""
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """Read it back."""
        try:
            return None if value is None else json.loads(value)
        except (TypeError, ValueError):
            return None


def escaped(text: str) -> str:
    """Escape a text as the tables hold it."""
    return _ESCAPED.sub(lambda match: f"\x1a{ord(match[0]):04x}", text)
