"""What a process can be told to do with a memory, and what it replies: plain values that cross a pipe."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TypeAlias

from daybook.conversation import Role, Round, Session, Status, Turn
from daybook.conversation.errors import BadInput, DaybookError, LedgerMoved, StoreBusy, UnknownItem
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
    """Put a value in place of some active record that rests on a kept session; none may be there."""

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
            return Reply({session.session_id: tuple(_pairs(session)) for session in sessions})
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
            return Reply(text="\n".join(" ".join(words_of(candidate.round)) for candidate in found))
        case Look():
            return _look(daybook, owner)
        case Check():
            return Reply(
                problems=tuple(
                    f"{check_result.name}: {check_result.detail}"
                    for check_result in daybook.check()
                    if not check_result.ok
                )
            )
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
            entry
            for entry in daybook.ledger.records(owner=owner, statuses=[Status.ACTIVE])
            if all(support.session_id.startswith(KEPT) for support in entry.support)
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


LOST, RISEN, HALF, NOT_REFUSED = "lost", "risen", "half", "done though refused"


@dataclass(slots=True)
class Acknowledged:
    """What must be there, what must not, and what may be either as nobody was told how it ended."""

    rounds: dict[str, list[Words]] = field(default_factory=dict)
    """Acknowledged ones, by session."""
    begun: dict[str, int] = field(default_factory=dict)
    """Sessions whose import has no reply, and how many rounds they have: all of them are there, or none."""
    forgetting: set[str] = field(default_factory=set)
    """Sessions whose forgetting has no reply: all that was acknowledged is there, or nothing."""
    forgotten: dict[str, list[Words]] = field(default_factory=dict)
    """What was in the sessions whose forgetting was acknowledged."""
    refused: set[str] = field(default_factory=set)
    """Sessions whose import was refused."""
    values: set[str] = field(default_factory=set)
    """Corrections that were acknowledged."""
    cut_off: set[str] = field(default_factory=set)
    """Corrections that a kill interrupted: round and record are there, or neither."""

    def copy(self) -> Acknowledged:
        """Keep what holds now."""
        return deepcopy(self)

    def begin(self, operation: Operation) -> None:
        """Note that an operation is under way."""
        match operation:
            case Import(sessions):
                self.begun |= {session.session_id: len(session.turns) // 2 for session in sessions}
            case Forget(session_id):
                self.forgetting.add(session_id)

    def cut(self, operation: Operation) -> None:
        """Note that the process was killed in it."""
        if isinstance(operation, Correct):
            self.cut_off.add(operation.value)

    def finish(self, operation: Operation, reply: Reply) -> None:
        """Note how it ended. What failed for another reason than another process stays open."""
        if reply.error and not reply.refused:
            return
        match operation:
            case Import(sessions):
                names = {session.session_id for session in sessions}
                self.begun = {name: count for name, count in self.begun.items() if name not in names}
                self.refused |= names if reply.refused else set()
            case Forget(session_id):
                self.forgetting.discard(session_id)
                if not reply.refused:
                    self.forgotten[session_id] = self.rounds.pop(session_id, [])
            case Correct():
                self.values.update(reply.values)
        if isinstance(operation, Import | Say):
            for name, words in reply.rounds.items():
                self.rounds.setdefault(name, []).extend(words)

    def forgettable(self, beginning: str) -> list[str]:
        """List the sessions with such ids that are there for sure."""
        return sorted(
            round_id for round_id in self.rounds.keys() - self.forgetting if round_id.startswith(beginning)
        )


def compare(before: Acknowledged, after: Acknowledged, seen: Reply) -> list[tuple[str, str]]:
    """Say where what a process has `seen` is not what was acknowledged: kinds of fault, and what each is.

    `before` is what was acknowledged when it began to look, `after` what was acknowledged, and begun, when it
    had looked. The kinds are LOST, RISEN, HALF and NOT_REFUSED.
    """
    faults: list[tuple[str, str]] = []
    going = after.forgetting | after.forgotten.keys()
    for name, words in before.rounds.items():
        there = seen.rounds.get(name, ())
        missing = [word for word in words if word not in there]
        if missing and name not in going:
            faults += [(LOST, f"{name}: {lost[0]}") for lost in missing]
        elif missing and there:
            faults.append((HALF, f"{name}: forgotten by half"))
    faults += [(RISEN, name) for name in sorted(before.forgotten) if name in seen.rounds]
    faults += [(NOT_REFUSED, name) for name in sorted(before.refused) if name in seen.rounds]
    for name, count in (before.begun | after.begun).items():
        if len(seen.rounds.get(name, ())) not in (0, count):
            faults.append((HALF, f"{name}: imported by half"))
    said = "\n".join(user for words in seen.rounds.values() for user, _ in words)
    for value in sorted(before.values):
        if value not in seen.values or value not in said:
            faults.append((LOST, f"the correction {value}"))
    for value in sorted(before.cut_off):
        if (value in seen.values) != (value in said):
            faults.append((HALF, f"the correction {value}"))
    return faults


NONCE = re.compile(r"\bQ[a-z]{11}\b")
_BEGINNING = datetime(2024, 1, 1, 9, tzinfo=UTC)
_GOES = "goes"
"""How the ids of sessions begin that may be forgotten; no fact is stated in them."""
_THINGS = ("food", "book", "song", "drink", "film", "game")
_TALK = (
    "The kettle went {0} again this morning.",
    "We walked as far as the {0} bridge.",
    "My neighbour spoke of {0} for an hour.",
    "I read about {0} on the train.",
)
_REPLIES = ("I see, {0} then.", "And what came of the {0}?", "Mind the {0}.")
_WRITES = {"import": 30, "say": 25, "correct": 15, "forget": 15, "reindex": 10, "ask": 5}
"""How often each operation is drawn."""


def nonce(random: Random) -> str:
    """Make a word that stands nowhere else."""
    return "Q" + "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=11))


class Workload:
    """Draws the operations of one process; its sessions are its own."""

    def __init__(self, random: Random, prefix: str) -> None:
        """Begin; equal states of `random` draw the same, `prefix` tells sessions from other processes'."""
        self._random, self._prefix, self._made = random, prefix, 0

    def draw(self, acknowledged: Acknowledged) -> Operation:
        """Draw the next operation."""
        (kind,) = self._random.choices(list(_WRITES), list(_WRITES.values()))
        mine = acknowledged.forgettable(f"{_GOES}-{self._prefix[0]}")
        match kind:
            case "say":
                thing = self._random.choice(_THINGS)
                message = f"My favourite {thing} is {nonce(self._random)}."
                return Say(f"{KEPT}-{self._random.choice((self._prefix, 'shared'))}-chat", message)
            case "correct":
                return Correct(self._random.randrange(100), nonce(self._random))
            case "forget" if mine:
                return Forget(self._random.choice(mine))
            case "reindex":
                return Reindex()
            case "ask":
                return Ask(f"What is my favourite {self._random.choice(_THINGS)}?")
            case _:
                return Import(tuple(self._session() for _ in range(self._random.randint(1, 3))))

    def _session(self) -> Session:
        self._made += 1
        name = f"{self._random.choice((KEPT, _GOES))}-{self._prefix}-{self._made}"
        turns = [
            turn
            for _ in range(self._random.randint(1, 4))
            for turn in (
                Turn(Role.USER, self._random.choice(_TALK).format(nonce(self._random))),
                Turn(Role.ASSISTANT, self._random.choice(_REPLIES).format(nonce(self._random))),
            )
        ]
        return Session(name, _BEGINNING + timedelta(hours=self._made), tuple(turns))


def last_kept(acknowledged: Acknowledged) -> str | None:
    """Give what the user said in an acknowledged round, of the kept session that was begun last."""
    said = [words[-1][0] for name, words in acknowledged.rounds.items() if name.startswith(KEPT)]
    return said[-1] if said else None
