"""The passages that tell of the happenings that a question names, and when those were."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from daybook.conversation import Role, TimeRange
from daybook.read.by_quotes.passages import Passage
from daybook.read.by_quotes.query_features import QueryFeatures, word_weights
from daybook.read.by_quotes.relevance import rank_passages
from daybook.read.by_quotes.vocabulary import stems_of

DateOf = Callable[[str, datetime], TimeRange | None]
"""Says when what a sentence tells of happened, given when it was said; None where it does not say."""

_WORD = re.compile(r"\w+")
_BEARS = 0.5
"""The least share of a happening's words, by weight, that its passage and what is near it hold."""
_CANDIDATES = 12
_SAYS_WHEN, _INTENDS = 1.25, 0.7
"""Factors for a passage that says when it was, and for one that tells of a plan."""
_INTENTION = re.compile(
    r"\b(?:plan(?:ning)? (?:to|on)|thinking (?:of|about)|want to|would like to|hope to|hoping to|going to"
    r"|i'll|will|considering|looking (?:to|forward)|should i|can you|could you)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class DatedPassage:
    """Something that happened, with the passage that tells of it."""

    name: str
    """In the words of the question."""
    passage: Passage
    began: date
    exact: bool
    """Whether the day is known; else `began` is the middle of the time that the passage names."""


def said_when(sentence: str, said_at: datetime) -> TimeRange | None:
    """Date nothing: a happening is then taken to have been on the day on which it was told."""
    return None


def find_dated_passage(
    name: str, passages: Sequence[Passage], date_of: DateOf, *, besides: Sequence[Passage] = ()
) -> DatedPassage | None:
    """Find the passage that tells best of a happening, and date it.

    Args:
        name: the happening in the words of the question.
        passages: where to look.
        date_of: reads the time that a passage names.
        besides: passages that tell of other happenings already.

    Returns:
        None where no passage bears on it.
    """
    aim = QueryFeatures(word_weights(name, passages))
    found: list[tuple[float, int, Passage, TimeRange | None]] = []
    ranked = rank_passages([one for one in passages if one not in besides], aim)
    for place, (passage, relevance) in enumerate(ranked[:_CANDIDATES]):
        if relevance.coverage < _BEARS or passage.role is not Role.USER:
            continue
        when = _when(name, passage, date_of)
        score = (
            relevance.score
            * (_SAYS_WHEN if when else 1)
            * (_INTENDS if _INTENTION.search(passage.quote) else 1)
        )
        found.append((score, -place, passage, when))
    if not found:
        return None
    _, _, passage, when = max(found, key=lambda item: item[:2])
    return _dated(name, passage, when)


def _when(name: str, passage: Passage, date_of: DateOf) -> TimeRange | None:
    """Date what a passage tells of, best by a time that is no part of its name ("the Sunday mass")."""
    named, said_at = stems_of(name), passage.round.said_at

    def blank(word: re.Match[str]) -> str:
        return "_" * len(word[0]) if not named.isdisjoint(stems_of(word[0])) else word[0]

    return date_of(_WORD.sub(blank, passage.quote), said_at) or date_of(passage.quote, said_at)


def _dated(name: str, passage: Passage, when: TimeRange | None) -> DatedPassage:
    if when is None or when.start is None or when.end is None:
        return DatedPassage(name, passage, passage.round.said_at.date(), exact=True)
    length = when.end - when.start
    if length <= timedelta(days=1):
        return DatedPassage(name, passage, when.start.date(), exact=True)
    return DatedPassage(name, passage, (when.start + length / 2).date(), exact=False)
