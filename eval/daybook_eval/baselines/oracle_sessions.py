"""Oracle sessions: the reader sees the sessions of the evidence and no others, as if search were perfect.

Source: the oracle setting of LongMemEval, section 4.2.
"""

from __future__ import annotations

from time import perf_counter

from daybook.conversation import rounds_of
from daybook.graph.parts import Parts
from daybook_eval.data.case import Case
from daybook_eval.systems.planning import plain_plan_of, whole
from daybook_eval.systems.reading import read_shown
from daybook_eval.systems.system import System, SystemResult


async def recall(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Show the sessions that the data set says the question is about, whole and in time order."""
    began = perf_counter()
    places = sorted({*case.answer_sessions, *case.evidence_sessions})
    rounds = [one for place in places for one in rounds_of(case.sessions[place], case.owner)]
    excerpts = whole(rounds, parts.count_tokens)
    return await read_shown(case, plain_plan_of(case), excerpts, parts, answers=answers, began=began)


ORACLE_SESSIONS = System("oracle-sessions", "the sessions of the evidence are shown to the reader", recall)
