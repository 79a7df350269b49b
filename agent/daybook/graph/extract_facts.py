"""Extracts the facts of rounds by a chat model, several rounds of a session a call."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from daybook.conversation import Round
from daybook.errors import BudgetExceeded, ModelError, ModelUnavailable
from daybook.graph.parts import Parts
from daybook.llm import ChatModel
from daybook.remember import Fact, facts_by_model
from daybook.store.model_queue import Waiting

ROUNDS_A_CALL = 10
"""Of one session, read by one call of a model: user turns are short, and one helps to read the next."""
ALONE_FROM = 2
"""Failures from which a round goes alone, so that it costs those beside it nothing more."""

Extract: TypeAlias = Callable[[Round], Iterable[Fact]]
FactsByRound: TypeAlias = Mapping[str, tuple[Fact, ...]]
LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a model found in some rounds, and where it failed."""

    facts: FactsByRound
    """Of every round that was read, by its id."""
    failed: Sequence[str] = ()
    """Ids of the rounds on which the model itself failed."""
    unserved: Sequence[str] = ()
    """Ids of the rounds for which it could not be reached, or the budget was used up."""


async def extract_by_model(
    waiting: Sequence[Waiting], parts: Parts, model: ChatModel, *, agreed: bool = False
) -> Extracted:
    """Extract what the owner says of themselves; a call that fails costs none of the others.

    Args:
        waiting: in the order in which they were said.
        parts: with the budget of a question, which bounds all calls together.
        model: is called once for every batch of `calls_of`, side by side.
        agreed: whether the owner was shown what it takes: then no budget of a question bounds it.

    Raises:
        BadSettings: the model's key, name or address is wrong.
    """
    shared = parts.models.meter()
    calls = list(calls_of(waiting))
    found = await asyncio.gather(
        *(_call(rounds, parts, (parts.models.meter() if agreed else shared).metered(model, "extract"))
          for rounds in calls)
    )  # fmt: skip
    facts: dict[str, tuple[Fact, ...]] = {}
    failed: list[str] = []
    unserved: list[str] = []
    for rounds, result in zip(calls, found, strict=True):
        names = [one.round_id for one in rounds]
        if isinstance(result, ModelError):
            away = isinstance(result, BudgetExceeded | ModelUnavailable)
            (unserved if away else failed).extend(names)
        else:
            facts |= {name: tuple(f for f in result if f.support.round_id == name) for name in names}
    return Extracted(facts, failed, unserved)


def calls_of(waiting: Iterable[Waiting]) -> Iterator[Sequence[Round]]:
    """Yield the rounds of each call; one on which a model has failed again and again goes alone."""
    sessions: dict[tuple[str, int, bool], list[Round]] = {}  # they may overlap in time
    for one in waiting:
        sessions.setdefault(_session(one), []).append(one.round)
    for (*_, alone), rounds in sessions.items():
        size = 1 if alone else ROUNDS_A_CALL
        yield from (rounds[first : first + size] for first in range(0, len(rounds), size))


def _session(one: Waiting) -> tuple[str, int, bool]:
    return one.round.session_id, one.round.occurrence, one.failures >= ALONE_FROM


async def _call(rounds: Sequence[Round], parts: Parts, model: ChatModel) -> list[Fact] | ModelError:
    try:
        return await facts_by_model(rounds, model, parts.prompts["extract_facts"])
    except ModelError as error:
        LOG.warning("facts of %d rounds are left for later: %s", len(rounds), error)
        return error
