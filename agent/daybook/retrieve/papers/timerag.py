"""TimeRAG-Memory: what is retrieved are records, and rounds only as what they rest on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from daybook.conversation import Candidate
from daybook.retrieve.ranking_signal import RankingSignal, RoundQuery, Scope


@dataclass(frozen=True, slots=True)
class RecordRanking(RankingSignal):
    """Records rank: a round stands where the best record does that rests on it, and others are not found.

    Source: TimeRAG-Memory, section 3.3; `daybook.retrieve.rank_records` has its formula. That the rounds are
    ranked by it, as the citations that section 3.5 leaves open, is ours.
    """

    async def narrow(self, scope: Scope, query: RoundQuery) -> Scope:
        """Leave the rounds that a record rests on."""
        of_records = frozenset(_scores(query))
        return replace(scope, among=of_records if scope.among is None else scope.among & of_records)

    async def rank(self, candidates: list[Candidate], query: RoundQuery) -> list[Candidate]:
        """Rank them by the score of the record, "record"; rounds of one record keep their order."""
        scores = _scores(query)
        ranked = [
            replace(
                candidate,
                score=scores[candidate.round.round_id],
                signals={**candidate.signals, "record": scores[candidate.round.round_id]},
            )
            for candidate in candidates
        ]
        return sorted(ranked, key=lambda candidate: -candidate.score)


def _scores(query: RoundQuery) -> Mapping[str, float]:
    """Give the rounds that records rest on the score of the best of those records."""
    scores: dict[str, float] = {}
    for scored in query.records:
        for round_id in scored.record.round_ids:
            scores.setdefault(round_id, scored.score)
    return scores
