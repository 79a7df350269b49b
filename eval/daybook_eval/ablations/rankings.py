"""Rankings that Daybook does not make any more, or never made, kept to be compared with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import perf_counter

import numpy as np

from daybook.conversation import Candidate
from daybook.graph.parts import Parts
from daybook.retrieve import fuse_ranks
from daybook.retrieve.keying import FieldScores, best_first, keyed_scores, score_fields
from daybook.settings import Keying
from daybook.store.keys import FieldName, Key
from daybook_eval.ablations.arm import BUDGET
from daybook_eval.baselines.mempalace import recall as recall_mempalace
from daybook_eval.baselines.official_bm25 import recall as recall_official_bm25
from daybook_eval.data.case import Case
from daybook_eval.systems.planning import plain_plan_of
from daybook_eval.systems.reading import read_ranked
from daybook_eval.systems.system import Recall, SystemResult

_ALL = 1_000_000

__all__ = ["first_windows", "four_fields", "recall_mempalace", "recall_official_bm25"]


def first_windows(keying: Keying) -> Recall:
    """Dense search over the beginning of each side only: what an embedder reads that cuts the rest off."""

    async def recall(case: Case, parts: Parts, answers: bool) -> SystemResult:
        fields = await _fields(case, parts, first_only=True)
        (scores,) = keyed_scores(fields, keying, alpha=parts.settings.options.search.mixture_alpha)
        ranked = [(name, 1.0) for name in best_first(fields.round_ids, scores, limit=_ALL)]
        return await _outcome(case, parts, ranked, answers)

    return recall


async def four_fields(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Fuse four rankings: by the user's side, by the assistant's, BM25 over both, BM25 over the user's."""
    limit = parts.settings.options.search.search_limit
    fields = await _fields(case, parts, first_only=False)
    rankings = [best_first(fields.round_ids, fields.cosines[0, :, side], limit=limit) for side in (0, 1)]
    words = parts.store.lexical(case.owner)
    searched: tuple[tuple[FieldName, ...], ...] = (("user", "assistant"), ("user",))
    for sides in searched:
        rankings.append([name for name, _ in words.search(case.question, fields=sides, limit=limit)])
    return await _outcome(case, parts, fuse_ranks(rankings, k=parts.settings.options.search.rrf_k), answers)


async def _fields(case: Case, parts: Parts, *, first_only: bool) -> FieldScores:
    query = await parts.embedder.embed([case.question])
    found = await parts.store.vectors(case.owner).near(
        query, limit=parts.settings.options.search.search_limit
    )
    rows = list(_first_of_each(found.keys)) if first_only else list(range(len(found.keys)))
    return score_fields([found.keys[row] for row in rows], np.ascontiguousarray(found.matrix[rows]), query)


def _first_of_each(keys: Sequence[Key]) -> Iterable[int]:
    """Name the rows of the first window of every side of every round."""
    first: dict[tuple[str, str], int] = {}
    for row, key in enumerate(keys):
        place = (key.round_id, key.field)
        if place not in first or key.start < keys[first[place]].start:
            first[place] = row
    return sorted(first.values())


async def _outcome(
    case: Case, parts: Parts, ranked: Sequence[tuple[str, float]], answers: bool
) -> SystemResult:
    rounds = {one.round_id: one for one in parts.store.rounds(case.owner, [name for name, _ in ranked])}
    candidates = [Candidate(rounds[name], score) for name, score in ranked]
    plan = plain_plan_of(case)
    return await read_ranked(
        case, plan, candidates, parts, answers=answers, began=perf_counter(), budgets=(BUDGET,)
    )
