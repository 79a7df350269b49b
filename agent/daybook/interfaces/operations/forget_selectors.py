"""What to forget, as it is written on a command line."""

from collections.abc import Callable, Sequence

from daybook.conversation import TimeRange
from daybook.conversation.errors import BadInput
from daybook.interfaces.written_moments import written_moment
from daybook.store import ByPhrase, ByRecord, ByRound, BySession, BySlot, ByTime, Everything, Selector


def selector_of(
    *,
    session: str | None = None,
    round: str | None = None,
    record: str | None = None,
    slot: str | None = None,
    phrase: str | None = None,
    between: tuple[str, str] | None = None,
    everything: bool = False,
) -> Selector:
    """Read the one thing that is named.

    Raises:
        BadInput: nothing is named, or more than one thing, or the moments cannot be read.
    """
    kinds: Sequence[tuple[Callable[[str], Selector], str | None]] = (
        (BySession, session), (ByRound, round), (ByRecord, record), (BySlot, slot), (ByPhrase, phrase)
    )  # fmt: skip
    named = [select(text) for select, text in kinds if text is not None]
    if between is not None:
        named.append(ByTime(_stretch(*between)))
    if everything:
        named.append(Everything())
    if len(named) != 1:
        raise BadInput(
            "name one thing: --session ID, --round ID, --record ID, --slot S, --phrase TEXT, --between A B, "
            "or --all",
            source="forget",
        )
    return named[0]


def described(selector: Selector) -> str:
    """Say in words what a selector names."""
    match selector:
        case BySession(session_id):
            return f"session {session_id!r}"
        case ByRound(round_id):
            return f"round {round_id!r}"
        case ByRecord(record_id):
            return f"record {record_id!r}"
        case BySlot(slot):
            return f"slot {slot!r}"
        case ByPhrase(phrase):
            return f"the phrase {phrase!r}"
        case ByTime(during):
            return f"what was said from {during.start} until {during.end}"
        case Everything():
            return "everything"


def _stretch(start: str, end: str) -> TimeRange:
    try:
        return TimeRange(written_moment(start), written_moment(end))
    except ValueError as error:
        raise BadInput(str(error), source="--between") from error
