"""Pins: questions of one's own that must go on finding their rounds, as regression tests of a memory.

A pin remembers at which ranks a question found its expected rounds. After a change of a model, a prompt or a
setting the pins are replayed, each at its own moment, and what moved is reported.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from daybook.conversation.errors import BadInput, UnknownItem
from daybook.graph.parts import Parts
from daybook.library.daybook import Daybook
from daybook.store.pin_table import Pin

TOP = 10
"""An expected round belongs among the first of this many."""
DEPTH = 100
"""How far down a round is looked for."""

_UNTOLD = {
    *("data_dir", "embedder", "openai_api_key", "openai_base_url", "reply_cache", "prompts", "prices"),
    *("database_url", "chroma_url"),
    *("call_timeout", "question_timeout", "model_retries", "model_concurrency"),
}
"""Settings that are secret, belong to this machine, move no rank, or are told otherwise."""


class PinOutcome(StrEnum):
    """What became of an expected round."""

    HELD = "held"
    """It stands where it stood, or moved among the first `TOP`."""
    GAINED = "gained"
    """It came in among the first `TOP`."""
    LOST = "lost"
    """It fell out of them: a regression."""
    MISSING = "missing"
    """It was not among them, and is not now."""


@dataclass(frozen=True, slots=True)
class Move:
    """An expected round, before and now; None is a rank beyond `DEPTH`."""

    round_id: str
    before: int | None
    now: int | None

    @property
    def outcome(self) -> PinOutcome:
        """What the ranks mean."""
        was, is_ = (rank is not None and rank <= TOP for rank in (self.before, self.now))
        if was == is_:
            return PinOutcome.HELD if is_ else PinOutcome.MISSING
        return PinOutcome.GAINED if is_ else PinOutcome.LOST


@dataclass(frozen=True, slots=True)
class Replayed:
    """A pin, replayed."""

    question: str
    asked_at: datetime
    moves: tuple[Move, ...]
    changes: Mapping[str, tuple[str, str]]
    """What was in force when the ranks were taken, and is now; by name, only what differs."""

    @property
    def lost(self) -> bool:
        """True if an expected round fell out of the first `TOP`."""
        return any(move.outcome is PinOutcome.LOST for move in self.moves)


async def pin(
    daybook: Daybook, question: str, expects: Sequence[str], *, owner: str, asked_at: datetime
) -> Pin:
    """Pin a question to the ids of rounds that it must find, in place of an earlier pin of it.

    `asked_at` is what "last week" is relative to, now and at every replay.

    Raises:
        BadInput: the question is empty, or no round is named.
        UnknownItem: the owner has no such round.
    """
    if not question.strip() or not expects:
        raise BadInput("a pin needs a question, and the id of at least one round", source="pin")
    names = tuple(dict.fromkeys(expects))
    there = {round_.round_id for round_ in await daybook.afetch(names, owner=owner)}
    strange = [name for name in names if name not in there]
    if strange:
        raise UnknownItem(f"{owner!r} has no round {', '.join(strange)}: `daybook search --json` shows ids")
    ranks = await _ranks(daybook, question, names, owner, asked_at)
    pinned = Pin(question, asked_at, ranks, setup_of(daybook.parts))
    daybook.parts.store.pins.keep(owner, pinned)
    return pinned


async def replay(daybook: Daybook, *, owner: str, accept: bool = False) -> list[Replayed]:
    """Ask every pinned question again, the oldest pin first; `accept` keeps the ranks of now."""
    setup = setup_of(daybook.parts)
    found = []
    for pinned in daybook.parts.store.pins.of(owner):
        ranks = await _ranks(daybook, pinned.question, tuple(pinned.ranks), owner, pinned.asked_at)
        moves = tuple(Move(name, pinned.ranks[name], rank) for name, rank in ranks.items())
        found.append(Replayed(pinned.question, pinned.asked_at, moves, _changes(pinned.setup, setup)))
        if accept:
            daybook.parts.store.pins.keep(owner, Pin(pinned.question, pinned.asked_at, ranks, setup))
    return found


def unpin(daybook: Daybook, question: str, *, owner: str) -> bool:
    """Drop the pin of a question; False where there is none."""
    return daybook.parts.store.pins.remove(owner, question)


def setup_of(parts: Parts) -> dict[str, str]:
    """Name what decides the ranks: embedder, models, prompts where there are models, and settings."""
    models = {f"model of {role}": model.fingerprint for role, model in parts.models.by_role.items()}
    prompts = {f"prompt {name}": prompt.sha256[:12] for name, prompt in parts.prompts.items()}
    return {
        "embedder": parts.embedder.fingerprint,
        **models,
        **(prompts if models else {}),
        **{name: json.dumps(value) for name, value in parts.settings.plain().items() if name not in _UNTOLD},
    }


async def _ranks(
    daybook: Daybook, question: str, names: Sequence[str], owner: str, asked_at: datetime
) -> dict[str, int | None]:
    found = await daybook.asearch(question, owner=owner, asked_at=asked_at, limit=DEPTH)
    ranks = {hit.round.round_id: rank for rank, hit in enumerate(found.candidates, start=1)}
    return {name: ranks.get(name) for name in names}


def _changes(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    return {
        name: (before.get(name, "–"), now.get(name, "–"))
        for name in dict.fromkeys([*before, *now])
        if before.get(name) != now.get(name)
    }
