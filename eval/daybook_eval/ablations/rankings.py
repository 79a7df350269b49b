"""Rankings that Daybook does not make any more, or never made, kept to be compared with."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from daybook.conversation import Candidate
from daybook.graph.parts import Parts
from daybook.retrieve import fuse_ranks
from daybook.retrieve.keying import best_first, score_fields
from daybook.store.keys import FieldName
from daybook_eval.ablations.arm import BUDGET
from daybook_eval.baselines.mempalace import recall as recall_mempalace
from daybook_eval.baselines.official_bm25 import recall as recall_official_bm25
from daybook_eval.data.case import Case
from daybook_eval.systems.planning import plain_plan_of
from daybook_eval.systems.reading import read_ranked
from daybook_eval.systems.system import SystemResult

__all__ = ["four_fields", "recall_mempalace", "recall_official_bm25"]


async def four_fields(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Fuse four rankings: by the user's side, by the assistant's, BM25 over both, BM25 over the user's."""
    limit = parts.settings.options.search.search_limit
    index = await parts.store.index(case.owner)
    query = await parts.embedder.embed([case.question])
    fields = score_fields(await index.near(query, limit=limit), query)
    rankings = [best_first(fields.rounds, fields.cosines[0, :, side], limit=limit) for side in (0, 1)]
    words = index.words
    searched: tuple[tuple[FieldName, ...], ...] = (("user", "assistant"), ("user",))
    for sides in searched:
        rankings.append([name for name, _ in words.search(case.question, fields=sides, limit=limit)])
    return await _outcome(case, parts, fuse_ranks(rankings, k=parts.settings.options.search.rrf_k), answers)


async def _outcome(
    case: Case, parts: Parts, ranked: Sequence[tuple[str, float]], answers: bool
) -> SystemResult:
    rounds = {one.round_id: one for one in parts.store.rounds(case.owner, [name for name, _ in ranked])}
    candidates = [Candidate(rounds[name], score) for name, score in ranked]
    plan = plain_plan_of(case)
    return await read_ranked(
        case, plan, candidates, parts, answers=answers, began=perf_counter(), budgets=(BUDGET,)
    )
