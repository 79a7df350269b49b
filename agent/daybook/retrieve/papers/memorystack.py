"""MemoryStack: the source filter, relations of the ledger, and superseded rounds hidden.

Its equation 7, which joins all signals into one score, is also how a chat model's rerank scores are joined
with the rest, and stands in `daybook.retrieve.rerank`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from daybook.conversation import Candidate, Ledger, QuestionKind, RetrievalPlan, Status
from daybook.retrieve.prefer_current import asks_for_current
from daybook.retrieve.ranking_signal import RankingSignal, RoundQuery, Scope
from daybook.settings import SignalOptions, SupersededRounds
from daybook.store.keys import FieldName


@dataclass(frozen=True, slots=True)
class SourceFilter(RankingSignal):
    """The assistant's side is searched alone where its words are asked for."""

    options: SignalOptions

    async def narrow(self, scope: Scope, query: RoundQuery) -> Scope:
        """Leave one side, if the question is about what the assistant said."""
        return replace(scope, side=searched_side(query.plan, self.options))


@dataclass(frozen=True, slots=True)
class HideSuperseded(RankingSignal):
    """Rounds of which something was superseded are hidden: always, or where the present is asked for."""

    way: SupersededRounds

    async def rank(self, candidates: list[Candidate], query: RoundQuery) -> list[Candidate]:
        """Leave them out."""
        hides = self.way is SupersededRounds.HIDE or asks_for_current(query.plan)
        return hide_superseded(candidates) if hides else candidates


@dataclass(frozen=True, slots=True)
class RelationScores(RankingSignal):
    """Rounds score by how their records are related; it counts where signals are joined."""

    async def rank(self, candidates: list[Candidate], query: RoundQuery) -> list[Candidate]:
        """Give them the signal "relation"."""
        return with_relations(candidates, query.ledger)


@dataclass(frozen=True, slots=True)
class JoinedScores(RankingSignal):
    """Equation 7 ranks, with reranking or without, so many as are retrieved in all (section 4.3)."""

    joins_scores: ClassVar[bool] = True
    limit: int

    async def rank(self, candidates: list[Candidate], query: RoundQuery) -> list[Candidate]:
        """Leave the first of what was found."""
        return candidates[: self.limit]


def searched_side(plan: RetrievalPlan, options: SignalOptions) -> FieldName | None:
    """Name the only side that is searched under the source filter; None for both.

    Source: MemoryStack, section 3.9.
    """
    return "assistant" if options.source_filter and QuestionKind.ASSISTANT in plan.kinds else None


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
