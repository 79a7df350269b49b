"""The nodes of the recall graph that find and rank rounds: state unpacked, a step called, state returned."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from daybook.conversation import Candidate, FoundPassage, RetrievalPlan
from daybook.conversation.errors import ModelError
from daybook.graph.parts import Parts
from daybook.graph.state import RecallState
from daybook.graph.steps import Update
from daybook.retrieve import (
    LedgerContext,
    RoundSearch,
    budget_for,
    embed_phrasings,
    look_up_ledger,
    make_plan,
    mark_superseded,
    rerank_candidates,
    rerank_pairs,
    windowed_query,
)
from daybook.retrieve.papers import paper_signal, searched_side
from daybook.retrieve.ranking_signal import RankingSignal, RoundQuery
from daybook.settings import Options, RoundKeys

PASSAGES_READ = 6
"""Of documents, at most."""


@dataclass(frozen=True, slots=True)
class SearchNodes:
    """From what was understood to ranked candidates."""

    parts: Parts
    signal: RankingSignal
    """Ranks as a paper does, if the options name one."""

    @classmethod
    def of(cls, parts: Parts) -> Self:
        """Make the nodes of a graph."""
        return cls(parts, paper_signal(parts.settings.options.search.signals))

    async def search_vectors(self, state: RecallState) -> Update:
        """Search the vectors of rounds with every phrasing, and those of the ledger's records."""
        search, asked = self._search(state), state["asked"]
        vectors = await embed_phrasings(search, self.parts.embedder)
        context = LedgerContext()
        if self.parts.settings.ledger:
            context = await look_up_ledger(
                vectors.plain[:1],
                owner=asked.owner,
                asked_at=asked.asked_at,
                as_of=asked.as_of,
                store=self.parts.store,
                options=self._options.ledger,
            )
        found = await search.by_meaning(vectors, context.keys)
        return {"search": search, "vectors": vectors, "ledger_context": context, "found_by_meaning": found}

    async def search_words(self, state: RecallState) -> Update:
        """Search the words of rounds with every phrasing (BM25)."""
        return {"found_by_words": self._search(state).by_words()}

    async def fuse(self, state: RecallState) -> Update:
        """Merge both searches, mark what was superseded, and find the passages of documents."""
        search, context, dense = state["search"], state["ledger_context"], state["found_by_meaning"]
        found = await search.fuse(dense, state["found_by_words"], self.parts.store, state["asked"].asked_at)
        query = RoundQuery(
            index=search.index,
            question=state["vectors"].plain[:1],
            store=self.parts.store,
            limit=search.options.search_limit,
            plan=search.plan,
            asked_at=state["asked"].asked_at,
            ledger=context.ledger,
            records=context.scored,
        )
        candidates = await self.signal.rank(mark_superseded(found, context.superseded), query)
        if not context.scored and self._rests_on_records:
            state["models"].fell_back("ledger", "the preset goes by records, and the ledger has none")
        return {
            "retrieval_plan": search.plan,
            "found": found,
            "candidates": candidates,
            "searched_by": dense[0].found_by,
            "passages": await self._passages(state, search.plan),
        }

    async def rerank(self, state: RecallState) -> Update:
        """Have a model order the best candidates, where more was found than will be read."""
        plan, found, options = state["retrieval_plan"], state["candidates"], self._options.rerank
        if not self._reranks(state):
            return {}
        if (reranker := self.parts.reranker) is not None:
            try:
                scored = await rerank_pairs(found, plan, reranker)
            except ModelError as error:
                state["models"].fell_back("rerank", str(error))
                return {}
            return {"candidates": self.signal.rank_reranked(scored, plan)}
        reranked = await state["models"].call(
            "rerank",
            lambda model: rerank_candidates(
                found,
                plan,
                state["asked"].asked_at,
                model,
                self.parts.prompts["rerank"],
                options=options,
                analyzer=self.parts.analyzer,
            ),
            None,
        )
        return {} if reranked is None else {"candidates": self.signal.rank_reranked(reranked, plan)}

    @property
    def _options(self) -> Options:
        return self.parts.settings.options

    @property
    def _rests_on_records(self) -> bool:
        return self.signal.needs_records or self._options.ledger.round_keys is RoundKeys.FACT

    def _search(self, state: RecallState) -> RoundSearch:
        options = self._options.search
        plan = plan_of(state, window=options.query_window)
        side = searched_side(plan, options.signals)
        return RoundSearch.of(plan, state["index"], options, state["scope"], side)

    async def _passages(self, state: RecallState, plan: RetrievalPlan) -> list[FoundPassage]:
        asked = state["asked"]
        found = await self.parts.documents.find(
            plan.phrasings,
            state["vectors"].plain,
            owner=asked.owner,
            as_of=asked.as_of,
            signal=self.signal,
        )
        return found[:PASSAGES_READ]

    def _reranks(self, state: RecallState) -> bool:
        """True if somebody reranks, and the order decides what is read."""
        models, found = state["models"], state["candidates"]
        by_pairs = self.parts.reranker is not None and "rerank" not in models.by_rules
        if len(found) < 2:
            return False
        if not (by_pairs or models.does("rerank")):
            return False
        return self._options.rerank.rerank_always or not self._all_will_be_read(
            found, state["retrieval_plan"]
        )

    def _all_will_be_read(self, found: Sequence[Candidate], plan: RetrievalPlan) -> bool:
        if most := self._options.read.read_rounds:
            return len(found) <= most
        left = budget_for(plan, self.parts.settings.context_budget)
        for candidate in found:
            left -= sum(self.parts.count_tokens(turn.content) for turn in candidate.round.turns)
            if left < 0:
                return False
        return True


def plan_of(state: RecallState, *, window: int = 0) -> RetrievalPlan:
    """Join what was understood of a question into the plan that memory is searched by.

    Args:
        state: after `classify`, `expand` and `time_range`.
        window: turns of the dialogue that the utterance, as it was put, is searched with in place of the
            question; 0 searches with the question.
    """
    asked, phrasings, read = state["asked"], state["phrasings"], state["question_reading"]
    if window:
        queries = (windowed_query(asked.text, asked.dialogue, window), *phrasings[1:])
        phrasings = tuple(dict.fromkeys(queries))
    return make_plan(
        state["question_alone"],
        phrasings=phrasings,
        kinds=state["kinds"],
        period=state["time_range"],
        asked_at=asked.asked_at,
        disputed=state["disputed"],
        asks_now=read.asks_now,
        asks_before=read.asks_before,
    )
