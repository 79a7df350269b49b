"""LongMemEval's flat BM25 over turns: the user's alone, words parted at spaces, nothing stemmed or folded.

Source: the flat-bm25 retriever of LongMemEval's retrieval script (Wu et al., ICLR 2025), turn granularity.
"""

from __future__ import annotations

from time import perf_counter

import numpy as np
from rank_bm25 import BM25Okapi  # type: ignore[import-untyped]

from daybook.conversation import Candidate
from daybook.graph.parts import Parts
from daybook_eval.data.case import Case
from daybook_eval.systems.planning import all_rounds_of, plain_plan_of
from daybook_eval.systems.reading import read_ranked
from daybook_eval.systems.system import System, SystemResult


async def recall(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Rank the user's turns; each stands for its round."""
    began = perf_counter()
    told = [(round_, round_.user) for round_ in all_rounds_of(case) if round_.user]
    index = BM25Okapi([user.content.split(" ") for _, user in told])
    scores = index.get_scores(case.question.split(" "))
    candidates = [
        Candidate(told[place][0], float(scores[place]), {"bm25": float(scores[place])})
        for place in np.argsort(scores)[::-1]  # so ties fall as they do there
    ]
    plan = plain_plan_of(case)
    return await read_ranked(case, plan, candidates, parts, answers=answers, began=began)


OFFICIAL_BM25 = System("official-bm25", "LongMemEval's flat BM25 over the user's turns", recall)
