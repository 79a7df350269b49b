"""The nodes of the recall graph that find and rank rounds: state unpacked, a step called, state returned."""

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self, TypeAlias

from daybook.conversation import Candidate, RetrievalPlan, slot_descriptions
from daybook.conversation.errors import ModelError
from daybook.graph.parts import Parts
from daybook.graph.state import RecallState
from daybook.retrieve import (
    LedgerContext,
    asked_slots,
    asks_for_current,
    boost_event_dates,
    embed_phrasings,
    lead_is_clear,
    look_up_ledger,
    mark_superseded,
    prefer_current,
    prefer_newer,
    rerank_candidates,
    rerank_pairs,
    search_rounds,
    weigh_candidates,
)
from daybook.retrieve.papers import ranking_signals, searched_side
from daybook.retrieve.ranking_signal import RankingSignal, RoundQuery, Scope
from daybook.settings import ModelRole, Options, TimeMode

Update: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SearchNodes:
    """From a plan to ranked candidates."""

    parts: Parts
    signals: tuple[RankingSignal, ...]
    """Those that the options turn on."""

    @classmethod
    def of(cls, parts: Parts) -> Self:
        """Make the nodes of a graph."""
        return cls(parts, ranking_signals(parts.settings.options))

    async def embed(self, state: RecallState) -> Update:
        """Turn the phrasings into vectors, and look up the index that they are searched in."""
        index = await self.parts.store.index(state["asked"].owner)
        vectors = await embed_phrasings(
            state["retrieval_plan"],
            index=index,
            embedder=self.parts.embedder,
            options=self._options.search,
        )
        return {"index": index, "vectors": vectors}

    async def look_up_ledger(self, state: RecallState) -> Update:
        """Find what the ledger knows that bears on the question."""
        if not self.parts.settings.ledger:
            return {"ledger_context": LedgerContext()}
        asked, options = state["asked"], self._options.ledger
        slots = (
            asked_slots(
                state["retrieval_plan"].question, slot_descriptions(), self.parts.language.analyzer.words
            )
            if options.intent_slots or options.intent_filter
            else ()
        )
        context = await look_up_ledger(
            state["vectors"].plain[:1],
            state["retrieval_plan"].phrasings[0],
            owner=asked.owner,
            asked_at=asked.asked_at,
            as_of=asked.as_of,
            store=self.parts.store,
            options=options,
            asked_slots=slots,
        )
        return {"ledger_context": context}

    async def search(self, state: RecallState) -> Update:
        """Search by meaning and by words, and merge."""
        scope, query = Scope(), self._query(state)
        for signal in self.signals:
            scope = await signal.narrow(scope, query)
        found = await search_rounds(
            query.plan,
            state["vectors"],
            index=query.index,
            store=query.store,
            options=self._options.search,
            as_of=state["asked"].as_of,
            records=state["ledger_context"].keys,
            among=scope.among,
            side=scope.side,
        )
        return {"found": found.candidates, "candidates": found.candidates, "searched_by": found.vectors}

    async def match_event_dates(self, state: RecallState) -> Update:
        """Lift rounds that date something into the period asked about."""
        period, options = state["retrieval_plan"].time_range, self._options.search
        prefers = options.time_mode is TimeMode.PREFER and options.merges_scores
        if period is None or not prefers or not options.event_dates:
            return {}
        boosted = boost_event_dates(
            state["candidates"], period, lift=options.range_lift, analyzer=self.parts.language.analyzer
        )
        return {"candidates": boosted}

    async def mark_superseded(self, state: RecallState) -> Update:
        """Mark the superseded statements of candidates."""
        return {"candidates": mark_superseded(state["candidates"], state["ledger_context"].superseded)}

    async def weigh(self, state: RecallState) -> Update:
        """Apply the further signals that are on, and join all signals where a model is to rerank."""
        candidates, query = state["candidates"], self._query(state)
        for signal in self.signals:
            candidates = await signal.rank(candidates, query)
        if self._joins_scores(state):
            candidates = weigh_candidates(
                candidates, query.plan, state["asked"].asked_at, self._options.signals
            )
        return {"candidates": candidates}

    async def rerank(self, state: RecallState) -> Update:
        """Have a model score the best candidates, unless that would change nothing."""
        plan, weighed, options = state["retrieval_plan"], state["candidates"], self._options.rerank
        if not self._reranks(state) or lead_is_clear(weighed, plan, options.clear_lead):
            return {}
        if (reranker := self.parts.reranker) is not None:
            try:
                scored = await rerank_pairs(weighed, plan, reranker, signals=self._options.signals)
            except ModelError as error:
                state["models"].fell_back("rerank", str(error))
                return {}
            return {"candidates": scored}
        reranked = await state["models"].call(
            "rerank",
            ModelRole.RERANK,
            lambda model: rerank_candidates(
                weighed,
                plan,
                state["asked"].asked_at,
                model,
                self.parts.prompts["rerank"],
                options=options,
                signals=self._options.signals,
            ),
            weighed,
        )
        return {"candidates": reranked}

    async def prefer_current(self, state: RecallState) -> Update:
        """Rank what holds now above what it took the place of, where the present is asked for."""
        candidates, options = state["candidates"], self._options.ledger
        if not asks_for_current(state["retrieval_plan"]):
            return {}
        in_deviations = self._options.search.merges_scores and not self._joins_scores(state)
        if options.prefer_newer and in_deviations:
            query = self._query(state)
            candidates = prefer_newer(candidates, query.question, await query.keys())
        return {"candidates": prefer_current(candidates) if options.prefer_current else candidates}

    async def search_documents(self, state: RecallState) -> Update:
        """Find the passages of documents that bear on the question."""
        if not self._options.documents.document_answers:
            return {"passages": []}
        asked = state["asked"]
        found = await self.parts.documents.find(
            state["retrieval_plan"].phrasings,
            state["vectors"].plain,
            owner=asked.owner,
            options=self._options,
            as_of=asked.as_of,
        )
        return {"passages": found[: self._options.documents.passages_read]}

    @property
    def _options(self) -> Options:
        return self.parts.settings.options

    def _query(self, state: RecallState) -> RoundQuery:
        return RoundQuery(
            index=state["index"],
            question=state["vectors"].plain[:1],
            store=self.parts.store,
            limit=self._options.search.search_limit,
            plan=state["retrieval_plan"],
            ledger=state["ledger_context"].ledger,
            records=state["ledger_context"].scored,
        )

    def _reranks(self, state: RecallState) -> bool:
        if self.parts.settings.models.fast:
            return False
        models = state["models"]
        by_pairs = self.parts.reranker is not None and "rerank" not in models.by_rules
        return by_pairs or models.does("rerank", ModelRole.RERANK)

    def _joins_scores(self, state: RecallState) -> bool:
        """True if the score of the search is joined with other signals, and so is no longer in deviations."""
        return self._reranks(state) or any(signal.joins_scores for signal in self.signals)


async def rank_all(plan: RetrievalPlan, owner: str, parts: Parts) -> Sequence[Candidate]:
    """Search for a plan without a limit: every round of the owner, as search alone merges the rankings."""
    stats = await to_thread(parts.store.stats, owner)
    options = parts.settings.changed(search_limit=stats.rounds).options.search
    index = await parts.store.index(owner)
    vectors = await embed_phrasings(plan, index=index, embedder=parts.embedder, options=options)
    side = searched_side(plan, parts.settings.options.signals)
    found = await search_rounds(plan, vectors, index=index, store=parts.store, options=options, side=side)
    return found.candidates
