"""Extracts the facts of rounds: by rules, or by a model if the settings ask for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from daybook.conversation import Round
from daybook.graph.parts import Parts
from daybook.llm import ModelsWithFallback
from daybook.remember import Fact, facts_by_model
from daybook.settings import ModelRole

ROUNDS_A_CALL = 10
"""Of one session, read by one call of a model: user turns are short, and one helps to read the next."""

Extract: TypeAlias = Callable[[Round], Iterable[Fact]]
FactsByRound: TypeAlias = Mapping[str, tuple[Fact, ...]]


async def facts_of_rounds(
    rounds: Sequence[Round], parts: Parts, by_rules: Extract
) -> tuple[FactsByRound, bool]:
    """Extract what the owner says of themselves.

    Args:
        rounds: in the order in which they were said.
        parts: with a model for understanding, and `facts_by_model` on, that model reads them.
        by_rules: does it otherwise, and where the model fails.

    Returns:
        The facts by id of the round, and whether a model failed.

    Raises:
        BadSettings: the model's key, name or address is wrong.
    """
    found = await asyncio.to_thread(lambda: {one.round_id: tuple(by_rules(one)) for one in rounds})
    if not (parts.settings.facts.facts_by_model and parts.models.of(ModelRole.UNDERSTAND)):
        return found, False
    calls = _batches(one for one in rounds if one.user)
    read = await asyncio.gather(*(_by_model(call, parts) for call in calls))
    return {**found, **_merged(facts for facts in read if facts is not None)}, None in read


async def _by_model(rounds: Sequence[Round], parts: Parts) -> FactsByRound | None:
    """Extract the facts of some rounds of one session by one call; None if the model failed."""
    prompt = parts.prompts["extract_facts"]
    facts = await ModelsWithFallback.begin(parts.models).call(
        "extract", ModelRole.UNDERSTAND, lambda model: facts_by_model(rounds, model, prompt), None
    )
    if facts is None:
        return None
    return {
        one.round_id: tuple(fact for fact in facts if fact.support.round_id == one.round_id) for one in rounds
    }


def _batches(rounds: Iterable[Round]) -> Iterator[Sequence[Round]]:
    for _, session in groupby(rounds, key=lambda one: (one.session_id, one.occurrence)):
        told = list(session)
        yield from (told[first : first + ROUNDS_A_CALL] for first in range(0, len(told), ROUNDS_A_CALL))


def _merged(parts: Iterable[FactsByRound]) -> FactsByRound:
    return {name: facts for part in parts for name, facts in part.items()}
