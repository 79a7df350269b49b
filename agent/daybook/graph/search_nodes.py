"""The nodes of the recall graph that find and rank rounds: state unpacked, a step called, state returned."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from daybook.conversation import Candidate, RetrievalPlan
from daybook.conversation.errors import ModelError
from daybook.graph.parts import Components
from daybook.graph.state import RecallState
from daybook.graph.steps import Update
from daybook.retrieve.ledger_lookup import LedgerContext, look_up_ledger
from daybook.retrieve.packing import ONE_FACT
from daybook.retrieve.question_plan import windowed_query
from daybook.retrieve.ranking_signal import RankingQuery, RankingSignal
from daybook.retrieve.rerank import rerank_candidates, rerank_pairs
from daybook.retrieve.round_search import RoundSearch
from daybook.retrieve.superseded import mark_superseded
from daybook.settings import Options, PaperSignals

PASSAGES_READ = 6
"""Of documents, at most."""
_ADDED = 10
"""Rounds that a second look adds, at most."""
_NEAR = 0.3
"""Their least cosine to what is missing: what is farther is no reason to read again."""


@dataclass(frozen=True, slots=True)
class SearchNodes:
    """From what was understood to ranked candidates."""

    parts: Components
    signal: RankingSignal
    """Ranks as a paper does, if the options name one."""
    first: int | None
    """As many candidates are wanted at least; None wants all, unless the state has a number."""

    async def search_vectors(self, state: RecallState) -> Update:
        """Search the vectors of rounds with every phrasing, and those of the ledger's records."""
        search, asked = self._search(state), state["asked"]
        vectors = await search.embed(self.parts.embedder)
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
        asked, plan, store, vectors = state["asked"], search.plan, self.parts.store, state["vectors"].plain
        first = state.get("first", self.first) if search.options.signals is PaperSignals.NONE else None
        found = await search.fuse(dense, state["found_by_words"], store, asked.asked_at, first=first)
        query = RankingQuery(
            index=search.index,
            question=vectors[:1],
            store=store,
            limit=search.options.search_limit,
            seen=search.scope.seen,
            plan=plan,
            asked_at=asked.asked_at,
            ledger=context.ledger,
            records=context.scored,
        )
        candidates = await self.signal.rank(mark_superseded(found, context.superseded), query)
        if not context.scored and (self.signal.needs_records or self._options.ledger.fact_keys):
            state["models"].fell_back("ledger", "the preset goes by records, and the ledger has none")
        is_himes = search.options.signals is PaperSignals.HIMES
        rank = partial(self.signal.rank_passages, query=query) if is_himes else None
        passages = await self.parts.documents.find(
            plan.phrasings, vectors, owner=asked.owner, as_of=asked.as_of, rank=rank
        )
        return {
            "retrieval_plan": plan,
            "found": found,
            "candidates": candidates,
            "searched_by": dense[0].found_by,
            "passages": passages[:PASSAGES_READ],
        }

    async def rerank(self, state: RecallState) -> Update:
        """Have a model order the best candidates, where more was found than will be read."""
        plan, found, models = state["retrieval_plan"], state["candidates"], state["models"]
        if not self._reranks(state):
            return {}
        if (reranker := self.parts.reranker) is not None:
            try:
                scored = await rerank_pairs(found, plan, reranker)
            except ModelError as error:
                models.fell_back("rerank", str(error))
                return {}
            return {"candidates": self.signal.rank_reranked(scored, plan)}
        reranked = await models.call(
            "rerank",
            lambda model: rerank_candidates(
                found,
                plan,
                state["asked"].asked_at,
                model,
                self.parts.prompts["rerank"],
                options=self._options.rerank,
                analyzer=self.parts.analyzer,
            ),
            None,
        )
        return {} if reranked is None else {"candidates": self.signal.rank_reranked(reranked, plan)}

    async def look_again(self, state: RecallState) -> Update:
        """Search for what the reader missed, and put what is near to it behind the rounds that it cites.

        Nothing is missing any longer where no such round is found that was not read.
        """
        words, context, search = state["missing"], state["ledger_context"], state["search"]
        plan = replace(state["retrieval_plan"], question=words, phrasings=(words,))
        search = RoundSearch.of(plan, search.index, search.options, search.scope)
        dense = await search.by_meaning(await search.embed(self.parts.embedder), context.keys)
        fused = await search.fuse(dense, search.by_words(), self.parts.store, state["asked"].asked_at)
        shown = {excerpt.round.round_id for excerpt in state["excerpts"]}
        found = [
            candidate
            for candidate in mark_superseded(fused, context.superseded)
            if candidate.round.round_id not in shown and candidate.relevance >= _NEAR
        ]
        if not found:
            return {"looked_again": True, "missing": ""}
        cited = {evidence.round_id for evidence in state["result"].evidence}
        read = [excerpt.candidate for excerpt in state["excerpts"]]
        ordered = (*(one for one in read if one.round.round_id in cited), *found[:_ADDED], *read)
        once = {candidate.round.round_id: candidate for candidate in reversed(ordered)}
        candidates = [once.pop(name) for item in ordered if (name := item.round.round_id) in once]
        return {"looked_again": True, "candidates": candidates}

    @property
    def _options(self) -> Options:
        return self.parts.settings.options

    def _search(self, state: RecallState) -> RoundSearch:
        """Join what was understood of a question into the plan that memory is searched by.

        Where the options have a window, the utterance is searched with as it was put, behind its dialogue.
        """
        asked, phrasings, reading = state["asked"], state["phrasings"], state["question_reading"]
        options = self._options.search
        if options.query_window:
            queries = (windowed_query(asked.text, asked.dialogue, options.query_window), *phrasings[1:])
            phrasings = tuple(dict.fromkeys(queries))
        plan = RetrievalPlan(
            question=state["question_alone"],
            phrasings=phrasings,
            kinds=state["kinds"],
            time_range=state["time_range"],
            disputed=state["disputed"],
            asks_now=reading.asks_now,
            asks_before=reading.asks_before,
        )
        return RoundSearch.of(plan, state["index"], options, state["scope"])

    def _reranks(self, state: RecallState) -> bool:
        """True if somebody reranks, and the order decides what is read."""
        models, found = state["models"], state["candidates"]
        by_pairs = self.parts.reranker is not None and "rerank" not in models.by_rules
        if len(found) < 2 or not (by_pairs or models.does("rerank")):
            return False
        always = self._options.rerank.rerank_always
        return always or not self._all_will_be_read(found)

    def _all_will_be_read(self, found: Sequence[Candidate]) -> bool:
        if most := self._options.read.read_rounds:
            return len(found) <= most
        left = min(ONE_FACT, self.parts.settings.context_budget)  # a reranking costs less than to read more
        for candidate in found:
            left -= sum(self.parts.count_tokens(turn.content) for turn in candidate.round.turns)
            if left < 0:
                return False
        return True
