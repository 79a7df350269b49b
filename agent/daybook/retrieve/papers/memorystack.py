"""MemoryStack: equation 7 with its boosts and relations, the source filter, and superseded rounds hidden."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import ClassVar

from daybook.conversation import Candidate, Ledger, QuestionKind, RetrievalPlan, Role, Status
from daybook.retrieve.ranking_signal import RankingQuery, RankingSignal

WEIGHTS: Mapping[str, float] = {"rrf": 0.50, "relation": 0.20, "recency": 0.10, "rerank": 0.20}
"""Alpha of each signal (section 3.8)."""
RECENCY = timedelta(days=30)
"""Age at which recency has fallen to 1/e (section 3.6, tau)."""
UPDATE_RECENCY = 2.0
"""How much more recency weighs where the question asks how things stand now."""
ASSISTANT_BOOST, PREFERENCE_BOOST, MULTI_SESSION_BOOST = 1.4, 1.3, 1.35
"""Boosts of a round found by the assistant's side, of preferences, of each session's best round (3.9)."""
DEFAULT_RERANK = 0.3
"""Score of a candidate that the model was not shown (appendix A.3)."""

_PREFERS = re.compile(
    r"\bI(?:['’](?:m|ve)| am| have)?\b[^.!?\n]{0,40}?\b(?:prefer|like|love|enjoy|hate|dislike|adore"
    r"|favou?r\w*|fond of|into|allergic|avoid|can['’]t stand|fan of|keen on|interested in"
    r"|looking for|rather)\b"
    r"|\bmy favou?rite\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class JoinedSignals(RankingSignal):
    """Equation 7 ranks, with reranking or without, so many as are retrieved in all (section 4.3)."""

    needs_records: ClassVar[bool] = True

    async def rank(self, candidates: list[Candidate], query: RankingQuery) -> list[Candidate]:
        """Hide superseded rounds where the present is asked for; join relation, recency and boosts."""
        if asks_for_current(query.plan):
            candidates = hide_superseded(candidates)
        related = with_relations(candidates, query.ledger)[: query.limit]
        return weigh_candidates(related, query.plan, query.asked_at)

    def rank_reranked(self, candidates: list[Candidate], plan: RetrievalPlan) -> list[Candidate]:
        """Join the model's scores with the rest; what it did not score has 0.3."""
        scored = [
            replace(candidate, signals={"rerank": DEFAULT_RERANK, **candidate.signals})
            for candidate in candidates
        ]
        return join_signals(scored, plan)


def asks_for_current(plan: RetrievalPlan) -> bool:
    """True if a question asks how things stand now, and not how they were before."""
    if QuestionKind.ASSISTANT in plan.kinds or plan.asks_before:
        return False
    return QuestionKind.UPDATE in plan.kinds or plan.asks_now


