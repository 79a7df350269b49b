"""The graphs of a memory run as calls: arguments to their input, and the channels they end with to results.

LangGraph takes two seconds to import, so it is imported by the first call that runs a graph.
"""

from __future__ import annotations

import asyncio
import os
from asyncio import to_thread
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from daybook.answer.context import ContextItem, MemoryContext
from daybook.answer.converse import Conversed
from daybook.conversation import (
    Answer,
    Question,
    Round,
    Turn,
    differences,
)
from daybook.conversation.errors import BadInput, BadSettings
from daybook.graph.event_loop import posting
from daybook.graph.extract_facts import calls_of
from daybook.graph.parts import Components
from daybook.ledger.decide import Decision
from daybook.ledger.facts_by_model import own_words
from daybook.library.results import Appended, ChatTurn, Explanation, OnStage, SearchResult
from daybook.models.llm import ChatModel
from daybook.store.fact_queue import QueuedRound
from daybook.store.indexing import Progress

if TYPE_CHECKING:
    from daybook.graph.chat import ChatGraph
    from daybook.graph.recall import Lookup, RecallGraph
    from daybook.graph.remember import RememberGraph
    from daybook_prompts.replies import FactFound

_WARMING = "Where is it?"
"""Looked up for nobody, so that the embedder and the index are there when somebody asks."""

DIALOGUE_TURNS = 20
"""Latest turns that go along with a message, to resolve "it" and "there"."""


