"""Baseline without memory: the reader sees nothing, so right answers are prior knowledge or guesses."""

from __future__ import annotations

from time import perf_counter

from daybook.graph.parts import Parts
from daybook_eval.data.case import Case
from daybook_eval.systems.planning import plain_plan_of
from daybook_eval.systems.reading import read_shown
from daybook_eval.systems.system import System, SystemResult


async def recall(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Ask without showing anything; without a chat model the answer is always that it is not known."""
    return await read_shown(case, plain_plan_of(case), (), parts, answers=answers, began=perf_counter())


NO_MEMORY = System("no-memory", "nothing is shown to the reader", recall)
