"""The passages that tell of the events that a question names, and when those were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from daybook.conversation import Role, TimeRange
from daybook.english.dating import date_of
from daybook.read.by_quotes.passages import Passage
from daybook.read.by_quotes.query_features import QueryFeatures, word_weights
from daybook.read.by_quotes.relevance import rank_passages

_BEARS = 0.5
"""The least share of an event's words, by weight, that its passage and what is near it hold."""
_CANDIDATES = 12


@dataclass(frozen=True, slots=True)
class DatedPassage:
    """An event, with the passage that tells of it."""

    name: str
    """In the words of the question."""
    passage: Passage
    began: date
    exact: bool
    """Whether the day is known; else `began` is the middle of the time that the passage names."""


def find_dated_passage(
    name: str, passages: Sequence[Passage], *, besides: Sequence[Passage] = ()
) -> DatedPassage | None:
    """Find the passage of the user that tells best of an event, and date it.

    An event whose passage names no time is taken to have been on the day on which it was told.

    Args:
        name: the event in the words of the question.
        passages: where to look.
        besides: passages that tell of other events already.

    Returns:
        None where no passage bears on it.
    """
    features = QueryFeatures(word_weights(name, passages))
    ranked = rank_passages([one for one in passages if one not in besides], features)
    best = next(
        (
            passage
            for passage, relevance in ranked[:_CANDIDATES]
            if relevance.coverage >= _BEARS and passage.role is Role.USER
        ),
        None,
    )
    return _dated(name, best, date_of(best.quote, best.round.said_at)) if best else None


def _dated(name: str, passage: Passage, when: TimeRange | None) -> DatedPassage:
    if when is None or when.start is None or when.end is None:
        return DatedPassage(name, passage, passage.round.said_at.date(), exact=True)
    length = when.end - when.start
    if length <= timedelta(days=1):
        return DatedPassage(name, passage, when.start.date(), exact=True)
    return DatedPassage(name, passage, (when.start + length / 2).date(), exact=False)