def hide_superseded(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Leave out the candidates of which a later round superseded a statement.

    What is marked as wrong or as ended without a successor stays: no later round tells what is so instead.

    Source: MemoryStack, section 3.5, where a memory is one statement; here a round is hidden with all that it
    says.
    """
    return [
        candidate
        for candidate in candidates
        if all(words.by_round in ("", candidate.round.round_id) for words in candidate.superseded)
    ]


def relation_scores(ledger: Ledger) -> Mapping[str, float]:
    """Score rounds by the edges of the records that rest on them: the sum of weight · confidence, up to 1.

    What was superseded or was wrong gains nothing by the edges that say so.

    Source: MemoryStack, equation 3; the bound is ours, since equation 7 adds it to signals in [0, 1].
    """
    sums: dict[str, float] = {}
    for edge in ledger.relations:
        for end in (edge.source, edge.target):
            record = ledger.records.get(end)
            if record is not None and record.status is Status.ACTIVE:
                sums[end] = sums.get(end, 0.0) + edge.weight * edge.confidence
    scores: dict[str, float] = {}
    for record_id, total in sums.items():
        for round_id in ledger.records[record_id].round_ids:
            scores[round_id] = min(max(total, scores.get(round_id, 0.0)), 1.0)
    return scores


def with_relations(candidates: Sequence[Candidate], ledger: Ledger) -> list[Candidate]:
    """Give candidates the signal that weighing counts as "relation"; none where nothing is related."""
    scores = relation_scores(ledger)
    if not scores:
        return list(candidates)
    return [
        replace(
            candidate,
            signals={**candidate.signals, "relation": scores.get(candidate.round.round_id, 0.0)},
        )
        for candidate in candidates
    ]


def weigh_candidates(
    candidates: Sequence[Candidate], plan: RetrievalPlan, asked_at: datetime
) -> list[Candidate]:
    """Give candidates their recency, boost those that fit the kinds of the question, and rank them anew.

    Recency is exp(-age / tau), 1 for what was said after `asked_at`. Boosted are "assistant" rounds found by
    the assistant's side, "preference" those in which the user states one, and "multi-session" the best round
    of each session.
    """
    weighed = [
        replace(
            candidate,
            signals={**candidate.signals, "recency": _recency(candidate, asked_at), "boost": boost},
        )
        for candidate, boost in zip(candidates, _boosts(candidates, plan), strict=True)
    ]
    return join_signals(weighed, plan)


def join_signals(candidates: Sequence[Candidate], plan: RetrievalPlan) -> list[Candidate]:
    """Score candidates by the weighted mean of their signals times their boost, and rank them by it.

    The score by which search merged them is the rrf signal, scaled so that the best is 1. The others are in
    [0, 1] as they are; the weight of an absent signal is shared out among the rest. Equal scores keep their
    order.

    Source: MemoryStack, equation 7, and section 3.9, where memories are boosted.
    """
    merged = [max(_merged(candidate), 0.0) for candidate in candidates]
    best = max(merged, default=1.0) or 1.0
    update = UPDATE_RECENCY if QuestionKind.UPDATE in plan.kinds else 1.0
    weights = {**WEIGHTS, "recency": WEIGHTS["recency"] * update}
    joined = []
    for candidate, rrf in zip(candidates, merged, strict=True):
        signals = {**candidate.signals, "rrf": rrf / best}
        present = {name: weight for name, weight in weights.items() if name in signals}
        score = sum(weight * signals[name] for name, weight in present.items()) / sum(present.values())
        joined.append(replace(candidate, score=score * signals.get("boost", 1.0)))
    return sorted(joined, key=lambda candidate: -candidate.score)


def _boosts(candidates: Sequence[Candidate], plan: RetrievalPlan) -> list[float]:
    """Say what the score of each candidate is multiplied by, for the kinds of question that it fits."""
    leaders: dict[tuple[str, int], str] = {}
    for candidate in candidates:
        leaders.setdefault((candidate.round.session_id, candidate.round.occurrence), candidate.round.round_id)
    first_of_session = set(leaders.values())
    kinds: tuple[tuple[QuestionKind, float, Callable[[Candidate], bool]], ...] = (
        (QuestionKind.ASSISTANT, ASSISTANT_BOOST, _found_by_assistant),
        (QuestionKind.PREFERENCE, PREFERENCE_BOOST, _states_preference),
        (
            QuestionKind.MULTI_SESSION,
            MULTI_SESSION_BOOST,
            lambda candidate: candidate.round.round_id in first_of_session,
        ),
    )
    factors = [(factor, fits) for kind, factor, fits in kinds if kind in plan.kinds]
    return [math.prod(factor for factor, fits in factors if fits(candidate)) for candidate in candidates]


def _merged(candidate: Candidate) -> float:
    return candidate.signals.get("fused", candidate.signals.get("rrf", 0.0))


def _found_by_assistant(candidate: Candidate) -> bool:
    return bool(candidate.matches) and candidate.matches[0].role is Role.ASSISTANT


def _states_preference(candidate: Candidate) -> bool:
    return bool(candidate.round.user and _PREFERS.search(candidate.round.user.content))


def _recency(candidate: Candidate, asked_at: datetime) -> float:
    age = max(asked_at - candidate.round.said_at, timedelta())
    return math.exp(-age / RECENCY)
