"""Fields of what other programs export: one that is missing, or of another type than it should, is absent.

Their forms change without notice, and years of chats should not be refused for one odd field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from daybook.interfaces.importers.fields import whole_characters
from daybook.interfaces.moments import unix_moment, written_moment

_HASHED = 16
"""Hexadecimal digits of the name that a conversation gets from its words: 64 bits."""


def object_of(value: object) -> Mapping[str, Any]:
    """Return an object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> Sequence[Any]:
    """Return a list; an empty one for anything else."""
    return value if isinstance(value, list) else ()


def text_of_field(value: object) -> str:
    """Return a text that can be stored; "" for anything else."""
    return str(whole_characters(value)) if isinstance(value, str) else ""


def name_of(value: object) -> str:
    """Return an id, which some write as a number; "" for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < 1 << 64 else ""
    return text_of_field(value).strip()


def moment_of(value: object) -> datetime | None:
    """Return a moment in ISO 8601 or Unix seconds or milliseconds, also as text; None for anything else."""
    try:
        if isinstance(value, str):
            figures = value.strip()
            if figures.isdecimal() and figures.isascii() and len(figures) > len("20240131"):
                return unix_moment(int(figures[:20]))
            return written_moment(figures)
        if isinstance(value, int | float) and not isinstance(value, bool) and value:
            return unix_moment(value)
    except ValueError:
        return None
    return None


def first_moment(*values: object) -> datetime | None:
    """Return the first of several values that is a moment."""
    return next((moment for value in values if (moment := moment_of(value))), None)


def name_from(*words: str) -> str:
    """Make a name for what has none, out of its words: the same words give the same name."""
    digest = sha256()
    for word in words:
        encoded = word.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.hexdigest()[:_HASHED]
