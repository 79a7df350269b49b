"""Daybook as a library: one object, asynchronous methods with blocking twins."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from daybook.answer.context import ContextItem, MemoryContext
from daybook.conversation import Answer, Question, Round, Session, Turn, both_ends
from daybook.conversation.errors import BadInput
from daybook.graph.event_loop import blocking
from daybook.graph.parts import Components
from daybook.graph.receive import (
    MAX_MESSAGE_CHARACTERS,
    MAX_QUESTION_CHARACTERS,
    Messages,
    make_question,
    turns_of,
)
from daybook.ledger.decide import Decision
from daybook.library.graph_runs import FactsEstimate, GraphRuns, estimate_facts, require_fact_model
from daybook.library.memory_access import MemoryAccess
from daybook.library.results import Appended, ChatTurn, Explanation, OnStage, SearchResult
from daybook.library.wiring import open_parts
from daybook.models.embedding import Embedder
from daybook.models.llm import ChatModel
from daybook.settings import Options, Settings
from daybook.settings.environment import read_settings
from daybook.store import Added, Preview, Receipt, Selector
from daybook.store.indexing import Progress

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from langchain_core.language_models import BaseChatModel

    from daybook_prompts.replies import FactFound

PATIENCE = 5.0
"""Seconds that closing waits for what is done in the background."""


class Daybook(MemoryAccess):
    """Long-term memory: rounds go in word for word, questions are answered from them with evidence.

    Every method has two forms that share one implementation: `await daybook.aask(…)` for asynchronous
    programs, `daybook.ask(…)` for all others. A Daybook is closed by leaving its `with` or `async with`
    block. Any number of processes may use a data directory at once.

        with Daybook.open("memory") as daybook:
            daybook.add(sessions, owner="ada")
            print(daybook.ask("Where did I park?", owner="ada").text)

    Where one owner is meant throughout, `daybook.of("ada")` names it once.

    A call in a node of a LangGraph or in a LangChain tool is a run of its own: the parent's streams and
    callbacks have nothing of it, and its `owner` counts, whatever is configured around.
    """

    def __init__(self, parts: Components) -> None:
        super().__init__(parts)
        self._graphs = GraphRuns(parts)

    @classmethod
    def open(
        cls,
        data_dir: str | Path | None = None,
        *,
        preset: str | None = None,
        settings: Settings | None = None,
        options: Options | None = None,
        embedder: Embedder | Embeddings | None = None,
        chat_model: ChatModel | BaseChatModel | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> Self:
        """Open a memory, which is made where there is none.

        Args:
            data_dir: where it is kept; beats the settings.
            preset: a pipeline by its name, such as "classic": see `daybook.settings.presets`.
            settings: read from the DAYBOOK_ variables of the environment and the file in force, by default.
            options: how memory is searched, ranked and read; beat those of the settings.
            embedder: takes the place of the one that the settings name; LangChain's are taken as they are.
            chat_model: does every step that a model can do; a LangChain model is taken as it is.
            clock: gives the moment for calls that name none; the system's clock by default.

        Raises:
            BadSettings: a setting is unknown or out of range.
            StoreError: the data directory cannot be used.
        """
        settings = settings or read_settings(preset=preset)
        if preset is not None and settings.preset != preset:
            settings = settings.changed(preset=preset)
        if data_dir is not None:
            settings = settings.changed(data_dir=Path(data_dir))
        if options is not None:
            settings = settings.model_copy(update={"options": options})
        return cls(open_parts(settings, embedder=embedder, chat_model=chat_model, clock=clock))

    def of(self, owner: str) -> OwnerMemory:
        """Give the memory of one owner, whose calls need not name it: `daybook.of("ada").ask("…")`.

        Raises:
            BadInput: the name is blank.
        """
        return OwnerMemory(self, owner)

    async def aadd(
        self,
        sessions: Iterable[Session],
        *,
        owner: str,
        progress: Progress | None = None,
    ) -> Added:
        """Keep sessions. Rounds that are there already are skipped; a session that has grown gains the rest.

        Args:
            sessions: are taken one at a time, and each is kept before the next is taken.
            owner: whose they are.
            progress: called with the rounds indexed and the rounds there are to index.

        Raises:
            StoreError: it could not be written; nothing of the session at hand was kept.
            ModelError: the embedder failed; what was acknowledged is kept, and indexed at the next open.
        """
        return await self.parts.store.add(owner, sessions, progress=progress)

    async def aappend(
        self,
        turns: Messages,
        *,
        owner: str,
        session_id: str | None = None,
        said_at: datetime | str | None = None,
        facts: Sequence[FactFound] | None = None,
    ) -> Appended:
        """Keep one round at the end of a session: for programs that have a conversation of their own.

        A reply that was made from memory names in `Turn.sources` the rounds that it was given, so that
        nothing is learned from it again.

        Args:
            turns: the user's turn, the reply, or both: `Turn`, LangChain's messages, {"role": "user",
                "content": "…"}, or a text of the user's alone.
            owner: whose memory.
            session_id: the session that goes on, or begins; by default that of the day.
            said_at: the moment of the round, or it in ISO 8601; in the owner's
                zone where it has no offset, now by default.
            facts: what your own model found in the user's turn, each with a quote that stands in it; no
                other model reads the round then. What is refused, and why, is in the result.

        Raises:
            BadInput: no owner, no words, or what is no message or moment.
            StoreError: it could not be written; nothing was kept.
        """
        moment = await self.amoment(said_at, owner=owner)
        said = turns_of(turns, "turns")
        return await self._graphs.append(
            said, owner=owner, session_id=session_id, said_at=moment, facts=facts
        )

    async def apost_facts(self, kept: Round, facts: Sequence[FactFound]) -> Appended:
        """Post facts that your own model found in a round which is in memory already; see `aappend`."""
        return await self._graphs.post_facts(kept, facts)

    async def acommit(
        self,
        turns: Messages,
        *,
        owner: str,
        session_id: str | None = None,
        said_at: datetime | str | None = None,
    ) -> Appended:
        """Keep a round as `aappend` does, and come back as soon as nothing can lose it.

        It is embedded in the background, before the next question of this process at the latest. Raises as
        `aappend` does.
        """
        moment = await self.amoment(said_at, owner=owner)
        return await self._graphs.append(
            turns_of(turns, "turns"), owner=owner, session_id=session_id, said_at=moment, waits=False
        )

    async def awarm(self, *, owner: str) -> None:
        """Load the embedder, the graphs and the index of an owner, so that the first question need not."""
        await self._graphs.warm(owner)

    async def aflush(self, *, owner: str) -> None:
        """Wait until what `acommit` kept of an owner is embedded and posted."""
        await self._graphs.flush(owner)

    async def aappend_without_facts(
        self, turns: Sequence[Turn], *, owner: str, session_id: str, said_at: datetime
    ) -> Round:
        """Keep a round as `aappend` does, but leave its facts to be read with those of the next."""
        return await self.parts.store.append(
            owner, session_id, turns, said_at=said_at, for_model=self.parts.learns_in_chat
        )

    async def aremember(
        self, *, owner: str, by_model: bool = False, progress: Progress | None = None
    ) -> Decision:
        """Have a chat model read the rounds that wait for it, and post the facts in them.

        With `by_model` it reads every round that no model has read: `aestimate_facts` says what that takes.
        An interruption, or a model that fails, leaves the rest for the next call, and for the next reply in
        chat. Without a model nothing is done.

        Returns:
            What was posted, and what was refused and why.

        Raises:
            BadSettings: `by_model` without a chat model.
        """
        if by_model:
            require_fact_model(self.parts)
            await to_thread(self.parts.store.model_queue.want_all, owner)
        if not by_model and not self.parts.learns_in_chat:
            return Decision()
        return await self._graphs.remember(owner, agreed=by_model, progress=progress)

    async def aestimate_facts(self, *, owner: str) -> FactsEstimate:
        """Estimate what `aremember(by_model=True)` would take, in calls. Sends nothing.

        Raises:
            BadSettings: there is no chat model that could.
        """
        return await to_thread(estimate_facts, owner, self.parts)

    async def aask(
        self,
        question: str,
        *,
        owner: str,
        asked_at: datetime | None = None,
        dialogue: Messages = (),
        as_of: datetime | None = None,
        on_stage: OnStage | None = None,
    ) -> Answer:
        """Answer a question from the owner's memory, with quotes and dates.

        Args:
            question: in plain English.
            owner: whose memory is asked; no other is read.
            asked_at: the moment that "last week" is relative to; now by default.
            dialogue: the running conversation, oldest first, as turns or messages.
            as_of: nothing that was said after this moment is seen.
            on_stage: called with stages and notes as they come; see `OnStage`.
        """
        asked = await self._question(question, owner, asked_at, dialogue, as_of)
        return (await self._graphs.recall(asked, on_stage)).answer

    async def aexplain(
        self,
        question: str,
        *,
        owner: str,
        asked_at: datetime | None = None,
        dialogue: Messages = (),
        as_of: datetime | None = None,
        on_stage: OnStage | None = None,
    ) -> Explanation:
        """Answer a question as `aask` does, and keep everything that happened on the way."""
        return await self._graphs.recall(
            await self._question(question, owner, asked_at, dialogue, as_of), on_stage
        )

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
        return await self._graphs.search(await self._question(question, owner, asked_at, as_of=as_of), limit)

    async def achat(
        self,
        message: str,
        *,
        owner: str,
        session_id: str | None = None,
        dialogue: Messages | None = None,
        asked_at: datetime | None = None,
        proposal: Mapping[str, str] | None = None,
        consent: Mapping[str, str] | None = None,
        on_stage: OnStage | None = None,
    ) -> ChatTurn:
        """Reply to a chat message, and remember the round in its session.

        A question about memory is answered from it. To anything else, and to what memory does not know, a
        chat model replies with what bears on the message before it. "Forget my address" is answered with
        what would be forgotten: hand `proposal` of that reply in with the next message, and it is done if
        that says yes. What is sensitive is remembered only where the owner agrees: show the question of
        `consent` of the reply, and hand it in with the next message, which may say yes or no.

        Where a chat model is configured it reads the round for further facts, after the reply and without
        delaying anything. What it finds is then in the ledger, and may show in `learned` of the next turn.

        Args:
            message: what the owner says.
            owner: whose memory.
            session_id: the session that goes on, or begins; by default that of the day.
            dialogue: the running conversation, oldest turn first; by default the last turns of `session_id`,
                where it is given.
            asked_at: the moment of the message; now by default.
            proposal: of the reply before.
            consent: of the reply before.
            on_stage: called with stages and text as they come; see `OnStage`.
        """
        if dialogue is None:
            dialogue = await self._graphs.dialogue_of(session_id, owner=owner)
        limit = MAX_MESSAGE_CHARACTERS
        asked = await self._question(message, owner, asked_at, dialogue, session_id=session_id, limit=limit)
        return await self._graphs.chat(asked, proposal, consent, on_stage)

    async def acontext_for(
        self,
        message: str,
        *,
        owner: str,
        dialogue: Messages = (),
        budget: int | None = None,
        asked_at: datetime | None = None,
        as_of: datetime | None = None,
    ) -> MemoryContext:
        """Give what memory holds that bears on a message, for a prompt of your own; nothing is kept or sent.

        Allergies and diets are in it where the message is about food, health, travel, gifts or guests.

        Args:
            message: to which your model is to reply.
            owner: whose memory is looked up.
            dialogue: the running conversation, oldest turn first; what it holds is left out.
            budget: tokens that the block may take; DAYBOOK_CHAT_BUDGET where it is None.
            asked_at: the moment of the message; now by default.
            as_of: nothing that was said after this moment is seen.
        """
        text = both_ends(message, MAX_QUESTION_CHARACTERS)
        asked = await self._question(text, owner, asked_at, dialogue, as_of)
        return await self._graphs.context_for(asked, budget)

    async def aconstraints(self, *, owner: str, as_of: datetime | None = None) -> tuple[ContextItem, ...]:
        """Give what every reply must respect (allergies, diets, topics to avoid).

        `acontext_for` leaves out of these what has nothing to do with its message.
        """
        moment = await self.amoment(as_of, owner=owner)
        return await self._graphs.constraints(Question("", owner, moment, as_of=as_of and moment))

    async def _question(
        self,
        text: str,
        owner: str,
        asked_at: datetime | None,
        dialogue: Messages = (),
        as_of: datetime | None = None,
        *,
        session_id: str | None = None,
        limit: int = MAX_QUESTION_CHARACTERS,
    ) -> Question:
        return make_question(
            text,
            owner=owner,
            clock=self.now,
            zone=await self.azone(owner=owner),
            limit=limit,
            asked_at=asked_at,
            as_of=as_of,
            dialogue=turns_of(dialogue, "dialogue"),
            session_id=session_id or "",
        )

    async def aforget(self, selector: Selector, *, owner: str) -> Receipt:
        """Forget for good what a selector names, with everything that tells it.

        Its selector is one of `daybook.store`. Rounds, records, vectors, words and caches go,
        and a search proves it. A later import does not bring it back.

        Raises:
            UnknownItem: the owner has no such session, record or slot.
            BadInput: a phrase without a word.
        """
        return await self.parts.store.forget(owner, selector)

    async def apreview_forget(self, selector: Selector, *, owner: str) -> Preview:
        """Say what `aforget` would take away, or raise what it would raise; it changes nothing."""
        return await to_thread(self.parts.store.preview_forget, owner, selector)

    async def areindex(self, *, owner: str | None = None, progress: Progress | None = None) -> None:
        """Make the vectors and words anew from the rounds; needed after a change of the embedder.

        Args:
            owner: whose; everybody's where it is None.
            progress: called with the rounds indexed and the rounds there are.
        """
        await self.parts.store.reindex(owner, progress=progress)

    async def aclose(self) -> None:
        """Let go of the data directory, and close this event loop's connections to chat models.

        Facts that a model is about to find get a few seconds; the rest is done at the next need.
        """
        await self.parts.background.finish(PATIENCE)
        await to_thread(self.parts.store.close)
        await self.parts.models.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    append, append_without_facts = blocking(aappend), blocking(aappend_without_facts)
    add, remember, estimate_facts = blocking(aadd), blocking(aremember), blocking(aestimate_facts)
    ask, explain = blocking(aask), blocking(aexplain)
    search, chat, context_for = blocking(asearch), blocking(achat), blocking(acontext_for)
    constraints = blocking(aconstraints)
    forget, preview_forget = blocking(aforget), blocking(apreview_forget)
    reindex, close = blocking(areindex), blocking(aclose)


class _CallsOf:
    """Calls that take an owner, with that owner filled in."""

    def __init__(self, calls: object, owner: str) -> None:
        self._calls, self._owner = calls, owner

    def __getattr__(self, name: str) -> partial[Any]:
        call = None if name.startswith("_") else getattr(self._calls, name, None)
        if not callable(call) or "owner" not in signature(call).parameters:
            raise AttributeError(f"nothing of one owner's memory is called {name!r}")
        return partial(call, owner=self._owner)

    def __dir__(self) -> Iterable[str]:
        return [name for name in dir(self._calls) if hasattr(self, name)]


class OwnerMemory(_CallsOf):
    """The memory of one owner: all calls of `Daybook` that take an owner, with that owner filled in.

        ada = daybook.of("ada")
        ada.append([Turn(Role.USER, "I parked on level 4.")])
        print(ada.ask("Where did I park?").text)

    Each is `functools.partial` of the method of that name, where the documentation is; type checkers know the
    arguments of those below. `await ada.aask(…)` is the form for asynchronous programs.
    """

    def __init__(self, daybook: Daybook, owner: str) -> None:
        if not owner.strip():
            raise BadInput("an owner needs a name", source="owner")
        super().__init__(daybook, owner)
        self.owner = owner
        self.ask, self.aask = partial(daybook.ask, owner=owner), partial(daybook.aask, owner=owner)
        self.search, self.asearch = (
            partial(daybook.search, owner=owner),
            partial(daybook.asearch, owner=owner),
        )
        self.chat, self.achat = partial(daybook.chat, owner=owner), partial(daybook.achat, owner=owner)
        self.context_for, self.acontext_for = (
            partial(daybook.context_for, owner=owner),
            partial(daybook.acontext_for, owner=owner),
        )
        self.add, self.aadd = partial(daybook.add, owner=owner), partial(daybook.aadd, owner=owner)
        self.append, self.aappend = (
            partial(daybook.append, owner=owner),
            partial(daybook.aappend, owner=owner),
        )
        self.forget, self.aforget = (
            partial(daybook.forget, owner=owner),
            partial(daybook.aforget, owner=owner),
        )
        self.ledger = _CallsOf(daybook.ledger, owner)
        self.documents = _CallsOf(daybook.documents, owner)
        self.records = partial(daybook.ledger.records, owner=owner)
        self.arecords = partial(daybook.ledger.arecords, owner=owner)