class ComputeLimiter:
    """A queue before work that only computes.

    Fifty questions at once would share the processors and all end late; one after the other most are done
    long before. What waits for a chat model needs no processor, and no queue.
    """

    def __init__(self, most: int | None = None) -> None:
        """Make a queue that runs `most` at a time, by default one for each processor."""
        self._most = most or os.cpu_count() or 1
        self._semaphores: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Wait for a turn, and have it for the length of a block."""
        semaphore = self._semaphores.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self._most))
        async with semaphore:
            yield


class GraphRuns:
    """The graphs over the parts of one memory. Each is built once, when it is first run."""

    def __init__(self, parts: Components) -> None:
        self._parts = parts
        queue: Callable[[], AbstractAsyncContextManager[None]] = ComputeLimiter().taken
        self._limited = nullcontext if parts.models.model else queue
        """Entered by what computes; a step that waits for a chat model makes nobody else wait."""

    async def recall(self, asked: Question, on_stage: OnStage | None = None) -> Explanation:
        """Answer a question."""
        await self.flush(asked.owner)
        async with self._limited():
            return _explanation_of(await _run(self._recall_graph, {"asked": asked}, on_stage))

    async def search(self, asked: Question, limit: int) -> SearchResult:
        """Find at most `limit` rounds."""
        async with self._limited():
            state = await _run(self._search_graph, {"asked": asked, "first": limit})
        return SearchResult(tuple(state["candidates"][:limit]), state["retrieval_plan"], state["timings"])

    async def dialogue_of(self, session_id: str | None, *, owner: str) -> Sequence[Turn]:
        """Give the last turns of a session; none if there is no such session yet, or none is named."""
        if session_id is None:
            return ()
        rounds = await to_thread(self._parts.store.session_rounds, owner, session_id)
        return [turn for round_ in rounds for turn in round_.turns][-DIALOGUE_TURNS:]

    async def chat(
        self,
        message: Question,
        proposal: Mapping[str, str] | None,
        consent: Mapping[str, str] | None,
        on_stage: OnStage | None,
    ) -> ChatTurn:
        """Reply to a message, and remember the round."""
        given = {"asked": message, "proposal": proposal, "consent": consent}
        await self.flush(message.owner)
        async with self._limited():
            state = await _run(self._chat_graph, given, on_stage)
        explanation = _explanation_of(state["recalled"]) if "recalled" in state else None
        by_model = tuple(state["models"].meter.calls) if "models" in state else ()
        answer = explanation.answer if explanation else None
        took: Conversed | Answer | None = state.get("conversed") or answer
        return ChatTurn(
            text=state["reply"].content,
            explanation=explanation,
            remembered=state.get("remembered"),
            context=state.get("looked_up"),
            evidence=took.evidence if took else (),
            documents=took.documents if took else (),
            degraded_reasons=state["degraded_reasons"],
            calls=(*(explanation.calls if explanation else ()), *by_model),
            learned=tuple(state.get("differences", ())),
            proposal=state.get("proposal"),
            consent=state.get("consent"),
        )

    async def context_for(self, message: Question, budget: int | None) -> MemoryContext:
        """Look up what bears on a message, by rules alone."""
        await self.flush(message.owner)
        async with self._limited():
            return await self._lookup.context_of(message, budget=budget)

    async def constraints(self, asked: Question) -> tuple[ContextItem, ...]:
        """Look up what every reply must heed."""
        budget = self._parts.settings.chat_budget
        async with self._limited():
            return await self._parts.finder.find_constraints(asked, budget=budget)

    async def append(
        self,
        turns: Sequence[Turn],
        *,
        owner: str,
        session_id: str | None,
        said_at: datetime,
        waits: bool = True,
        facts: Sequence[FactFound] | None = None,
    ) -> Appended:
        """Keep a round at the end of a session: see `Daybook.aappend`.

        Without `waits` it is embedded in the background, as `Daybook.acommit` says. Where `facts` are given
        they are posted, and no other model reads the round.
        """
        parts = self._parts
        if not owner.strip() or not any(turn.content.strip() for turn in turns):
            raise BadInput("an owner and words are needed", source="append")
        session = session_id or f"{said_at:%Y-%m-%d}"
        last = await to_thread(parts.store.last_round, owner, session)
        if last is not None and last.fields == {turn.role: turn.content for turn in turns}:
            return await self.post_facts(last, facts or ())
        learns = parts.learns_in_chat and facts is None
        if not waits:
            added = await parts.store.commit(owner, session, turns, said_at=said_at, for_model=learns)
            parts.background.start(posting(owner), lambda: self._index(owner))
            return Appended(added, True, ())
        added = await parts.store.append(owner, session, turns, said_at=said_at, for_model=learns)
        if learns:
            self._learn(owner)
        return replace(await self.post_facts(added, facts or ()), is_new=True)

    async def post_facts(self, kept: Round, facts: Sequence[FactFound]) -> Appended:
        """Post the facts that were found in a round which is in memory already."""
        parts, ledgers = self._parts, self._parts.store.ledgers
        if not facts or not parts.settings.ledger:
            return Appended(kept, False, ())
        from daybook.graph.write_facts import write_facts

        before = await to_thread(ledgers.of, kept.owner)
        refused = await write_facts(parts, kept, facts)
        changed = differences(before, await to_thread(ledgers.of, kept.owner))
        return Appended(kept, False, tuple(changed), refused)

    async def _index(self, owner: str) -> None:
        """Do for committed rounds what `append` waits for."""
        await self._parts.store.index(owner)
        self._learn(owner)

    async def warm(self, owner: str) -> None:
        """Load what the first question of an owner would wait for; nothing is sent to a chat model."""
        await to_thread(lambda: self._recall_graph)
        await self.context_for(Question(_WARMING, owner, self._parts.clock()), None)

    async def flush(self, owner: str) -> None:
        """Wait until the rounds of an owner that were committed here are embedded and posted."""
        await self._parts.background.wait(posting(owner))

    def _learn(self, owner: str) -> None:
        """Have a model read for facts what waits for it, in the background."""
        if self._parts.learns_in_chat:
            self._parts.background.start(owner, lambda: self.remember(owner))

    async def remember(
        self, owner: str, *, agreed: bool = False, progress: Progress | None = None
    ) -> Decision:
        """Have a model read the owner's rounds that wait for it, and post the facts in them.

        Args:
            owner: whose.
            agreed: no budget of a question bounds the model.
            progress: called with the rounds that the model has read, and those that waited for it.
        """
        if self._parts.fact_model is None:
            return Decision()
        waiting = (await to_thread(self._parts.store.model_queue.counts, owner)).wanted if progress else 0
        done = 0

        def report(event: Mapping[str, Any]) -> None:
            nonlocal done
            if progress is not None and event.get("event") == "read":
                done += event["rounds"]
                progress(done, max(done, waiting))

        given = {"owner": owner, "agreed": agreed}
        state = await _run(self._remember_graph, given, report if progress else None)
        return Decision(tuple(state.get("done", ())), tuple(state.get("refusals", ())))

    @cached_property
    def _recall_graph(self) -> RecallGraph:
        from daybook.graph.recall import build_recall_graph
        from daybook.graph.state import RecallState

        return build_recall_graph(self._parts, given=RecallState)

    @cached_property
    def _lookup(self) -> Lookup:
        from daybook.graph.recall import Lookup

        return Lookup(self._parts)

    @cached_property
    def _search_graph(self) -> RecallGraph:
        from daybook.graph.recall import build_search_graph

        return build_search_graph(self._parts)

    @cached_property
    def _chat_graph(self) -> ChatGraph:
        from daybook.graph.chat import build_chat_graph
        from daybook.graph.chat_state import ChatState

        return build_chat_graph(self._parts, given=ChatState)

    @cached_property
    def _remember_graph(self) -> RememberGraph:
        from daybook.graph.remember import build_remember_graph

        return build_remember_graph(self._parts)


async def _run(graph: Any, given: Mapping[str, Any], on_stage: OnStage | None = None) -> dict[str, Any]:
    from daybook.graph.steps import run_separately

    return await run_separately(graph, given, on_event=on_stage)


def _explanation_of(state: Mapping[str, Any]) -> Explanation:
    """Read the channels that the recall graph ended with."""
    return Explanation(
        answer=replace(state["result"], timings=state["timings"]),
        found=tuple(state["found"]),
        ranked=tuple(state["candidates"]),
        packed=tuple(state["excerpts"]),
        calls=tuple(state["models"].meter.calls),
        ledger=state["ledger_context"].ledger,
        passages=tuple(state["passages"]),
    )


@dataclass(frozen=True, slots=True)
class FactsEstimate:
    """The calls, before anything is sent; one that fails is made again."""

    model: str
    rounds: int
    """Rounds with words of the owner that no model has read yet."""
    calls: int

    def __add__(self, other: FactsEstimate) -> FactsEstimate:
        return FactsEstimate(self.model, self.rounds + other.rounds, self.calls + other.calls)


def require_fact_model(parts: Components) -> ChatModel:
    """Return the model that finds facts.

    Raises:
        BadSettings: there is none.
    """
    if parts.fact_model is None:
        raise BadSettings(
            "DAYBOOK_CHAT_MODEL: no chat model is configured that could find facts, or DAYBOOK_LEDGER is off"
        )
    return parts.fact_model


def estimate_facts(owner: str, parts: Components) -> FactsEstimate:
    """Count what reading every round would take that no model has read for facts; sends nothing.

    Raises:
        BadSettings: there is no chat model that could.
    """
    model, unread = require_fact_model(parts), parts.store.model_queue.unread(owner)
    spoken = [QueuedRound(round_, 0) for round_ in unread if own_words(round_, parts.analyzer)]
    return FactsEstimate(model.name, len(spoken), len(list(calls_of(spoken))))
