"""Amounts that several statements tell of, added up or compared, with their parts shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from agent.conversation import Role
from agent.read.asks import Asks
from agent.read.choose import Ranked, repeats
from agent.read.passages import Passage
from agent.read.relevance import topic_words
from agent.read.vocabulary import stems_of

_LEAST = 0.38
"""The least share of the best score, among statements with an amount, for one to be added."""
_MOST_PARTS = 6
_TOTAL = re.compile(
    r"\b(?:total|altogether|combined|in all|sum of)\b"
    r"|\bhow much (?:money )?(?:did|have|has) (?:I|we) (?:spen|rais|earn|ma[kd]|pa[iy])",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"\b(?:how (?:many|much) (?:\w+ )?more|the (?:\w+ )?(?:increase|decrease|difference))\b", re.IGNORECASE
)
_COUNTED = re.compile(
    r"\b(?:how many|number of) ((?:[\w-]+ ){0,2}?[\w-]+?s?)"
    r"(?= (?:did|do|have|has|had|are|is|were|was|will|can|on|in|that|I|my|from|of|reached|needed)\b|[?,:])",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"(?P<sign>[$€£¥])\s?(?P<number>\d+(?:,\d{3})*(?:\.\d+)?)(?![\d%])(?!\s?(?:k|million|an|per|a)\b)"
)
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_NUMBER = re.compile(
    rf"(?<![\w$€£¥.,:/-])(?P<number>\d+(?:,\d{{3}})*(?:\.\d+)?|{'|'.join(_WORDS[1:])})[\s-]+(?P<after>(?:[\w'-]+\W+){{0,2}}[\w'-]+)",
    re.IGNORECASE,
)
_BEFORE_NO_PART = re.compile(
    r"\b(?:total(?: of)?|budget(?: of)?|up to|more than|at least|less than|under|worth"
    r"|plan(?:ning)? (?:to|on)|thinking (?:of|about)|want to|going to|hop(?:e|ing) to)\b"
    r"[^,;:.\u2013\u2014]{0,40}$",
    re.IGNORECASE,
)
"""What makes an amount after it, in the same clause, a sum itself, a limit or a wish."""
_AFTER_NO_PART = re.compile(
    r"\W*(?:\w+ )?(?:each|apiece|in total|altogether|per \w+|budget"
    r"|(?:every|an?) (?:hour|day|night|week|month|year|person))\b",
    re.IGNORECASE,
)
"""What makes an amount before it a sum itself or a rate."""

_LIST = re.compile(
    r"(?::|\b(?:on|of|for|from|between)\b)\s+(?P<items>[^:?]+?(?:,| and )[^:?]+)\??\s*$", re.IGNORECASE
)
"""What a question names one by one: "…: the fee, the check-up and the harness"."""
_BETWEEN_ITEMS = re.compile(r",\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sum:
    """What the parts make, and the passages that tell of them."""

    text: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    amount: Decimal
    sign: str
    passage: Passage


def work_out_sum(question: str, asks: Asks, ranked: Ranked) -> Sum | None:
    """Add up what statements of the user tell, for a question that wants a total; or compare two of them.

    Args:
        question: its words say whether a total or a difference is wanted, and of what.
        asks: the sort of answer.
        ranked: passages with their relevance, best first.

    Returns:
        The sum with its parts; None where another thing is asked, there are not at least two different
        amounts of one kind (two and no more, for a difference), or something that the question names one
        by one has none.
    """
    wants_total, wants_difference = _TOTAL.search(question), _DIFFERENCE.search(question)
    if not wants_total and not wants_difference:
        return None
    parts = _parts(question, asks, ranked)
    if len({part.sign for part in parts}) != 1 or len(parts) < 2:
        return None
    if wants_difference:
        return _difference(parts) if len(parts) == 2 else None
    if len(parts) > _MOST_PARTS:
        return None
    total = _written(sum((part.amount for part in parts), Decimal()), parts[0].sign)
    added = " + ".join(_written(part.amount, part.sign) for part in parts)
    return Sum(f"{added} = {total}, if these are all and each counts once.", _told(parts))


def _difference(parts: Sequence[_Part]) -> Sum:
    more, less = sorted(parts, key=lambda part: -part.amount)
    written = [
        _written(amount, more.sign) for amount in (more.amount, less.amount, more.amount - less.amount)
    ]
    text = f"{written[0]} \u2212 {written[1]} = {written[2]}, if these are meant."
    return Sum(text, _told(parts))


def _parts(question: str, asks: Asks, ranked: Ranked) -> list[_Part]:
    """List the amounts of the asked kind in what bears best on the question, each once."""
    unit = frozenset[str]() if asks is Asks.MONEY else _unit(question)
    if not unit and asks is not Asks.MONEY:
        return []
    parts: list[_Part] = []
    best = 0.0
    awaited = _items(question)
    for passage, relevance in ranked:
        if passage.role is not Role.USER:
            continue
        found = [*_amounts(passage, unit)]
        best = max(best, relevance.score) if found else best
        told = {item for item in awaited if item & stems_of(passage.quote)} if found else set()
        if not told and (not relevance.score or relevance.score < _LEAST * best):
            continue
        awaited -= told
        parts += [part for part in found if not _is_told(part, parts)]
    return [] if awaited else parts


def _items(question: str) -> set[frozenset[str]]:
    """Give the stems of each thing that a question names one by one; none where it names no list."""
    match = _LIST.search(question)
    items = _BETWEEN_ITEMS.split(match["items"]) if match else []
    return {stems for item in items if (stems := topic_words(item))}


def _unit(question: str) -> frozenset[str]:
    match = _COUNTED.search(question)
    return stems_of(match[1]) if match else topic_words(question)


def _amounts(passage: Passage, unit: frozenset[str]) -> Iterator[_Part]:
    """Find the amounts of money of a passage, or the numbers of what has one of the stems `unit`."""
    for match in (_NUMBER if unit else _MONEY).finditer(passage.quote):
        if unit and unit.isdisjoint(stems_of(match["after"].replace("-", " "))):
            continue
        before, after = passage.quote[: match.start()], passage.quote[match.end("number") :]
        if not _BEFORE_NO_PART.search(before) and not _AFTER_NO_PART.match(after):
            yield _Part(_value(match["number"]), "" if unit else match["sign"], passage)


def _is_told(part: _Part, parts: Sequence[_Part]) -> bool:
    """Whether a part is there already: the same amount in words that are alike, or of the same round."""
    return any(
        other.amount == part.amount
        and (
            other.passage.round.round_id == part.passage.round.round_id
            or repeats(part.passage, other.passage, alike=0.2)
        )
        for other in parts
    )


def _value(number: str) -> Decimal:
    lowered = number.lower()
    return Decimal(_WORDS.index(lowered)) if lowered in _WORDS else Decimal(lowered.replace(",", ""))


def _written(amount: Decimal, sign: str) -> str:
    return f"{sign}{amount:,}"


def _told(parts: Sequence[_Part]) -> tuple[Passage, ...]:
    return tuple(dict.fromkeys(part.passage for part in parts))
