"""Operations of a process on a memory, and its replies: plain values that cross a pipe."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Literal, TypeAlias

from daybook.conversation import Role, Round, Session, Status, Turn
from daybook.conversation.errors import DaybookError, LedgerMoved, StoreBusy, UnknownItem
from daybook.library.daybook import Daybook
from daybook.store import BySession

Words: TypeAlias = tuple[str, str]
"""A round word for word: what the user said, and the reply; "" for a side that is missing."""
KEPT = "kept"
"""How the ids of sessions begin that are never forgotten."""
_TRIES = 5
"""How often a correction is tried where the ledger moves under it: the caller is told to read it again."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An order to a process.

    "import" adds sessions; "say" sends a message that states a fact to a chat without a model; "correct"
    puts a value in place of some active record that rests on a kept session (none may be there); "forget"
    forgets a session, "look" reads every session and record, "check" is what `daybook doctor` does.
    """

    kind: Literal["import", "say", "correct", "forget", "reindex", "ask", "search", "look", "check"]
    text: str = ""
    """The message, the value, the question or the words to search for."""
    session_id: str = ""
    sessions: tuple[Session, ...] = ()
    pick: int = 0
    """The record to correct, counted round and round."""


@dataclass(frozen=True, slots=True)
class Reply:
    """Result of an operation."""

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
    text, name = operation.text, operation.session_id
    match operation.kind:
        case "import":
            daybook.add(operation.sessions, owner=owner)
            said = {
                session.session_id: [turn.content for turn in session.turns] for session in operation.sessions
            }
            # user and assistant take turns
            return Reply(
                {key: tuple(zip(texts[::2], texts[1::2], strict=True)) for key, texts in said.items()}
            )
        case "say":
            round_ = daybook.chat(text, owner=owner, session_id=name).remembered
            return Reply({name: (words_of(round_),)} if round_ else {})
        case "correct":
            return _correct(daybook, owner, operation)
        case "forget":
            receipt = daybook.forget(BySession(name), owner=owner)
            return Reply(problems=() if receipt.verified else (f"{name} is not verified as gone",))
        case "reindex":
            daybook.reindex(owner=owner)
            return Reply()
        case "ask":
            return Reply(text=daybook.ask(text, owner=owner).text)
        case "search":
            found = daybook.search(text, owner=owner, limit=3).candidates
            return Reply(text="\n".join(" ".join(words_of(candidate.round)) for candidate in found))
        case "look":
            return _look(daybook, owner)
        case "check":
            wrong = (found for found in daybook.check() if not found.ok)
            return Reply(problems=tuple(f"{found.name}: {found.detail}" for found in wrong))


def words_of(round_: Round) -> Words:
    """Give a round word for word."""
    user, assistant = round_.user, round_.assistant
    return (user.content if user else "", assistant.content if assistant else "")


def _correct(daybook: Daybook, owner: str, operation: Operation) -> Reply:
    for attempt in range(_TRIES):
        records = [
            record
            for record in daybook.ledger.records(owner=owner, statuses=[Status.ACTIVE])
            if all(support.session_id.startswith(KEPT) for support in record.support)
        ]
        if not records:
            break
        record = records[operation.pick % len(records)]
        try:
            daybook.ledger.correct(record.record_id, operation.text, owner=owner)
            return Reply(values=(operation.text,))
        except LedgerMoved:
            if attempt == _TRIES - 1:
                raise
    return Reply()


def _look(daybook: Daybook, owner: str) -> Reply:
    seen: dict[str, tuple[Words, ...]] = {}
    for session in daybook.sessions(owner=owner):
        try:
            rounds = daybook.rounds(owner=owner, session_id=session.session_id)
        except UnknownItem:  # another process has forgotten it since
            continue
        seen[session.session_id] = tuple(map(words_of, rounds))
    return Reply(seen, tuple(record.value for record in daybook.ledger.records(owner=owner)))


LOST, RISEN, HALF, NOT_REFUSED = "lost", "risen", "half", "done though refused"


@dataclass(slots=True)
class Acknowledged:
    """What must be there, what must not, and what may be either since its end was never reported."""

    rounds: dict[str, list[Words]] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    """Sessions whose import has no reply, and how many rounds they have: all of them are there, or none."""
    forgetting: set[str] = field(default_factory=set)
    """Sessions whose forgetting has no reply: all that was acknowledged is there, or nothing."""
    forgotten: dict[str, list[Words]] = field(default_factory=dict)
    """Texts of the sessions whose forgetting was acknowledged."""
    refused: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)
    cut_off: set[str] = field(default_factory=set)
    """Corrections that a kill interrupted: round and record are there, or neither."""

    def begin(self, operation: Operation) -> None:
        """Note that an operation is under way."""
        self.begun |= {session.session_id: len(session.turns) // 2 for session in operation.sessions}
        if operation.kind == "forget":
            self.forgetting.add(operation.session_id)

    def cut(self, operation: Operation) -> None:
        """Note that the process was killed in it."""
        if operation.kind == "correct":
            self.cut_off.add(operation.text)

    def finish(self, operation: Operation, reply: Reply) -> None:
        """Note how it ended. What failed for another reason than another process stays open."""
        if reply.error and not reply.refused:
            return
        match operation.kind:
            case "import":
                names = {session.session_id for session in operation.sessions}
                self.begun = {name: count for name, count in self.begun.items() if name not in names}
                self.refused |= names if reply.refused else set()
            case "forget":
                self.forgetting.discard(operation.session_id)
                if not reply.refused:
                    self.forgotten[operation.session_id] = self.rounds.pop(operation.session_id, [])
            case "correct":
                self.values.update(reply.values)
        if operation.kind in ("import", "say"):
            for name, words in reply.rounds.items():
                self.rounds.setdefault(name, []).extend(words)

    def forgettable(self, beginning: str) -> list[str]:
        """List the sessions with such ids that are there for sure."""
        return sorted(name for name in self.rounds.keys() - self.forgetting if name.startswith(beginning))

    def last_kept(self) -> str | None:
        """Give what the user said in an acknowledged round, of the kept session that was begun last."""
        said = [words[-1][0] for name, words in self.rounds.items() if name.startswith(KEPT)]
        return said[-1] if said else None


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


QUESTION = "What is my favourite food?"
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
        random = self._random
        (kind,) = random.choices(list(_WRITES), list(_WRITES.values()))
        mine = acknowledged.forgettable(f"{_GOES}-{self._prefix[0]}")
        match kind:
            case "say":
                message = f"My favourite {random.choice(_THINGS)} is {nonce(random)}."
                return Operation("say", message, f"{KEPT}-{random.choice((self._prefix, 'shared'))}-chat")
            case "correct":
                pick = random.randrange(100)
                return Operation("correct", nonce(random), pick=pick)
            case "forget" if mine:
                return Operation("forget", session_id=random.choice(mine))
            case "reindex":
                return Operation("reindex")
            case "ask":
                return Operation("ask", f"What is my favourite {random.choice(_THINGS)}?")
            case _:
                sessions = tuple(self._session() for _ in range(random.randint(1, 3)))
                return Operation("import", sessions=sessions)

    def _session(self) -> Session:
        random, self._made = self._random, self._made + 1
        name = f"{random.choice((KEPT, _GOES))}-{self._prefix}-{self._made}"
        turns = [
            Turn(role, random.choice(said).format(nonce(random)))
            for _ in range(random.randint(1, 4))
            for role, said in ((Role.USER, _TALK), (Role.ASSISTANT, _REPLIES))
        ]
        return Session(name, _BEGINNING + timedelta(hours=self._made), tuple(turns))
