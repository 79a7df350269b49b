"""Reading, measured on questions that have an answer, that have none, and of another history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from daybook.graph.parts import Parts
from daybook_eval.ablations.arm import Asked
from daybook_eval.data.case import Case
from daybook_eval.data.plant import PLANTED, plant_abstentions
from daybook_eval.halves import RUBRIC, half_of
from daybook_eval.systems.daybook import ask
from daybook_eval.systems.system import SystemResult

PLANTING_SEED = 1
"""Picks the questions that are put to histories which do not answer them."""
COLUMNS = (
    "answer contains",
    "answer contains_words",
    "answer word_share",
    "answer not_known",
    "cited any",
    "cited all",
    "answer quotes",
    "answer words",
    "time read",
)


async def answer(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Ask Daybook, packed for its reader alone."""
    return await ask(case, parts, answers, budgets=())


def with_planted(read: Callable[[], Iterable[Case]]) -> Iterator[Case]:
    """Put to every history, beside its own questions, one of another history that it cannot answer."""
    planted = plant_abstentions(read, seed=PLANTING_SEED)
    waiting = next(planted, None)
    for case in read():
        yield case
        if waiting is not None and waiting.owner == case.owner:
            yield waiting
            waiting = next(planted, None)


def any_question(case: Case) -> bool:
    """Ask everything."""
    return True


def halves(asked: Asked) -> Iterator[str]:
    """Name the row that an answer counts in: what cannot be answered, a rubric, or the half that it is in."""
    if asked.abstention:
        yield "planted" if asked.question_id.endswith(PLANTED) else "abstentions"
    else:
        yield "rubrics" if asked.question_type == RUBRIC else half_of(asked.question_id)


def groups(asked: Asked) -> Iterator[str]:
    """Name the rows that an answer counts in, by its type, its kind and the half that it is in.

    "rules' half" are the questions that rules of reading may be made by; the other half is only measured.
    """
    half = half_of(asked.question_id)
    if asked.question_id.endswith(PLANTED):
        yield from ("planted", f"planted, {half}")
    elif asked.abstention:
        yield "abstentions"
    else:
        yield from (asked.question_type, "all answerable")
        if asked.question_type != RUBRIC:
            yield from ("all but rubrics", f"all but rubrics, {half}")
