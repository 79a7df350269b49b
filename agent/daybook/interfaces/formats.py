"""The formats of chat histories that can be imported."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """A format, by the name that `daybook import --format` knows it by."""

    LONGMEMEVAL = "longmemeval"
    LOCOMO = "locomo"
    MESSAGES = "messages"
    ARCHIVE = "archive"
