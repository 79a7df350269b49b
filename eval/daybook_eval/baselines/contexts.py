"""Baselines that search nothing: the reader sees the whole history, nothing, or the evidence's sessions."""

from time import perf_counter

from daybook.conversation import rounds_of
from daybook.graph.parts import Parts
from daybook_eval.data.case import Case
from daybook_eval.systems.reading import all_rounds_of, plain_plan_of, read_shown, whole
from daybook_eval.systems.system import System, SystemResult


async def recall_full_context(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Show every round whole, in time order, with no regard to any budget."""
    began = perf_counter()
    excerpts = whole(all_rounds_of(case), parts.count_tokens)
    return await read_shown(case, plain_plan_of(case), excerpts, parts, answers=answers, began=began)


FULL_CONTEXT = System("full-context", "the whole history is shown to the reader", recall_full_context)


async def recall_nothing(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Ask without showing anything; without a chat model the answer is always that it is not known."""
    return await read_shown(case, plain_plan_of(case), (), parts, answers=answers, began=perf_counter())


NO_MEMORY = System("no-memory", "nothing is shown to the reader", recall_nothing)


async def recall_oracle_sessions(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Show the sessions that the data set says the question is about, whole and in time order."""
    began = perf_counter()
    rounds = [round_ for place in case.about for round_ in rounds_of(case.sessions[place], case.owner)]
    excerpts = whole(rounds, parts.count_tokens)
    return await read_shown(case, plain_plan_of(case), excerpts, parts, answers=answers, began=began)


ORACLE_SESSIONS = System(
    "oracle-sessions", "the sessions of the evidence are shown to the reader", recall_oracle_sessions
)
