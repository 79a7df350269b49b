"""The period that a question asks about: which rounds were said, or date an event, within it."""

from asyncio import to_thread
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from daybook.conversation import Candidate, Role, Round, TimeRange
from daybook.conversation.language import Analyzer
from daybook.settings import TimeMode
from daybook.store import Store
from daybook.store.keys import MOST_SENTENCES

FIRST = 10
"""Candidates that are looked at: reading the dates of a long turn takes two milliseconds."""
LONGEST = timedelta(days=32)
"""Of a longer time ("last year", "since May") nothing follows for a period within it."""
_MOMENT = timedelta(microseconds=1)
"""A half-open range that ends so much later holds the moment itself."""


async def rounds_until(store: Store, owner: str, as_of: datetime | None) -> frozenset[str] | None:
    """Name the rounds that were said up to a moment; None where there is no moment, and all may be seen."""
    if as_of is None:
        return None
    return await to_thread(store.rounds_said, owner, TimeRange(None, as_of + _MOMENT))


async def rounds_inside(
    store: Store, owner: str, period: TimeRange | None, mode: TimeMode
) -> frozenset[str] | None:
    """Name the rounds inside a plan's time range; None where no range counts."""
    if period is None or mode is TimeMode.IGNORE:
        return None
    said = await to_thread(store.rounds_said, owner, period)
    if mode is not TimeMode.EVENT_FILTER:
        return said
    return said | await to_thread(_rounds_dating_into, period, store, owner)


def _rounds_dating_into(period: TimeRange, store: Store, owner: str) -> set[str]:
    # Dates are read when they are asked for: a millisecond or two for every round of the memory.
    rounds = store.all_rounds(owner)
    return {round_.round_id for round_ in rounds if dates_something_in(period, round_, store.analyzer)}


def lift_event_dates(
    candidates: Sequence[Candidate], period: TimeRange, *, lift: float, analyzer: Analyzer
) -> list[Candidate]:
    """Lift rounds that date an event into a period by some standard deviations, as if they were said in it.

    "Last Sunday I baked …" is told on a Tuesday: a question names the day of the event as often as that of
    its telling. Only people's words count, those of the user or of a named speaker. The first `FIRST`
    candidates get the signal "happened", 1 or 0.

    Source: LongMemEval, section 5.4; that dates of events lift and do not filter is ours.
    """
    dated = [
        replace(
            candidate,
            score=candidate.score + lift * happened,
            signals={**candidate.signals, "happened": float(happened)},
        )
        for candidate in candidates[:FIRST]
        for happened in (dates_something_in(period, candidate.round, analyzer),)
    ]
    return sorted([*dated, *candidates[FIRST:]], key=lambda candidate: -candidate.score)


def dates_something_in(period: TimeRange, round_: Round, analyzer: Analyzer) -> bool:
    """True if a round dates an event into a period; only what people say counts."""
    for turn in round_.turns:
        if turn.role is not Role.USER and not turn.speaker:
            continue
        for start, stop in analyzer.sentences(turn.content)[:MOST_SENTENCES]:
            time = analyzer.time_of(turn.content[start:stop], turn.said_at or round_.said_at)
            if time is not None and _is_short(time) and time.overlaps(period):
                return True
    return False


def _is_short(time: TimeRange) -> bool:
    return time.start is not None and time.end is not None and time.end - time.start <= LONGEST
