"""The period that a question asks about: which rounds were said, or date an event, within it."""

from asyncio import to_thread
from datetime import datetime, timedelta

from daybook.conversation import Role, Round, TimeRange
from daybook.conversation.language import Analyzer
from daybook.settings import TimeMode
from daybook.store import Store
from daybook.store.keys import MOST_SENTENCES

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
