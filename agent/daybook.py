"""Daybook as a library: one object with everything that a program asks of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from agent.asking import ChatReply, Found, OnStage, explanation_of, final_state, recall_input
from agent.blocking import blocking, run
from agent.bookkeeping import Bookkeeping
from agent.conversation import Answer, Round, Session, Turn
from agent.embedding import Embedder
from agent.errors import UnknownItem
from agent.explain import Explanation, WhyNot, why_not
from agent.forget import forget
from agent.llm import ChatModel
from agent.parts import Parts
from agent.remember.decide import Decided
from agent.retrieve import search_rounds
from agent.settings import Settings
from agent.store import Added, Finding, Preview, Receipt, Selector, SessionSummary, Stats
from agent.wiring import open_parts

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from agent.graph import ChatGraph, RecallGraph, RememberGraph

Progress = Callable[[int, int], None]
"""Called with the rounds done and the rounds there are."""


class Daybook:
    """Long-term memory: rounds go in word for word, questions are answered from them with evidence.

    Every method has two forms that share one implementation: `await daybook.aask(…)` for asynchronous
    programs, `daybook.ask(…)` for all others. A Daybook is closed by leaving its `with` block, which is
    `async with` in asynchronous programs. One process at a time may use a data directory.

        with Daybook.open("memory") as daybook:
            daybook.add(sessions, owner="ada")
            print(daybook.ask("Where did I park?", owner="ada").text)
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    @classmethod
    def open(
        cls,
        data_dir: str | Path | None = None,
        *,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        chat_model: ChatModel | BaseChatModel | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> Self:
        """Open a memory, which is made where there is none.

        Args:
            data_dir: where it is kept; beats the settings.
            settings: read from the DAYBOOK_ variables of the environment by default.
            embedder: takes the place of the one that the settings name.
            chat_model: does every step that a model can do; a LangChain model is taken as it is.
            clock: gives the moment for calls that name none; the system's clock by default.

        Raises:
            BadSettings: a setting is unknown or out of range.
            StoreError: the data directory cannot be used.
        """
        settings = settings or Settings.from_env(os.environ)
        if data_dir is not None:
            settings = settings.model_copy(update={"data_dir": Path(data_dir)})
        return cls(open_parts(settings, embedder=embedder, chat_model=chat_model, clock=clock))

    async def aadd(
        self, sessions: Iterable[Session], *, owner: str, progress: Progress | None = None
    ) -> Added:
        """Keep sessions. Rounds that are there already are skipped; a session that has grown gains the rest.

        Raises:
            StoreError: it could not be written; nothing of the session at hand was kept.
            ModelError: the embedder failed; what was acknowledged is kept, and indexed at the next open.
        """
        added = await self.parts.store.add(owner, sessions, progress=progress)
        if self.parts.settings.ledger:
            await self.aremember(owner=owner)
        return added

    async def aremember(self, *, owner: str, dry: bool = False) -> Decided:
        """Post the facts of rounds that were not read for facts yet; `aadd` and `achat` do it by themselves.

        Args:
            owner: whose rounds are read.
            dry: write nothing, and say what would be posted.

        Returns:
            What was posted, and what was refused and why.
        """
        state = await final_state(self._remember_graph, {"owner": owner, "dry": dry}, None)
        return Decided(tuple(state.get("done", ())), tuple(state.get("refusals", ())))

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
        everything = await search_rounds(
            explanation.answer.plan,
            owner=owner,
            store=store,
            embedder=self.parts.embedder,
            settings=settings.model_copy(update={"search_limit": store.stats(owner).rounds}),
        )
        return why_not(round_id, explanation, everything)

    async def asearch(
        self,
        question: str,
        *,
        owner: str,
        asked_at: datetime | None = None,
        as_of: datetime | None = None,
        limit: int = 10,
    ) -> Found:
        """Find the rounds that bear on a question, without reading them for an answer."""
        given = recall_input(question, owner, asked_at, (), as_of)
        state = await final_state(self._search_graph, given, None)
        return Found(tuple(state["candidates"][:limit]), state["search_plan"], state["timings"])

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
    ) -> ChatReply:
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
        return ChatReply(
            text=state["reply"].content,
            explanation=explanation_of(recalled) if recalled else None,
            remembered=state.get("remembered"),
            learned=tuple(state.get("learned", ())),
            proposal=state.get("proposal"),
        )

    async def asessions(self, *, owner: str) -> list[SessionSummary]:
        """List the owner's sessions in time order."""
        return self.parts.store.sessions(owner)

    async def arounds(self, *, owner: str, session_id: str) -> list[Round]:
        """Return the rounds of a session in their order.

        Raises:
            UnknownItem: the owner has no such session.
        """
        return self.parts.store.session_rounds(owner, session_id)

    async def aforget(self, selector: Selector, *, owner: str) -> Receipt:
        """Forget for good what a selector names, with everything that tells it.

        Rounds, records, vectors, words, caches and known exports: a search proves that nothing is left.
        A later import does not bring it back.

        Args:
            selector: `BySession`, `ByTime`, `ByRecord`, `BySlot`, `ByPhrase` or `Everything`.
            owner: whose memory.

        Raises:
            UnknownItem: the owner has no such session, record or slot.
            BadInput: a phrase without a word.
        """
        return await forget(self.parts, selector, owner=owner)

    async def awould_forget(self, selector: Selector, *, owner: str) -> Preview:
        """Say what `aforget` would take away; it changes nothing.

        Raises:
            UnknownItem, BadInput: as of `aforget`.
        """
        return self.parts.store.would_forget(owner, selector)

    async def astats(self, *, owner: str | None = None) -> Stats:
        """Count what is kept, for one owner or for all."""
        return self.parts.store.stats(owner)

    async def areindex(self, *, owner: str | None = None, progress: Progress | None = None) -> None:
        """Make the vectors and words anew from the rounds; needed after a change of the embedder."""
        await self.parts.store.reindex(owner, progress=progress)
        if self.parts.settings.ledger:
            for name in self.parts.store.owners() if owner is None else [owner]:
                await self.aremember(owner=name)

    async def acheck(self) -> list[Finding]:
        """Look whether the store is sound, part by part: each finding says whether it is `ok`."""
        return self.parts.store.check()

    add = blocking(aadd)
    remember = blocking(aremember)
    ask = blocking(aask)
    explain = blocking(aexplain)
    why_not = blocking(awhy_not)
    search = blocking(asearch)
    chat = blocking(achat)
    sessions = blocking(asessions)
    rounds = blocking(arounds)
    forget = blocking(aforget)
    would_forget = blocking(awould_forget)
    stats = blocking(astats)
    reindex = blocking(areindex)
    check = blocking(acheck)

    async def aclose(self) -> None:
        """Let go of the data directory, and close the connections to chat models of this event loop."""
        self.parts.store.close()
        await self.parts.models.aclose()

    def close(self) -> None:
        """Let go of the data directory, and close the connections that the blocking methods opened."""
        run(self.aclose())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    @cached_property
    def ledger(self) -> Bookkeeping:
        """What is known about the owners, and what they can do about it."""
        return Bookkeeping(self.parts)

    # LangGraph takes two seconds to import: only what asks pays for it.
    @cached_property
    def _recall_graph(self) -> RecallGraph:
        from agent.graph import build_recall_graph

        return build_recall_graph(self.parts)

    @cached_property
    def _search_graph(self) -> RecallGraph:
        from agent.graph import build_search_graph

        return build_search_graph(self.parts)

    @cached_property
    def _remember_graph(self) -> RememberGraph:
        from agent.graph import build_remember_graph

        return build_remember_graph(self.parts)

    @cached_property
    def _chat_graph(self) -> ChatGraph:
        from agent.graph import build_chat_graph

        return build_chat_graph(self.parts)
