"""The nodes of the recall graph that read what was found: state unpacked, a step called, state returned."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Self

from daybook.answer.by_model import read_by_model
from daybook.answer.closest import closest
from daybook.answer.model_input import KnownBlock, known_block, passages_text, write_for_model
from daybook.answer.quotes import check_quotes
from daybook.conversation import (
    Answer,
    Candidate,
    Excerpt,
    FoundPassage,
    Pipeline,
    Round,
    cite_passages,
    excerpts_of,
)
from daybook.conversation.answer_json import AnswerJson
from daybook.conversation.errors import ContextTooLong
from daybook.graph.parts import Components
from daybook.graph.state import RecallState
from daybook.graph.steps import Update
from daybook.models.llm import ChatModel
from daybook.retrieve.dense_search import nearest_statements
from daybook.retrieve.packing import budget_for, neighbours_of, pack_rounds, whole_rounds
from daybook.retrieve.relevance import relevance_floor
from daybook.retrieve.superseded import mark_superseded, mark_superseded_notes
from daybook_prompts import as_data

_COMPARED = 10
"""The best candidates, of whose statements it is asked which speak of the same."""


@dataclass(frozen=True, slots=True)
class ReadNodes:
    """From ranked candidates to an answer."""

    parts: Components
    reader: ChatModel | None
    """None if rules read."""

    @classmethod
    def of(cls, parts: Components) -> Self:
        """Make the nodes of a graph."""
        return cls(parts, parts.models.model)

    async def pack(self, state: RecallState) -> Update:
        """Fill the reader's budget with the best candidates and a part of it with passages; none without one.

        Where the options name a number of rounds, as many are taken instead, at any cost.
        """
        if self.reader is None:
            return {"excerpts": []}
        passages = self._packed_passages(state)
        if most := self.parts.settings.options.read.read_rounds:
            first, count = state["candidates"][:most], self.parts.count_tokens
            excerpts = whole_rounds(first, count_tokens=count, write=self._write)
            return {"excerpts": excerpts, "passages": passages}
        beside = as_data(self._known_block(state)) + passages_text(passages)
        budget = budget_for(state["retrieval_plan"], self._budget) - self.parts.count_tokens(beside)
        beside_best = await neighbours_of(state["candidates"], state["asked"], self.parts.store)
        neighbours = mark_superseded(beside_best, state["ledger_context"].superseded)
        packed = self._packed(state, neighbours, max(budget, 0))
        return {"excerpts": packed, "passages": passages, "neighbours": neighbours}

    async def read(self, state: RecallState) -> Update:
        """Have a model answer; show what comes closest where none does.

        The answer of a second reading counts, unless it fails or knows less than the first.
        """
        models, first = state["models"], state["result"] if state.get("missing") else None
        if self.reader and (state["excerpts"] or state["passages"]):
            stage = "read_again" if first else "read"
            read = await models.call(stage, partial(self._read, state), None)
            if read is not None and not (first and read[0].not_known):
                return {"result": read[0], "missing": read[1], "is_read": True}
        return {"result": first or await self._closest(state), "missing": ""}

    async def check(self, state: RecallState) -> Update:
        """Leave of a model's quotes only those that stand in their rounds, and sum up."""
        answer, models, passages = state["result"], state["models"], state["passages"]
        if state.get("is_read"):
            answer = check_quotes(answer, self._rounds_read(state))
            notes = mark_superseded_notes(answer.notes, [shown.candidate for shown in state["excerpts"]])
            answer = replace(answer, notes=notes)
        result = replace(
            cite_passages(answer, passages) if passages else answer,
            degraded_reasons=dict(models.degraded),
            usage=models.meter.usage,
            pipeline=Pipeline(
                preset=self.parts.settings.preset and self.parts.settings.preset.value,
                vectors=state.get("searched_by", ""),
                fusion=self.parts.settings.options.search.fusion.value,
                reranked=any("rerank" in candidate.signals for candidate in state["candidates"]),
            ),
        )
        total = (perf_counter() - state["began"]) * 1000
        return {**AnswerJson.of(result).to_json(), "result": result, "timings": {"total": total}}

    def _packed(self, state: RecallState, neighbours: Sequence[Candidate], budget: int) -> list[Excerpt]:
        return pack_rounds(
            state["candidates"],
            state["retrieval_plan"],
            budget=budget,
            count_tokens=self.parts.count_tokens,
            analyzer=self.parts.analyzer,
            write=self._write,
            beside=neighbours,
            by_score=self.parts.reranker is None and not state.get("missing"),
        )

    @property
    def _budget(self) -> int:
        """Tokens that the reader may be given."""
        return self.parts.settings.context_budget

    def _write(self, excerpt: Excerpt) -> str:
        """Write an excerpt as the reader gets it."""
        return write_for_model(excerpt, self.parts.analyzer)

    def _known_block(self, state: RecallState) -> KnownBlock:
        """Write what is known for a reader that is a model, as much as takes a quarter of its budget."""
        context = state["ledger_context"]
        block = known_block(context.records, context.ledger)
        while block and self.parts.count_tokens(as_data(block)) > self._budget // 4:
            block = block[:-1]
        return block

    def _packed_passages(self, state: RecallState) -> list[FoundPassage]:
        """Leave the best passages, as many as take a quarter of the budget of a reader that is a model."""
        passages = state["passages"]
        while passages and self.parts.count_tokens(passages_text(passages)) > self._budget // 4:
            passages = passages[:-1]
        return passages

    async def _closest(self, state: RecallState) -> Answer:
        """Show the rounds and passages that come nearest to the question as they are."""
        candidates, statements, plan = state["candidates"], {}, state["retrieval_plan"]
        index, passages = state["index"], state["passages"]
        if candidates:
            head = {candidate.round.round_id for candidate in candidates[:_COMPARED]}
            question = state["vectors"].plain[:1]
            keys = await index.near(question, limit=len(head), within=frozenset(head))
            statements = nearest_statements(head, question, keys)
        texts = [found.passage.text for found in passages]
        return closest(
            state["asked"],
            plan,
            candidates,
            passages,
            analyzer=self.parts.analyzer,
            statements=statements,
            floor=relevance_floor(plan.question, index.words, texts),
        )

    def _rounds_read(self, state: RecallState) -> list[Round]:
        """Give the rounds that the reading may cite."""
        of_documents = excerpts_of(state["passages"], state["asked"].asked_at)
        shown = [excerpt.round for excerpt in (*state["excerpts"], *of_documents)]
        return [*(candidate.round for candidate in state["candidates"]), *shown]

    async def _read(self, state: RecallState, model: ChatModel) -> tuple[Answer, str]:
        """Read what was packed, or half of it if the model's context window is too small, or a quarter."""
        excerpts, count = state["excerpts"], self.parts.count_tokens
        for _ in range(2):
            try:
                return await self._read_excerpts(state, excerpts, model)
            except ContextTooLong:
                half = sum(count(self._write(excerpt)) for excerpt in excerpts) // 2
                if not (fewer := self._packed(state, state["neighbours"], half)):
                    raise
                excerpts = fewer
        return await self._read_excerpts(state, excerpts, model)

    async def _read_excerpts(
        self, state: RecallState, excerpts: Sequence[Excerpt], model: ChatModel
    ) -> tuple[Answer, str]:
        return await read_by_model(
            state["asked"],
            state["retrieval_plan"],
            excerpts,
            model,
            self.parts.prompts["read_con"],
            self.parts.analyzer,
            known=self._known_block(state),
            passages=state["passages"],
        )
