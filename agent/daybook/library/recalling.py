"""What comes out of a memory: answers, what was found on the way, and replies in a chat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from daybook.conversation import Answer, Turn
from daybook.errors import UnknownItem
from daybook.graph.event_loop import blocking
from daybook.graph.parts import Parts
from daybook.library.explain import Explanation, WhyNot, why_not
from daybook.library.graph_calls import (
    ChatTurn,
    OnStage,
    SearchResult,
    explanation_of,
    final_state,
    recall_input,
)
from daybook.retrieve import embed_phrasings, search_rounds

if TYPE_CHECKING:
    from daybook.graph.chat import ChatGraph
    from daybook.graph.recall import RecallGraph


class Recalling:
    """The half of `Daybook` that answers."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    async def aask(
        self,
        question: str,
        *,
        owner: str,
        asked_at: datetime | None = None,
        dialogue: Sequence[Turn] = (),
        as_of: datetime | None = None,
        on_stage: OnStage | None = None,
    ) -> Answer:
        """Answer a question from the owner's memory, with quotes and dates.

        Args:
            question: in plain English.
            owner: whose memory is asked; no other is read.
            asked_at: the moment that "last week" is relative to; now by default.
            dialogue: the running conversation, oldest turn first.
            as_of: nothing that was said after this moment is seen.
            on_stage: called with stages and notes as they come; see `OnStage`.
        """
        explanation = await self.aexplain(
            question, owner=owner, asked_at=asked_at, dialogue=dialogue, as_of=as_of, on_stage=on_stage
        )
        return explanation.answer

    async def aexplain(
        self,
        question: str,
        *,
        owner: str,
        asked_at: datetime | None = None,
        dialogue: Sequence[Turn] = (),
        as_of: datetime | None = None,
        on_stage: OnStage | None = None,
    ) -> Explanation:
        """Answer a question as `aask` does, and keep everything that happened on the way."""
        given = recall_input(question, owner, asked_at, dialogue, as_of)
        return explanation_of(await final_state(self._recall_graph, given, on_stage))

    async def awhy_not(
        self, round_id: str, question: str, *, owner: str, asked_at: datetime | None = None
    ) -> WhyNot:
        """Say at which step a round was lost on the way to an answer, and at what rank.

        Raises:
            UnknownItem: the owner has no such round.
        """
        store, settings = self.parts.store, self.parts.settings
        if not store.rounds(owner, [round_id]):
            raise UnknownItem(f"{owner!r} has no round {round_id!r}: `daybook search` lists round ids")
        explanation = await self.aexplain(question, owner=owner, asked_at=asked_at)
        plan = explanation.answer.plan
        options = settings.changed(search_limit=store.stats(owner).rounds).options.search
        vectors = await embed_phrasings(
            plan, owner=owner, store=store, embedder=self.parts.embedder, options=options
        )
        everything = await search_rounds(plan, vectors, owner=owner, store=store, options=options)
        return why_not(round_id, explanation, everything)

    async def asearch(
        self,
        question: str,
        *,
        owner: str,
        asked_at: datetime | None = None,
        as_of: datetime | None = None,
        limit: int = 10,
    ) -> SearchResult:
        """Find the rounds that bear on a question, without reading them for an answer."""
        given = recall_input(question, owner, asked_at, (), as_of)
        state = await final_state(self._search_graph, given, None)
        return SearchResult(tuple(state["candidates"][:limit]), state["retrieval_plan"], state["timings"])

    async def achat(
        self,
        message: str,
        *,
        owner: str,
        session_id: str | None = None,
        dialogue: Sequence[Turn] = (),
        asked_at: datetime | None = None,
        proposal: Mapping[str, str] | None = None,
        on_stage: OnStage | None = None,
    ) -> ChatTurn:
        """Reply to a chat message, and remember the round in its session.

        A statement is acknowledged, a question about memory is answered from it, and anything else is
        for a chat model. "Forget my address" is answered with what would be forgotten: hand `proposal` of
        that reply in with the next message, and it is done if that says yes.
        """
        given = recall_input(message, owner, asked_at, dialogue) | {"proposal": proposal}
        if session_id:
            given["session_id"] = session_id
        state = await final_state(self._chat_graph, given, on_stage)
        recalled = state.get("recalled")
        return ChatTurn(
            text=state["reply"].content,
            explanation=explanation_of(recalled) if recalled else None,
            remembered=state.get("remembered"),
            learned=tuple(state.get("learned", ())),
            proposal=state.get("proposal"),
        )

    ask = blocking(aask)
    explain = blocking(aexplain)
    why_not = blocking(awhy_not)
    search = blocking(asearch)
    chat = blocking(achat)

    # LangGraph takes two seconds to import: only what asks pays for it.
    @cached_property
    def _recall_graph(self) -> RecallGraph:
        from daybook.graph.recall import build_recall_graph

        return build_recall_graph(self.parts)

    @cached_property
    def _search_graph(self) -> RecallGraph:
        from daybook.graph.recall import build_search_graph

        return build_search_graph(self.parts)

    @cached_property
    def _chat_graph(self) -> ChatGraph:
        from daybook.graph.chat import build_chat_graph

        return build_chat_graph(self.parts)
