"""Answers from the best values of a search, shown whole and in the order of time (LongMemEval, Table 3)."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from daybook.graph.parts import Parts
from daybook_eval.data.case import Case
from daybook_eval.papers.longmemeval.search import ValueSearch
from daybook_eval.systems.planning import whole
from daybook_eval.systems.reading import read_shown
from daybook_eval.systems.system import SystemResult


@dataclass(frozen=True, slots=True)
class AnswerFromValues:
    """Reads the best values of a search, whatever they cost; a `Recall`."""

    search: ValueSearch
    most: int
    """Values that are read."""

    async def __call__(self, case: Case, parts: Parts, answers: bool) -> SystemResult:
        """Search, and read."""
        began = perf_counter()
        ranked = await self.search.ranked(case, parts)
        rounds = [one for value, _ in ranked.values[: self.most] for one in value.rounds]
        excerpts = whole(rounds, parts.count_tokens)
        return await read_shown(case, ranked.plan, excerpts, parts, answers=answers, began=began)
