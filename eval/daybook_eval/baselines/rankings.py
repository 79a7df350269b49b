"""Baselines that rank: MemPalace's sessions, LongMemEval's BM25, and one ranking of Daybook's alone."""

from collections.abc import Mapping, Sequence
from time import perf_counter

import numpy as np
from rank_bm25 import BM25Okapi  # type: ignore[import-untyped]

from daybook.conversation import Candidate, Role, rounds_of
from daybook.graph.parts import Parts
from daybook.models.embedding import Embedder
from daybook.settings import Fusion, Keying, Searches, TimeMode
from daybook_eval.data.case import Case
from daybook_eval.systems.daybook import ask
from daybook_eval.systems.reading import all_rounds_of, plain_plan_of, read_ranked
from daybook_eval.systems.system import System, SystemResult


async def recall_mempalace(case: Case, parts: Parts, answers: bool) -> SystemResult:
    """Rank the sessions; each stands for its rounds, in the order in which they were said."""
    began = perf_counter()
    ranked = await ranked_sessions(case, parts.embedder)
    candidates = [
        Candidate(round_, score, {"dense": score})
        for place, score in ranked
        for round_ in rounds_of(case.sessions[place], case.owner)
    ]
    plan = plain_plan_of(case)
    return await read_ranked(case, plan, candidates, parts, answers=answers, began=began)


async def ranked_sessions(case: Case, embedder: Embedder) -> Sequence[tuple[int, float]]:
    """Rank the places of the sessions by the cosine of their documents; one without user turns has none."""
    texts = [
        "\n".join(turn.content for turn in session.turns if turn.role is Role.USER)
        for session in case.sessions
    ]
    places = [place for place, text in enumerate(texts) if text.strip()]
    vectors = await embedder.embed([texts[place] for place in places])
    (query,) = await embedder.embed([case.question])
    cosines = vectors @ query
    return [(places[row], float(cosines[row])) for row in np.argsort(-cosines, kind="stable")]


MEMPALACE = System(
    "mempalace", "MemPalace's raw method: sessions of joined user turns, by cosine", recall_mempalace
)


async def recall_official_bm25(case: Case, parts: Parts, answers: bool) -> SystemResult:
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


OFFICIAL_BM25 = System("official-bm25", "LongMemEval's flat BM25 over the user's turns", recall_official_bm25)


PLAIN: Mapping[str, object] = {
    "statements": False,
    "speakers": False,
    "ledger": False,
    "fusion": Fusion.RRF,
    "query_encoder": False,
    "time_mode": TimeMode.IGNORE,
}
"""The settings under which rankings are compared as they are."""

BM25 = System(
    "bm25", "BM25 over both sides of a round, alone", ask, {**PLAIN, "searches": Searches.LEXICAL}, keeps=True
)
KEYINGS = tuple(
    System(
        keying.value,
        f"dense search alone, keyed by {keying.value}",
        ask,
        {**PLAIN, "searches": Searches.DENSE, "keying": keying},
        keeps=True,
    )
    for keying in Keying
)
