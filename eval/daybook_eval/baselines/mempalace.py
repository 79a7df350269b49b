"""MemPalace's raw method: one document per session, its user turns joined, ranked by the cosine of MiniLM.

Its index is Chroma; with some fifty documents the exact ranking, which is taken here, is the same. What
does not fit the model's window (256 word pieces) is cut off, as Chroma's own embedding function does.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from daybook.conversation import Candidate, Role, rounds_of
from daybook.embedding import Embedder
from daybook.graph.parts import Parts
from daybook_eval.data.case import Case
from daybook_eval.systems.planning import plain_plan_of
from daybook_eval.systems.reading import read_ranked
from daybook_eval.systems.system import System, SystemResult


async def recall(case: Case, parts: Parts, answers: bool) -> SystemResult:
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


MEMPALACE = System("mempalace", "MemPalace's raw method: sessions of joined user turns, by cosine", recall)
