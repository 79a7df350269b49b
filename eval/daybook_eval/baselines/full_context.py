"""Full context: the reader sees the whole history, whatever it costs (LongMemEval, section 4.2)."""

from __future__ import annotations

from time import perf_counter

from daybook.graph.parts import Parts
from daybook_eval.data.case import Case
from daybook_eval.systems.planning import all_rounds_of, plain_plan_of, whole
from daybook_eval.systems.reading import read_shown
from daybook_eval.systems.system import System, SystemResult


async def recall(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Show every round whole, in time order, with no regard to any budget."""
    began = perf_counter()
    excerpts = whole(all_rounds_of(case), parts.count_tokens)
    return await read_shown(case, plain_plan_of(case), excerpts, parts, answers=answers, began=began)


FULL_CONTEXT = System("full-context", "the whole history is shown to the reader", recall)
