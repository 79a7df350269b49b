"""Packing by whole rounds, as most systems do it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from daybook.conversation import Excerpt
from daybook.graph.parts import Parts
from daybook.retrieve import whole_excerpt
from daybook_eval.data.case import Case
from daybook_eval.records import BUDGETS
from daybook_eval.systems.daybook import ask
from daybook_eval.systems.system import SystemResult


async def by_windows(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Pack as Daybook does, under every budget."""
    return await ask(case, parts, answers, budgets=BUDGETS)


async def by_whole_rounds(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Pack the best rounds whole until one does not fit."""
    result = await ask(case, parts, answers, budgets=())
    excerpts = [whole_excerpt(candidate, parts.count_tokens) for candidate in result.final]
    return replace(result, packs={budget: _filled(excerpts, budget) for budget in BUDGETS})


async def best_ten(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Pack the ten best rounds whole, whatever they cost: the same under every budget."""
    result = await ask(case, parts, answers, budgets=())
    excerpts = [whole_excerpt(candidate, parts.count_tokens) for candidate in result.final[:10]]
    return replace(result, packs=dict.fromkeys(BUDGETS, excerpts))


def _filled(excerpts: Sequence[Excerpt], budget: int) -> list[Excerpt]:
    held: list[Excerpt] = []
    for excerpt in excerpts:
        budget -= excerpt.tokens
        if budget < 0:
            break
        held.append(excerpt)
    return held
