"""TimeRAG-Memory: what is retrieved are records, and rounds only as what they rest on."""

from asyncio import to_thread
from dataclasses import dataclass, replace
from typing import ClassVar

from daybook.conversation import Candidate
from daybook.retrieve.ranking_signal import RankingQuery, RankingSignal


@dataclass(frozen=True, slots=True)
class RecordRanking(RankingSignal):
    """Records rank: a round stands where the best record does that rests on it, and others are not found.

    Source: TimeRAG-Memory, section 3.3; `daybook.retrieve.rank_records` has its formula. That the rounds are
    ranked by it, as the citations that section 3.5 leaves open, is ours.
    """

    needs_records: ClassVar[bool] = True

    async def rank(self, candidates: list[Candidate], query: RankingQuery) -> list[Candidate]:
        """Rank the rounds of records by the score of the record, "record", whether search found them or not.

        Rounds of one record keep the order of the search. Without any record the search's order stays.
        """
        if not query.records:
            return candidates
        scores: dict[str, float] = {}
        for scored in query.records:
            for round_id in scored.record.round_ids:
                scores.setdefault(round_id, scored.score)
        found = [candidate for candidate in candidates if candidate.round.round_id in scores]
        missing = sorted(scores.keys() - {candidate.round.round_id for candidate in found})
        rounds = await to_thread(query.store.rounds, query.index.owner, missing) if missing else []
        every = [*found, *(Candidate(round_, 0.0) for round_ in rounds)]
        ranked = [
            replace(
                candidate,
                score=scores[candidate.round.round_id],
                signals={**candidate.signals, "record": scores[candidate.round.round_id]},
            )
            for candidate in every
        ]
        return sorted(ranked, key=lambda candidate: -candidate.score)
