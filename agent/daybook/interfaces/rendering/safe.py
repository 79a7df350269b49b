"""Stored text made fit for a terminal: it may be read there, but not act on it."""

import json
import re
from collections.abc import Mapping
from typing import Any

_PICTURES = {code: 0x2400 + code for code in range(0x20)}  # "␀" to "␟"
_KEPT = {ord("\n"), ord("\t")}
_REPLACED = {
    **{code: picture for code, picture in _PICTURES.items() if code not in _KEPT},
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
    **dict.fromkeys(range(0xD800, 0xE000), 0xFFFD),
}
UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""For a character class of a pattern: what turns the direction of writing, breaks lines, or takes no room."""
# Emoji and the scripts of India and Persia are written with joiners; within ASCII they only hide something.
_UNSEEN = re.compile(f"[{UNSEEN}]|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])")

_UNSAFE_IN_JSON = re.compile(f"[\x7f-\x9f\u200c\u200d\ud800-\udfff{UNSEEN}]")


def printable(text: str) -> str:
    r"""Replace what a terminal would obey, and what nobody would see, by what it shows.

    The control characters of C0 become their pictures (escape is "␛"); those of C1 and half surrogate pairs
    become U+FFFD. What turns the direction of writing, or takes no room, becomes its escape, such as
    "\u202e". Line breaks become a line feed; tabs stay.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").translate(_REPLACED)
    return plain if plain.isascii() else _UNSEEN.sub(lambda found: _escape(found[0]), plain)


def _escape(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def one_line(text: str, width: int | None = None) -> str:
    """Make text printable in one line of at most `width` characters."""
    line = " ".join(printable(text).split())
    return line if width is None or len(line) <= width else line[: width - 1].rstrip() + "…"


def as_json(shape: Mapping[str, Any]) -> str:
    """Write one JSON object that is safe to show: what a terminal would obey is escaped."""
    text = json.dumps(shape, ensure_ascii=False, indent=2)
    return _UNSAFE_IN_JSON.sub(lambda found: _json_escape(found[0]), text)


def _json_escape(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if sign.isascii() else json.dumps(sign)[1:-1]


_STRONG = re.compile(r"\*\*(?=\S)((?:[^*\n]|\*(?!\*))++)(?<=\S)\*\*|`(?=\S)([^`\n]++)(?<=\S)`")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])")


def without_emphasis(text: str) -> str:
    """Leave out Markdown's marks of emphasis and code, which a terminal would print as they are."""
    return _EMPHASIS.sub(r"\1", _STRONG.sub(r"\1\2", text))
