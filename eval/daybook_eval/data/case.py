"""A question with the history that it is asked about and what answers it, whatever file it came from."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from daybook.conversation import Role, Round, Session, rounds_of
from daybook.conversation.errors import BadInput


@dataclass(frozen=True, slots=True)
class EvidenceTurn:
    """A turn that the expected answer rests on."""

    round: Round
    """The round that it is a side of."""
    session: int
    """Place of its session in the history, from 0: session ids are not unique."""
    turn: int
    """Place in its session, from 0."""
    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Case:
    """A question, the history that it is asked about, and its evidence."""

    question_id: str
    question_type: str
    question: str
    answer: str
    """The expected one; a rubric for preferences, an explanation or "" for abstentions."""
    asked_at: datetime
    sessions: tuple[Session, ...]
    """In the order of the file, which is not always that of time."""
    abstention: bool
    """Whether the right answer is that it is not known."""
    evidence_turns: tuple[EvidenceTurn, ...] = ()
    """In the order of the history."""
    answer_sessions: tuple[int, ...] = ()
    """Places of the sessions that the file says the question is about, with evidence turns or without."""
    history: str = ""
    """Names the history where several questions share one, or first parts of one, else ""."""
    unresolved: tuple[str, ...] = ()
    """Evidence that the file names and that is not there."""
    origin: str = ""
    """How a builder made it ("compiled: …", "planted: …"); "" for a case as it was released."""

    @property
    def owner(self) -> str:
        """The owner of the memory: every question has one of its own, unless it shares its history."""
        return self.history or self.question_id

    @property
    def evidence(self) -> tuple[Round, ...]:
        """The rounds of which a turn is evidence, each once; none of some abstention questions."""
        return tuple({turn.round.round_id: turn.round for turn in self.evidence_turns}.values())

    def rounds(self) -> Iterator[Round]:
        """Cut the whole history into rounds, in the order of the file."""
        for session in self.sessions:
            yield from rounds_of(session, self.owner)

    @property
    def evidence_sessions(self) -> tuple[int, ...]:
        """Places of the sessions with an evidence turn, each once, in order."""
        return tuple(sorted({turn.session for turn in self.evidence_turns}))

    @property
    def about(self) -> tuple[int, ...]:
        """Places of the sessions with evidence turns, and of those that the file names, in order."""
        return tuple(sorted({*self.answer_sessions, *self.evidence_sessions}))

    @property
    def has_user_evidence(self) -> bool:
        """True if some evidence turn is the user's: only such questions count in the official measures."""
        return any(turn.role is Role.USER for turn in self.evidence_turns)


def evidence_of(
    sessions: Sequence[Session], gold: Sequence[Collection[int]], owner: str
) -> Iterator[EvidenceTurn]:
    """Find the evidence turns of an owner's history, and the rounds that they are sides of.

    `gold` has their places, from 0, for each session by its place, since some histories repeat session ids.
    """
    for place, (session, wanted) in enumerate(zip(sessions, gold, strict=True)):
        # rounds take the turns of a session in their order
        sides = ((round_, turn) for round_ in rounds_of(session, owner) for turn in round_.turns)
        for position, (round_, turn) in enumerate(sides if wanted else ()):
            if position in wanted:
                yield EvidenceTurn(round_, place, position, turn.role, turn.content)


def of_ids(
    cases: Iterable[tuple[str, Callable[[], Case]]], wanted: Collection[str], path: Path
) -> Iterator[Case]:
    """Make the cases whose ids are wanted, or all where none is; raises BadInput if an id is not there.

    It reads no further than it has to.
    """
    missing = set(wanted)
    for name, make in cases:
        if not wanted or name in missing:
            missing.discard(name)
            yield make()
            if wanted and not missing:
                return
    if missing:
        raise BadInput(f"holds no question with the id {', '.join(sorted(missing))}", source=path)


def in_first_half(text: str) -> bool:
    """True if the SHA-256 of a text, or of a question's id, is even: the half that choices are made on."""
    return sha256(text.encode()).digest()[-1] % 2 == 0
