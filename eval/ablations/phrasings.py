"""Searching without one of the rules that phrase a question in other ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from agent.parts import Parts
from agent.retrieve import search_rounds
from agent.understand.bridges import bridged
from agent.understand.statements import to_statement
from eval.ablations.arm import BUDGET
from eval.data.case import Case
from eval.systems.daybook import ask
from eval.systems.reading import read_ranked
from eval.systems.system import Outcome, Recall


def without_bridges() -> Recall:
    """Leave out the phrasing with other words for what the question names."""
    return _without(bridged)


def without_statement() -> Recall:
    """Leave out the phrasing as the statement that would answer."""
    return _without(to_statement)


def _without(phrase: Callable[[str], str | None]) -> Recall:
    async def recall(case: Case, parts: Parts, answers: bool) -> Outcome:
        outcome = await ask(case, parts, answers, budgets=(BUDGET,))
        if (plan := outcome.plan) is None:
            return outcome
        dropped = phrase(plan.question)
        kept = (plan.question, *(one for one in plan.phrasings[1:] if one != dropped))
        if kept == plan.phrasings:
            return outcome
        began, plan = perf_counter(), replace(plan, phrasings=kept)
        found = await search_rounds(
            plan, owner=case.owner, store=parts.store, embedder=parts.embedder, settings=parts.settings
        )
        return await read_ranked(case, plan, found, parts, answers=answers, began=began, budgets=(BUDGET,))

    return recall
