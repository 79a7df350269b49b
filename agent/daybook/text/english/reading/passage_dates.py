"""Answers from the dates of the events that passages tell of."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from daybook.conversation import Role
from daybook.text.english.answers.dates_in_words import DatedEvent, write_from_events, write_when
from daybook.text.english.questions.question_times import TimeQuestion
from daybook.text.english.reading.quotable import QuotablePassage
from daybook.text.english.reading.relevance import QueryFeatures, rank_passages, word_weights
from daybook.text.english.timex import TimeMention, date_of, find_times

_BEARS = 0.5
"""The least share of an event's words, by weight, that its passage and what is near it hold."""
_CANDIDATES = 12
_NEAR = 90
"""Characters within which a time in another sentence of the turn may date what is quoted."""


def _find_event(
    name: str, passages: Sequence[QuotablePassage], besides: Sequence[QuotablePassage]
) -> tuple[DatedEvent, QuotablePassage] | None:
    """Find the passage of the user that tells best of an event, and date the event by it.

    An event whose passage names no time is taken to have been on the day on which it was told. None where no
    passage bears on it, but for those `besides` that tell of other events already.
    """
    features = QueryFeatures(word_weights(name, passages))
    ranked = rank_passages([passage for passage in passages if passage not in besides], features)
    best = next(
        (
            passage
            for passage, relevance in ranked[:_CANDIDATES]
            if relevance.coverage >= _BEARS and passage.role is Role.USER
        ),
        None,
    )
    return (_dated(name, best), best) if best else None


def _dated(name: str, passage: QuotablePassage) -> DatedEvent:
    when = date_of(passage.quote, passage.round.said_at)
    if when is None or when.start is None or when.end is None:
        return DatedEvent(name, passage.round.said_at.date(), exact=True)
    length = when.end - when.start
    if length <= timedelta(days=1):
        return DatedEvent(name, when.start.date(), exact=True)
    return DatedEvent(name, (when.start + length / 2).date(), exact=False)


@dataclass(frozen=True, slots=True)
class ComputedAnswer:
    """A result in words, and the passages that it rests on."""

    text: str
    passages: tuple[QuotablePassage, ...]


def answer_from_dates(
    asked: TimeQuestion, passages: Sequence[QuotablePassage], asked_at: datetime
) -> ComputedAnswer | None:
    """Answer a question about the time between events, or their order, from their dates.

    Returns:
        None where one of the events is not found, or their order cannot be told.
    """
    events: list[DatedEvent] = []
    used: list[QuotablePassage] = []
    for name in asked.events:
        found = _find_event(name, passages, used)
        if found is None:
            return None
        events.append(found[0])
        used.append(found[1])
    text = write_from_events(asked, events, asked_at)
    return ComputedAnswer(text, tuple(used)) if text else None


def answer_when(passage: QuotablePassage, asked_at: datetime) -> ComputedAnswer | None:
    """Say when what a passage tells of was, was to be, or is to be at the moment of asking.

    "Last week", said on 9 June, is "the week before 9 June": no day is made up.

    Returns:
        None where neither it nor what stands beside it in its turn names a time.
    """
    mention = _nearest_time(passage)
    if mention is None:
        return None
    words = passage.round.fields[passage.role][mention.start : mention.stop]
    text = write_when(mention, words, passage.round.said_at, asked_at)
    return ComputedAnswer(text, (passage,)) if text else None


def _nearest_time(passage: QuotablePassage) -> TimeMention | None:
    """Find the narrowest time in the quote, else the one nearest to it in its turn."""
    text, start = passage.round.fields[passage.role], passage.start
    stop = start + len(passage.quote)
    window = (max(start - _NEAR, 0), min(stop + _NEAR, len(text)))
    times = [
        time
        for time in find_times(text[: window[1]], passage.round.said_at)
        if time.start >= window[0] and time.range.start and time.range.end
    ]
    inside = [time for time in times if start <= time.start and time.stop <= stop]
    if inside:
        return min(inside, key=lambda time: (_extent(time), time.start))
    return min(times, key=lambda time: max(start - time.stop, time.start - stop), default=None)


def _extent(mention: TimeMention) -> timedelta:
    start, end = mention.range.start, mention.range.end
    return end - start if start and end else timedelta.max
