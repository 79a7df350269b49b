"""Bytes read as text, whatever encoding they are in."""

from __future__ import annotations

import codecs
import re

from daybook.documents.convert.blocks import Unreadable, tidy

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks; those of UTF-32 begin with those of UTF-16."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SAMPLE = 100_000
_MOST_CONTROL = 0.01
"""The share of control characters from which bytes are no text."""


def decoded(data: bytes) -> str:
    """Read bytes as text: by a byte order mark, as UTF-8 or UTF-16, or else as Windows-1252.

    Raises:
        Unreadable: they are no text.
    """
    text = _read(data)
    sample = text[:_SAMPLE]
    if len(_CONTROL.findall(sample)) > len(sample) * _MOST_CONTROL:
        raise Unreadable("is no text")
    return tidy(text)


def is_text(data: bytes) -> bool:
    """Whether bytes are text; only their beginning is looked at."""
    try:
        decoded(data[: _SAMPLE * 4])
    except Unreadable:
        return False
    return True


def _read(data: bytes) -> str:
    marked = (encoding for mark, encoding in _MARKS if data.startswith(mark))
    encoding = next(marked, None) or _utf_16(data[:_SAMPLE])
    if encoding is not None:
        return data.decode(encoding, "replace")
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        return decoder.decode(data)  # a sign that the end cuts apart is left out
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _utf_16(sample: bytes) -> str | None:
    """Name the byte order of UTF-16 without a mark: of Latin letters every second byte is NUL."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    few, many = len(sample) // 40, len(sample) // 4
    if odd > many and even <= few:
        return "utf-16-le"
    return "utf-16-be" if even > many and odd <= few else None
