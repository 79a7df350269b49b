"""The amounts that statements tell of: sums of money, and numbers of what a question counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from daybook.read.by_quotes.passages import Passage
from daybook.read.by_quotes.query_features import topic_words
from daybook.read.by_quotes.vocabulary import stems_of

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
    rf"(?<![\w$€£¥.,:/-])(?P<number>\d+(?:,\d{{3}})*(?:\.\d+)?|{'|'.join(_WORDS[1:])})(?P<joint>[\s-]+)(?P<after>(?:[\w'-]+\W+){{0,2}}[\w'-]+)",
    re.IGNORECASE,
)
_BEFORE_NO_PART = re.compile(
    r"\b(?:total(?: of)?|budget(?: of)?|up to|more than|at least|less than|under|worth"
    r"|plan(?:ning)?|thinking (?:of|about)|consider(?:ing)?|want(?: to)?|going to|hop(?:e|ing) to)\b"
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


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that a passage tells of."""

    value: Decimal
    sign: str
    """The currency; "" for a number of something else."""
    passage: Passage

    def __str__(self) -> str:
        return written(self.value, self.sign)


def unit_of(question: str) -> frozenset[str]:
    """Give the stems of what a question counts: "how many rare stamps"; else of what it is about."""
    match = _COUNTED.search(question)
    return stems_of(match[1]) if match else topic_words(question)


def amounts_in(passage: Passage, unit: frozenset[str], *, sums_too: bool = False) -> Iterator[Amount]:
    """Find the numbers in a passage of what has one of the stems `unit`; of money where it is empty.

    Rates, limits and wishes are no amounts, nor are sums of others unless `sums_too`.
    """
    for match in (_NUMBER if unit else _MONEY).finditer(passage.quote):
        if unit and unit.isdisjoint(stems_of(_counted(match))):
            continue
        before, after = passage.quote[: match.start()], passage.quote[match.end("number") :]
        if sums_too or not (_BEFORE_NO_PART.search(before) or _AFTER_NO_PART.match(after)):
            yield Amount(_value(match["number"]), "" if unit else match["sign"], passage)


def written(value: Decimal, sign: str) -> str:
    """Write an amount as people do: "$1,200"."""
    return f"{sign}{value:,}"


def _counted(match: re.Match[str]) -> str:
    """Take what a number counts: up to three words after it; of a "six-mile race" the miles alone."""
    after = match["after"].replace("-", " ")
    return after.split()[0] if match["joint"] == "-" else after


def _value(number: str) -> Decimal:
    lowered = number.lower()
    return Decimal(_WORDS.index(lowered)) if lowered in _WORDS else Decimal(lowered.replace(",", ""))
