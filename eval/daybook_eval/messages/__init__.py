"""What is put before the model for everyday messages; README.md says what the two sets hold."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache, partial
from importlib.resources import files
from statistics import median

from pydantic import TypeAdapter

from daybook.conversation import Role, Session, Turn
from daybook_eval.study import Scorer, Study, agree_to_constraints, memory
from daybook_eval.tables import Proportion, Report

DEVELOPMENT, HELD_OUT = "development", "held_out"
OWNER = "planted"


class Group(StrEnum):
    """What a message needs of memory."""

    CONSTRAINT = "constraint"
    PASSING = "passing"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class PlantedRound:
    """A user turn and its reply."""

    id: str
    user: str
    assistant: str
    constraint: bool = False
    sensitive: bool = False


@dataclass(frozen=True, slots=True)
class PlantedSession:
    """Rounds of one sitting."""

    session_id: str
    started_at: datetime
    rounds: tuple[PlantedRound, ...]

    def as_session(self) -> Session:
        """Give the session as it is imported: round i of it is the one at position i of `rounds`."""
        turns = [
            turn
            for round_ in self.rounds
            for turn in (Turn(Role.USER, round_.user), Turn(Role.ASSISTANT, round_.assistant))
        ]
        return Session(self.session_id, self.started_at, tuple(turns))


@dataclass(frozen=True, slots=True)
class Message:
    """One message to reply to, with the planted rounds that it needs."""

    id: str
    asked_at: datetime
    group: Group
    message: str
    dialogue: tuple[Turn, ...]
    needs: frozenset[str]
    also_fine: frozenset[str]
    contrast: bool = False


@dataclass(frozen=True, slots=True)
class MessageSet:
    """One person's history, and the messages asked after it."""

    history: tuple[PlantedSession, ...]
    messages: tuple[Message, ...]

    @property
    def rounds(self) -> Iterator[PlantedRound]:
        """All rounds, in the order of time."""
        return (round_ for session in self.history for round_ in session.rounds)

    def sessions(self) -> list[Session]:
        """Give the history as it is imported."""
        return [session.as_session() for session in self.history]

    def planted_id(self, session_id: str, position: int) -> str:
        """Name the planted round that a stored round is, by its session and its place from 0."""
        return f"{session_id}-{position + 1}"


@cache
def read_messages(name: str) -> MessageSet:
    """Read one of the two sets, DEVELOPMENT or HELD_OUT."""
    text = files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    return TypeAdapter(MessageSet).validate_json(text)


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A message and the planted rounds that were put before the model for it."""

    message: Message
    put_in: frozenset[str]
    constraints: frozenset[str]
    """Those of them that are always allowed."""
    sensitive: frozenset[str]
    """Those of them that must not be there where nothing is needed."""
    milliseconds: float

    @property
    def needed(self) -> frozenset[str]:
        """What was needed and is there."""
        return self.put_in & self.message.needs

    @property
    def beside_the_point(self) -> frozenset[str]:
        """What is there, and neither needed nor allowed."""
        return self.put_in - self.message.needs - self.message.also_fine - self.constraints


def measure_messages(planted: MessageSet) -> list[LookedUp]:
    """Keep a planted history, and look up each message; plain questions about memory take another path.

    The owner has agreed to what is to be heeded in every conversation.
    """
    constraints = {round_.id for round_ in planted.rounds if round_.constraint}
    sensitive = {round_.id for round_ in planted.rounds if round_.sensitive}
    found = []
    with memory() as daybook:
        daybook.add(planted.sessions(), owner=OWNER)
        agree_to_constraints(daybook, OWNER)
        planted_ids = {
            round_.round_id: planted.planted_id(round_.session_id, round_.position)
            for session in planted.history
            for round_ in daybook.rounds(owner=OWNER, session_id=session.session_id)
        }
        for message in (message for message in planted.messages if not message.contrast):
            context = daybook.context_for(
                message.message, owner=OWNER, dialogue=message.dialogue, asked_at=message.asked_at
            )
            put_in = frozenset(planted_ids[name] for item in context.items for name in item.round_ids)
            found.append(
                LookedUp(message, put_in, put_in & constraints, put_in & sensitive, context.milliseconds)
            )
    return found


Messages = Sequence[LookedUp]


def _needed(messages: Messages, group: Group | None = None) -> Proportion:
    chosen = [message for message in messages if group in (None, message.message.group)]
    whole = sum(len(message.message.needs) for message in chosen)
    return Proportion(sum(len(message.needed) for message in chosen), whole)


def _complete(messages: Messages) -> Proportion:
    wanting = [message for message in messages if message.message.needs]
    return Proportion(sum(message.needed == message.message.needs for message in wanting), len(wanting))


def _beside_the_point(messages: Messages, *, constraints: bool = True) -> Proportion:
    """Count the rounds beside the point, of all that were put in, with or without those always allowed."""
    allowed = 0 if constraints else sum(len(message.constraints) for message in messages)
    put_in = sum(len(message.put_in) for message in messages) - allowed
    return Proportion(sum(len(message.beside_the_point) for message in messages), put_in)


def _free(messages: Messages) -> list[LookedUp]:
    return [message for message in messages if message.message.group is Group.NOTHING]


def _disturbed(messages: Messages) -> Proportion:
    free = _free(messages)
    return Proportion(sum(bool(message.beside_the_point) for message in free), len(free))


def _exposed(messages: Messages) -> int:
    return sum(bool(message.sensitive - message.constraints) for message in _free(messages))


def _by_group(messages: Messages) -> dict[str, tuple[int, int]]:
    shares = {group.value: _needed(messages, group) for group in Group}
    return {name: (share.part, share.whole) for name, share in shares.items()}


def _milliseconds(messages: Messages) -> float:
    return median(message.milliseconds for message in messages)


STUDY = Study(
    "what is put before the model",
    "set",
    (
        Scorer("messages", "messages", len),
        Scorer("needed, there", "needed", _needed),
        Scorer("for constraints", "", partial(_needed, group=Group.CONSTRAINT)),
        Scorer("in passing", "", partial(_needed, group=Group.PASSING)),
        Scorer("", "needed_by_group", _by_group),
        Scorer("complete", "complete", _complete),
        Scorer("beside the point", "beside_the_point", _beside_the_point),
        Scorer(
            "but for constraints",
            "beside_the_point_but_for_constraints",
            partial(_beside_the_point, constraints=False),
        ),
        Scorer("disturbed", "disturbed", _disturbed),
        Scorer("exposed", "exposed", _exposed),
        Scorer("ms", "milliseconds", _milliseconds, ".0f"),
    ),
)


def report(*, verbose: bool = False) -> Report:
    """Look up both sets; `verbose` says what each message of the first lacks or has beside the point."""
    sets = {name: measure_messages(read_messages(name)) for name in (DEVELOPMENT, HELD_OUT)}
    lines = [
        f"{looked_up.message.id} {looked_up.message.message[:60]}: lacks {sorted(lacking)}, "
        f"beside the point {sorted(looked_up.beside_the_point)}"
        for looked_up in (sets[DEVELOPMENT] if verbose else ())
        if (lacking := looked_up.message.needs - looked_up.put_in) or looked_up.beside_the_point
    ]
    return Report([STUDY.table(sets)], STUDY.shape(sets), lines)
