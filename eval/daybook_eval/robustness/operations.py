"""What a process can be told to do with a memory, and what it replies: plain values that cross a pipe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from daybook.conversation import Round, Session, Status
from daybook.errors import BadInput, DaybookError, LedgerMoved, StoreBusy, UnknownItem
from daybook.library.daybook import Daybook
from daybook.store import BySession

Words: TypeAlias = tuple[str, str]
"""A round word for word: what the user said, and the reply; "" for a side that is missing."""
KEPT = "kept"
"""How the ids of sessions begin that are never forgotten."""
_TRIES = 5
"""How often a correction is tried where the ledger moves under it: the caller is told to read it again."""


@dataclass(frozen=True, slots=True)
class Import:
    """Add sessions."""

    sessions: tuple[Session, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """Say one message in a chat without a model; it states a fact."""

    session_id: str
    message: str


@dataclass(frozen=True, slots=True)
class Correct:
    """Put a value in the place of some active record that rests on a kept session; none may be there."""

    pick: int
    """Which of them, counted round and round."""
    value: str


@dataclass(frozen=True, slots=True)
class Forget:
    """Forget a session."""

    session_id: str


@dataclass(frozen=True, slots=True)
class Reindex:
    """Make the vectors and words anew."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a question."""

    question: str


@dataclass(frozen=True, slots=True)
class Look:
    """Read everything: every session word for word, every record."""


@dataclass(frozen=True, slots=True)
class Search:
    """Search for words."""

    words: str


@dataclass(frozen=True, slots=True)
class Check:
    """Check the store as `daybook doctor` does."""


Operation: TypeAlias = Import | Say | Correct | Forget | Reindex | Ask | Search | Look | Check


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of an operation."""

    rounds: Mapping[str, tuple[Words, ...]] = field(default_factory=dict)
    """By session: those that were kept, or those that were seen."""
    values: tuple[str, ...] = ()
    """Values of the ledger: the one that was written, or all that were seen, whatever their status."""
    text: str = ""
    """An answer, or what a search found, word for word."""
    problems: tuple[str, ...] = ()
    """Findings that are not sound, or a forgetting that could not be verified."""
    error: str = ""
    """Where it failed: the kind of error and its message."""
    refused: bool = False
    """Whether that error says that another process is in the way."""


def perform(daybook: Daybook, owner: str, operation: Operation) -> Reply:
    """Do one operation; an error that Daybook raises on purpose is a reply as well."""
    try:
        return _perform(daybook, owner, operation)
    except DaybookError as error:
        return Reply(error=f"{type(error).__name__}: {error}", refused=isinstance(error, StoreBusy))


def _perform(daybook: Daybook, owner: str, operation: Operation) -> Reply:
    match operation:
        case Import(sessions):
            daybook.add(sessions, owner=owner)
            return Reply({one.session_id: tuple(_pairs(one)) for one in sessions})
        case Say(session_id, message):
            round_ = daybook.chat(message, owner=owner, session_id=session_id).remembered
            return Reply({session_id: (words_of(round_),)} if round_ else {})
        case Correct():
            return _correct(daybook, owner, operation)
        case Forget(session_id):
            receipt = daybook.forget(BySession(session_id), owner=owner)
            return Reply(problems=() if receipt.verified else (f"{session_id} is not verified as gone",))
        case Reindex():
            daybook.reindex(owner=owner)
        case Ask(question):
            return Reply(text=daybook.ask(question, owner=owner).text)
        case Search(words):
            found = daybook.search(words, owner=owner, limit=3).candidates
            return Reply(text="\n".join(" ".join(words_of(one.round)) for one in found))
        case Look():
            return _look(daybook, owner)
        case Check():
            return Reply(problems=tuple(f"{one.name}: {one.detail}" for one in daybook.check() if not one.ok))
    return Reply()


def words_of(round_: Round) -> Words:
    """Give a round word for word."""
    user, assistant = round_.user, round_.assistant
    return (user.content if user else "", assistant.content if assistant else "")


def _pairs(session: Session) -> list[Words]:
    """Pair the turns of a session in which user and assistant take turns."""
    said = [turn.content for turn in session.turns]
    return list(zip(said[::2], said[1::2], strict=True))


def _correct(daybook: Daybook, owner: str, operation: Correct) -> Reply:
    for attempt in range(_TRIES):
        records = [
            one
            for one in daybook.ledger.records(owner=owner, statuses=[Status.ACTIVE])
            if all(support.session_id.startswith(KEPT) for support in one.support)
        ]
        if not records:
            return Reply()
        record = records[operation.pick % len(records)]
        try:
            daybook.ledger.correct(record.record_id, operation.value, owner=owner)
        except LedgerMoved:
            if attempt == _TRIES - 1:
                raise
        else:
            return Reply(values=(operation.value,))
    raise BadInput("no attempt was made", source="correct")


def _look(daybook: Daybook, owner: str) -> Reply:
    seen: dict[str, tuple[Words, ...]] = {}
    for session in daybook.sessions(owner=owner):
        try:
            rounds = daybook.rounds(owner=owner, session_id=session.session_id)
        except UnknownItem:  # another process has forgotten it since
            continue
        seen[session.session_id] = tuple(words_of(round_) for round_ in rounds)
    return Reply(seen, tuple(record.value for record in daybook.ledger.records(owner=owner)))
