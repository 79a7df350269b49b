"""Stretches of a message that are not its sender's own by their form alone, in any language."""

import re
from collections.abc import Iterable

from daybook.conversation.authorship import ATTACHMENT_MARK, FORWARD_MARK, Mode, Stretch

_HEADED = re.compile(
    rf"^\[(?:{FORWARD_MARK} (?P<by>[^\]\n]+)|{ATTACHMENT_MARK} (?P<file>[^,\]\n]++)[^\]\n]*)\][ \t]*"
    r"(?:\n>[^\n]*)*",
    re.MULTILINE,
)
"""A forward or an attachment, as the importers write it."""
_MARKED = re.compile(
    r"(?P<code>```[\s\S]*?(?:```|\Z)|~~~[\s\S]*?(?:~~~|\Z)|`[^`\n]+`|^[ \t]*\|[^\n]*$)|^[ \t]*>[^\n]*$",
    re.MULTILINE,
)
_SHOWN = re.compile(r"[^\n]")
_NO_NAME = "text"
"""The name that importers give an attachment without one."""


def structural_stretches(text: str) -> tuple[Stretch, ...]:
    """Find forwards, attachments, block quotes, code and tables, in the order of the text."""
    found = []
    for match in _HEADED.finditer(text) if "[" in text else ():
        mode = Mode.FORWARDED if match["by"] else Mode.ATTACHED
        name = (match["by"] or match["file"]).strip()
        found.append(Stretch(*match.span(), mode, "" if name == _NO_NAME else name))
    rest = blanked(text, found)
    for match in _MARKED.finditer(rest) if any(sign in rest for sign in "`~>|") else ():
        found.append(Stretch(*match.span(), Mode.PASTED if match["code"] else Mode.QUOTED))
    return tuple(sorted(found, key=lambda stretch: stretch.start))


def blanked(text: str, stretches: Iterable[Stretch]) -> str:
    """Put blanks in place of stretches, none overlapping another; line breaks and all positions stay."""
    parts, reached = [], 0
    for stretch in sorted(stretches, key=lambda stretch: stretch.start):
        parts += [text[reached : stretch.start], _SHOWN.sub(" ", text[stretch.start : stretch.stop])]
        reached = stretch.stop
    return "".join([*parts, text[reached:]])
