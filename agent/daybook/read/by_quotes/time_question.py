"""The events that a question about time names: "how many days between X and Y", "which came first"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class TimeRelation(StrEnum):
    """What a question asks of the events that it names."""

    BETWEEN = "between"
    """The time from one to the other."""
    AGO = "ago"
    """The time from one to the moment of asking."""
    FIRST = "first"
    """Which of two is the earlier."""
    LAST = "last"
    """Which of two is the later."""


@dataclass(frozen=True, slots=True)
class TimeQuestion:
    """A question about when events were, in its own words."""

    relation: TimeRelation
    events: tuple[str, ...]
    """One for AGO, two for the rest."""
    unit: str | None
    """"day", "week", "month" or "year"; None where the question names none."""
    ago: bool = False
    """Whether BETWEEN was asked as "how long ago … when …"."""


_UNIT = (
    r"(?:how (?:many (?P<unit>day|week|month|year)s?|long|much time)"
    r"|(?:what|which) (?:was|is) the (?:time|number of (?P<unit2>day|week|month|year)s))\b"
)
_BETWEEN = re.compile(rf"{_UNIT}.*?\bbetween (?P<both>.+)")
_FILLERS = (
    r"(?: (?:had|have|has|did|does|do|was|were|is|are|passed|pass|it|take|took|been|elapsed|later|went by))*"
)
_AFTER = re.compile(
    rf"{_UNIT}{_FILLERS} (?P<one>(?!older|younger).*?)"
    r",? (?:after|before|since|when|until|till|from) (?P<two>.+)"
)
_AGO = re.compile(
    rf"{_UNIT}(?: (?:have|has|had|passed|elapsed|gone by|been|is it|it|it's))* (?:ago|since)\b,? (?P<one>.+)"
)
_WHICH = re.compile(
    r"\b(?:which|what|who|whom)\b.*?\b(?P<order>first|earlier|earliest|sooner|before|last|later|latest"
    r"|most recently|more recently|most recent|more recent)\b[^,:;]*[,:;-]\s*(?P<both>.+? or .+)"
)
_AND = re.compile(
    r",? and (?=(?:the (?:day|date|time|moment|week|month)|when|my|the|i|our|me|start|finish|buying|getting"
    r"|receiving|going)\b)",
    re.IGNORECASE,
)
_LATER = ("last", "later", "latest", "most recent", "more recent")
_LEAD = re.compile(
    r"^(?:(?:the (?:day|date|time|moment|week|month)(?: that| when| on which| of)?|when|that|did|do|have"
    r"|it|it's been|been|i|me|for me to)\s+)+",
    re.IGNORECASE,
)


def time_question(question: str) -> TimeQuestion | None:
    """Read a question about the time between events, or about their order.

    Returns:
        None where it asks for something else, or its events cannot be told apart.
    """
    text = " ".join(question.replace("\u2019", "'").split()).rstrip("?. ")
    lowered = text.lower()
    return _which(text, lowered) or _between(text, lowered) or _ago(text, lowered)


def _between(text: str, lowered: str) -> TimeQuestion | None:
    match = _BETWEEN.search(lowered)
    if match:
        both = text[match.start("both") : match.end("both")]
        parts = _split(both)
        return TimeQuestion(TimeRelation.BETWEEN, parts, _unit(match)) if parts else None
    if re.search(r"\bago\b|\bsince\b", lowered) and not re.search(r"\bwhen\b", lowered):
        return None
    match = _AFTER.search(lowered)
    if match:
        one, two = (_bare(text[match.start(name) : match.end(name)]) for name in ("one", "two"))
        one = re.sub(r"^ago\s+(?:did\s+)?i\s+", "", one, flags=re.IGNORECASE)
        if len(one.split()) > 1 and len(two.split()) > 1:
            ago = re.search(r"\bago\b", lowered) is not None
            return TimeQuestion(TimeRelation.BETWEEN, (one, two), _unit(match), ago)
    return None


def _ago(text: str, lowered: str) -> TimeQuestion | None:
    match = _AGO.search(lowered)
    if not match:
        return None
    one = _bare(text[match.start("one") : match.end("one")])
    return TimeQuestion(TimeRelation.AGO, (one,), _unit(match)) if one else None


def _which(text: str, lowered: str) -> TimeQuestion | None:
    match = _WHICH.search(lowered)
    if not match:
        return None
    both = text[match.start("both") : match.end("both")]
    parts = tuple(_bare(part) for part in re.split(r",? or ", both, maxsplit=1))
    if len(parts) != 2 or not all(parts):
        return None
    later = match["order"].startswith(_LATER)
    return TimeQuestion(TimeRelation.LAST if later else TimeRelation.FIRST, parts, None)


def _split(both: str) -> tuple[str, ...] | None:
    pieces = _AND.split(both, maxsplit=1)
    if len(pieces) == 1:
        pieces = both.split(" and ")
    parts = tuple(_bare(piece) for piece in pieces)
    return parts if len(parts) == 2 and all(parts) else None


def _bare(words: str) -> str:
    """Take away what introduces an event: "the day that I …", "when I …"."""
    return _LEAD.sub("", words.strip(" ,.?"))


def _unit(match: re.Match[str]) -> str | None:
    return match["unit"] or match["unit2"]
