"""What to forget, as it is written on a command line."""

from collections.abc import Callable, Sequence
from datetime import UTC, tzinfo

from daybook.conversation import TimeRange
from daybook.conversation.errors import BadInput
from daybook.interfaces.written_moments import written_moment
from daybook.store import (
    ByPhrase,
    ByRecord,
    ByRound,
    ByRounds,
    BySentences,
    BySession,
    BySlot,
    ByTime,
    Everything,
    Selector,
)

_NAMED = {
    BySession: "session", ByRound: "round", ByRecord: "record", BySlot: "slot",
    ByPhrase: "every sentence with",
}  # fmt: skip


def selector_of(
    *,
    session: str | None = None,
    round: str | None = None,
    record: str | None = None,
    slot: str | None = None,
    phrase: str | None = None,
    between: tuple[str, str] | None = None,
    everything: bool = False,
    zone: tzinfo = UTC,
) -> Selector:
    """Read the one thing that is named; BadInput if there is not just one, or its moments cannot be read.

    Moments without an offset are of `zone`.
    """
    kinds: Sequence[tuple[Callable[[str], Selector], str | None]] = (
        (BySession, session), (ByRound, round), (ByRecord, record), (BySlot, slot), (ByPhrase, phrase)
    )  # fmt: skip
    named = [select(text) for select, text in kinds if text is not None]
    if between is not None:
        try:
            start, end = (written_moment(text, zone) for text in between)
            named.append(ByTime(TimeRange(start, end)))
        except ValueError as error:
            raise BadInput(str(error), source="between") from error
    if everything:
        named.append(Everything())
    if len(named) != 1:
        raise BadInput(
            "name one thing: a session, round, record, slot or phrase, a stretch of time (between), or all",
            source="forget",
        )
    return named[0]


def described(selector: Selector) -> str:
    """Say in words what a selector names."""
    match selector:
        case BySession(name) | ByRound(name) | ByRecord(name) | BySlot(name) | ByPhrase(name):
            return f"{_NAMED[type(selector)]} {name!r}"
        case ByRounds(names):
            return f"{len(names):,} rounds"
        case ByTime(during):
            return f"what was said from {during.start} until {during.end}"
        case BySentences(sentences, phrase):
            return f"every sentence with {phrase!r}, and {len(sentences)} by name"
        case Everything():
            return "everything"
