"""Measures what is put before the model for planted messages: what is needed, what is beside the point."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median

from daybook.models.embedding import Embedder
from daybook_eval.messages import DEVELOPMENT, HELD_OUT, Group, Message, MessageSet, read_messages
from daybook_eval.study import Scorer, Study, agree_to_constraints, memory
from daybook_eval.tables import Proportion, Report

OWNER = "planted"


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
        return self.put_in & set(self.message.needs)

    @property
    def beside_the_point(self) -> frozenset[str]:
        """What is there, and neither needed nor allowed."""
        return self.put_in - {*self.message.needs, *self.message.also_fine} - self.constraints


def measure_messages(planted: MessageSet, *, embedder: Embedder | None = None) -> list[LookedUp]:
    """Keep a planted history, and look up each message; plain questions about memory take another path.

    The owner has agreed to what is to be heeded in every conversation.
    """
    with memory(embedder) as daybook:
        daybook.add(planted.sessions(), owner=OWNER)
        agree_to_constraints(daybook, OWNER)
        planted_ids = {
            round_.round_id: planted.planted_id(round_.session_id, round_.position)
            for session in planted.history
            for round_ in daybook.rounds(owner=OWNER, session_id=session.session_id)
        }
        found = []
        for message in planted.messages:
            if not message.contrast:
                context = daybook.context_for(
                    message.message,
                    owner=OWNER,
                    dialogue=[turn.as_turn() for turn in message.dialogue],
                    asked_at=message.asked_at,
                )
                put_in = frozenset(planted_ids[name] for item in context.items for name in item.round_ids)
                constraints = {round_.id for round_ in planted.rounds if round_.constraint}
                sensitive = {round_.id for round_ in planted.rounds if round_.sensitive}
                found.append(
                    LookedUp(message, put_in, put_in & constraints, put_in & sensitive, context.milliseconds)
                )
    return found


def needed(messages: Sequence[LookedUp], group: Group | None = None) -> Proportion:
    """Count the rounds that were needed and there, of those that were needed."""
    chosen = [message for message in messages if group in (None, message.message.group)]
    return Proportion(
        sum(len(message.needed) for message in chosen), sum(len(message.message.needs) for message in chosen)
    )


def complete(messages: Sequence[LookedUp]) -> Proportion:
    """Count the messages that had all they needed, of those that needed something."""
    wanting = [message for message in messages if message.message.needs]
    return Proportion(
        sum(len(message.needed) == len(message.message.needs) for message in wanting), len(wanting)
    )


def beside_the_point(messages: Sequence[LookedUp], *, constraints: bool = True) -> Proportion:
    """Count the rounds beside the point, of all that were put in, with or without those always allowed."""
    allowed = 0 if constraints else sum(len(message.constraints) for message in messages)
    return Proportion(
        sum(len(message.beside_the_point) for message in messages),
        sum(len(message.put_in) for message in messages) - allowed,
    )


def disturbed(messages: Sequence[LookedUp]) -> Proportion:
    """Count the messages that need nothing and got more than constraints, of all that need nothing."""
    free = [message for message in messages if message.message.group is Group.NOTHING]
    return Proportion(sum(bool(message.beside_the_point) for message in free), len(free))


def exposed(messages: Sequence[LookedUp]) -> int:
    """Count the messages that need nothing and got something sensitive."""
    free = [message for message in messages if message.message.group is Group.NOTHING]
    return sum(bool(message.sensitive - message.constraints) for message in free)


def _by_group(messages: Sequence[LookedUp]) -> dict[str, tuple[int, int]]:
    shares = {group.value: needed(messages, group) for group in Group}
    return {name: (share.part, share.whole) for name, share in shares.items()}


def _milliseconds(messages: Sequence[LookedUp]) -> float:
    return median(message.milliseconds for message in messages)


STUDY = Study(
    "what is put before the model",
    "set",
    (
        Scorer("messages", "messages", len),
        Scorer("needed, there", "needed", needed),
        Scorer("for constraints", "", partial(needed, group=Group.CONSTRAINT)),
        Scorer("in passing", "", partial(needed, group=Group.PASSING)),
        Scorer("", "needed_by_group", _by_group),
        Scorer("complete", "complete", complete),
        Scorer("beside the point", "beside_the_point", beside_the_point),
        Scorer(
            "but for constraints",
            "beside_the_point_but_for_constraints",
            partial(beside_the_point, constraints=False),
        ),
        Scorer("disturbed", "disturbed", disturbed),
        Scorer("exposed", "exposed", exposed),
        Scorer("ms", "milliseconds", _milliseconds, ".0f"),
    ),
)


def report(*, verbose: bool = False) -> Report:
    """Look up both sets; `verbose` says what each message of the first lacks or has beside the point."""
    sets = {name: measure_messages(read_messages(name)) for name in (DEVELOPMENT, HELD_OUT)}
    lines = [
        f"{one.message.id} {one.message.message[:60]}: lacks {sorted(lacking)}, "
        f"beside the point {sorted(one.beside_the_point)}"
        for one in (sets[DEVELOPMENT] if verbose else ())
        if (lacking := set(one.message.needs) - one.put_in) or one.beside_the_point
    ]
    return Report([STUDY.table(sets)], STUDY.shape(sets), lines)
