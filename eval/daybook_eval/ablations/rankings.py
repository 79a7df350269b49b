"""Rankings that Daybook does not make any more, or never made, kept to be compared with."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from daybook.conversation import Candidate
from daybook.graph.parts import Parts
from daybook.retrieve import fuse_ranks
from daybook.retrieve.keying import FieldScores, best_first, keyed_scores, score_fields
from daybook.settings import Keying
from daybook.store.keys import FieldName, KeyVectors
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
        ranked = [(name, 1.0) for name in best_first(fields.rounds, scores, limit=_ALL)]
        return await _outcome(case, parts, ranked, answers)

    return recall


async def four_fields(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Fuse four rankings: by the user's side, by the assistant's, BM25 over both, BM25 over the user's."""
    limit = parts.settings.options.search.search_limit
    fields = await _fields(case, parts, first_only=False)
    rankings = [best_first(fields.rounds, fields.cosines[0, :, side], limit=limit) for side in (0, 1)]
    words = (await parts.store.index(case.owner)).words
    searched: tuple[tuple[FieldName, ...], ...] = (("user", "assistant"), ("user",))
    for sides in searched:
        rankings.append([name for name, _ in words.search(case.question, fields=sides, limit=limit)])
    return await _outcome(case, parts, fuse_ranks(rankings, k=parts.settings.options.search.rrf_k), answers)


async def _fields(case: Case, parts: Parts, *, first_only: bool) -> FieldScores:
    query = await parts.embedder.embed([case.question])
    index = await parts.store.index(case.owner)
    found = await index.near(query, limit=parts.settings.options.search.search_limit)
    return score_fields(_first_of_each(found) if first_only else found, query)


def _first_of_each(keys: KeyVectors) -> KeyVectors:
    """Keep the first window of every side of every round."""
    order = np.lexsort((keys.spans["start"], keys.fields, keys.round_places))
    sides = np.stack([keys.round_places, keys.fields], axis=1)[order]
    _, first = np.unique(sides, axis=0, return_index=True)
    rows = np.sort(order[first])
    return KeyVectors(keys.rounds, keys.round_places[rows], keys.spans[rows], keys.matrix[rows])


async def _outcome(
    case: Case, parts: Parts, ranked: Sequence[tuple[str, float]], answers: bool
) -> SystemResult:
    rounds = {one.round_id: one for one in parts.store.rounds(case.owner, [name for name, _ in ranked])}
    candidates = [Candidate(rounds[name], score) for name, score in ranked]
    plan = plain_plan_of(case)
    return await read_ranked(
        case, plan, candidates, parts, answers=answers, began=perf_counter(), budgets=(BUDGET,)
    )
