"""Turns, the rounds that they form, the sessions that contain them, and stretches of time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from hashlib import sha256
from types import MappingProxyType
from typing import Annotated, Any

_EARLIEST, _LATEST = datetime(2, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)


class _IsoFormat:
    """Has Pydantic, which the values themselves do not load, write a time with the offset that it has."""

    def __get_pydantic_core_schema__(self, source: Any, build: Any) -> Any:
        from pydantic import PlainSerializer

        written = PlainSerializer(datetime.isoformat, when_used="json")
        return written.__get_pydantic_core_schema__(source, build)

    def __get_pydantic_json_schema__(self, schema: Any, build: Any) -> dict[str, str]:
        return {"type": "string", "format": "date-time"}


Moment = Annotated[datetime, _IsoFormat()]
"""A time with an offset, which JSON keeps as it is."""


class Role(StrEnum):
    """Who says a turn; the two roles are also the two fields of a round."""

    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Turn:
    """One message, word for word."""

    role: Role
    content: str
    said_at: datetime | None = None
    """Timezone-aware; None if only the session is dated."""
    speaker: str | None = None
    """A name, for conversations between two people instead of a user and an assistant."""
    sources: tuple[str, ...] | None = None
    """None for what was really said. A turn that came out of memory, or that the program wrote, names
    the rounds that it recalls, () where there are none; a message that only asked memory has () as well, or
    it would be found by the next question like it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "role", Role(self.role))  # "user" and "assistant" are understood
        require_aware(self.said_at, "Turn.said_at")

    @property
    def is_key(self) -> bool:
        """True if the round is indexed by it: a reply from memory must not outrank what it recalls."""
        return self.sources is None


def both_ends(text: str, most: int) -> str:
    """Shorten a text to its beginning and its end, together of so many characters: questions stand there."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}\n{text[len(text) - (most - half - 1) :]}"


@dataclass(frozen=True, slots=True)
class Session:
    """Dated turns in the order in which they were said; any role may begin, and roles need not alternate."""

    session_id: str
    """The name that the source gives it. Not unique: some histories repeat one."""
    started_at: datetime
    turns: tuple[Turn, ...]
    occurrence: int = 0
    """0 for the first session of that id within an owner's history, 1 for the second, and so on."""
    title: str = ""
    """The title that its source gives it, or ""."""

    def __post_init__(self) -> None:
        require_aware(self.started_at, "Session.started_at")


@dataclass(frozen=True, slots=True)
class Round:
    """A user turn and the reply: the unit that is stored, ranked and read. Either side may be missing."""

    round_id: str
    owner: str
    session_id: str
    occurrence: int
    position: int
    """Place in its session, from 0."""
    said_at: datetime
    """When its first dated turn was said, else when its session began."""
    user: Turn | None
    assistant: Turn | None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The sides that are there, the user's first."""
        return tuple(turn for turn in (self.user, self.assistant) if turn is not None)

    @property
    def fields(self) -> Mapping[Role, str]:
        """The text of each side that is there."""
        return MappingProxyType({turn.role: turn.content for turn in self.turns})


def rounds_of(session: Session, owner: str) -> tuple[Round, ...]:
    """Split a session into rounds; every turn is in one of them.

    A round begins at every user turn, and at an assistant turn that answers none: the first of a session, or
    one after another assistant turn. So two user turns in a row are two rounds, the first without a reply.
    """
    return tuple(
        Round(
            round_id=round_id(owner, session.session_id, session.occurrence, position, user, assistant),
            owner=owner,
            session_id=session.session_id,
            occurrence=session.occurrence,
            position=position,
            said_at=_first_date(user, assistant) or session.started_at,
            user=user,
            assistant=assistant,
        )
        for position, (user, assistant) in enumerate(_pair(session.turns))
    )


def round_id(
    owner: str,
    session_id: str,
    occurrence: int,
    position: int,
    user: Turn | None,
    assistant: Turn | None,
) -> str:
    """Derive a round's id, the same at every import, from owner, session, place and both texts.

    Its place is occurrence and position: two rounds with the same words stay two. Dates do not count, so
    importing a session with a corrected date adds nothing.

    Returns:
        "r" and 24 hexadecimal digits (96 bits of SHA-256).
    """
    parts = [owner, session_id, str(occurrence), str(position)]
    for turn in (user, assistant):
        parts += ["", ""] if turn is None else [turn.speaker or turn.role, turn.content]
    return "r" + digest_of(parts)[:24]


def digest_of(parts: Iterable[str]) -> str:
    """Give the SHA-256 of texts, in hexadecimal digits; where one ends counts."""
    digest = sha256()
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.hexdigest()


def number_occurrences(sessions: Iterable[Session]) -> Iterator[Session]:
    """Give the sessions of one source their occurrence numbers, in the order of the source."""
    seen: dict[str, int] = {}
    for session in sessions:
        occurrence = seen.get(session.session_id, 0)
        seen[session.session_id] = occurrence + 1
        yield replace(session, occurrence=occurrence)


def require_aware(moment: datetime | None, name: str) -> None:
    """Refuse a date-time without a time zone.

    Raises:
        ValueError: `moment` is naive.
    """
    if moment is not None and moment.utcoffset() is None:
        raise ValueError(f"{name} needs a time zone: {moment.isoformat()}")


def as_utc(moment: datetime, zone: tzinfo = UTC) -> datetime:
    """Read a date-time without a time zone in one, UTC by default; leave that of any other moment as it is.

    Every date from outside passes through here, so that it stays within the calendar in any time zone.

    Raises:
        ValueError: it is not within the years 2 to 9998 (in UTC).
    """
    aware = moment.replace(tzinfo=zone) if moment.utcoffset() is None else moment
    if not _EARLIEST <= aware < _LATEST:
        raise ValueError(f"the date {moment.isoformat()} is not within the years 2 to 9998")
    return aware


def _pair(turns: Iterable[Turn]) -> Iterator[tuple[Turn | None, Turn | None]]:
    user: Turn | None = None
    for turn in turns:
        if turn.role is Role.USER:
            if user is not None:
                yield user, None
            user = turn
        else:
            yield user, turn
            user = None
    if user is not None:
        yield user, None


def _first_date(user: Turn | None, assistant: Turn | None) -> datetime | None:
    return next((turn.said_at for turn in (user, assistant) if turn and turn.said_at), None)


@dataclass(frozen=True, slots=True)
class TimeRange:
    """A half-open stretch of time: `start` belongs to it, `end` does not. None is open on that side.

    Raises:
        ValueError: a bound has no time zone, both are None, or `start` is not before `end`.
    """

    start: Moment | None
    end: Moment | None

    def __post_init__(self) -> None:
        require_aware(self.start, "TimeRange.start")
        require_aware(self.end, "TimeRange.end")
        if self.start is None and self.end is None:
            raise ValueError("a TimeRange needs a start or an end")
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError(f"a TimeRange must start before it ends: {self.start} .. {self.end}")

    def __contains__(self, moment: datetime) -> bool:
        return (self.start is None or self.start <= moment) and (self.end is None or moment < self.end)

    def overlaps(self, other: TimeRange) -> bool:
        """True if some moment lies in both, by the calendars of each: 5 May is 5 May wherever it was said."""
        begins, ends, others, other_ends = (
            moment and moment.replace(tzinfo=None)
            for moment in (self.start, self.end, other.start, other.end)
        )
        return (begins is None or other_ends is None or begins < other_ends) and (
            others is None or ends is None or others < ends
        )
