"""Sentences cut out of a text: which ones hold certain words, and what is left without them."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
"""Characters of a text, the first in and the second out."""

FORGOTTEN = "[forgotten]"
"""Stands where sentences were cut out."""

_WORD = re.compile(r"\w")
_SPACED = re.compile(r"(?![\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff])\w")
"""A sign of a script that puts space between words."""


def spans_of(text: str, words: Iterable[str]) -> list[Span]:
    """Find where a text holds any of those words or phrases, as whole words, case and line breaks aside."""
    return sorted(
        {match.span() for phrase in words if phrase.strip() for match in _finder(phrase).finditer(text)}
    )


def holds(text: str, words: Iterable[str]) -> bool:
    """True if `spans_of` finds anything."""
    return any(_finder(phrase).search(text) for phrase in words if phrase.strip())


def sentences_at(text: str, spans: Sequence[Span], sentences: Iterable[Span]) -> list[Span]:
    """Give those of a text's sentences that touch a span; neighbours are joined."""
    joined: list[Span] = []
    for start, stop in sentences:
        if not any(first < stop and start < last for first, last in spans):
            continue
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((start, stop))
    return joined


def cut(text: str, cuts: Sequence[Span]) -> str:
    """Put `FORGOTTEN` in place of the cuts, which are in order and do not overlap."""
    pieces, end = [], 0
    for start, stop in cuts:
        pieces += [text[end:start], FORGOTTEN]
        end = stop
    return "".join([*pieces, text[end:]])


def moved(span: Span, cuts: Sequence[Span]) -> Span | None:
    """Say where a span of a text stands after `cut`; None if some of it was cut out."""
    start, stop = span
    if any(first < stop and start < last for first, last in cuts):
        return None
    shift = sum(len(FORGOTTEN) - (last - first) for first, last in cuts if last <= start)
    return start + shift, stop + shift


def says_nothing(text: str) -> bool:
    """True if no word is left of a text but for what stands in place of cuts."""
    return _WORD.search(text.replace(FORGOTTEN, "")) is None


@lru_cache(maxsize=1024)
def _finder(words: str) -> re.Pattern[str]:
    pieces = [re.escape(piece).replace("'", "['\u2019]") for piece in words.replace("\u2019", "'").split()]
    before = r"(?<!\w)" if _SPACED.match(words.lstrip()) else ""
    after = r"(?!\w)" if _SPACED.match(words.rstrip()[-1:]) else ""
    return re.compile(before + r"\s+".join(pieces) + after, re.IGNORECASE)
