"""The parts of every graph, bound when it is built, never found at run time."""

from asyncio import to_thread
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from daybook.answer.context_finder import ContextFinder
from daybook.conversation import Question
from daybook.conversation.language import Analyzer
from daybook.conversation.zones import local
from daybook.documents.passage_search import DocumentSearch
from daybook.graph.event_loop import Background
from daybook.graph.receive import (
    MAX_QUESTION_CHARACTERS,
    make_question,
    moment_of,
    owner_of,
    turns_of,
)
from daybook.graph.state import RecallInput
from daybook.models.embedding import Embedder, Reranker
from daybook.models.llm import ChatModel, ChatModels
from daybook.retrieve.token_counter import TokenCounter
from daybook.settings import Settings
from daybook.store import Store
from daybook_prompts import Prompt


@dataclass(frozen=True, slots=True)
class Components:
    """The parts of every graph, made by `daybook.library.wiring`."""

    store: Store
    embedder: Embedder
    """For questions; the store has its own, with a cache, for what it keeps."""
    settings: Settings
    analyzer: Analyzer
    """Of the language in which memory is kept and asked."""
    count_tokens: TokenCounter
    models: ChatModels
    """The one that does every step, if any: without it steps work by rules, and nothing is sent anywhere."""
    documents: DocumentSearch
    """Finds the passages of documents that bear on a question."""
    finder: ContextFinder
    """Looks up what bears on a chat message."""
    prompts: Mapping[str, Prompt]
    """By name."""
    clock: Callable[[], datetime]
    """Timezone-aware; asked only where a caller names no moment."""
    rewriter: ChatModel | None = None
    """Makes questions stand alone, trained for that and run in this process; None without one."""
    reranker: Reranker | None = None
    """Reranks in place of a chat model, and runs in this process; None without one."""
    default_owner: str | None = None
    """The owner if a run of a graph names nobody; None if several owners are served."""
    background: Background = field(default_factory=Background)
    """Runs what is done after replies."""

    async def received(
        self, given: RecallInput, built: str | None, limit: int = MAX_QUESTION_CHARACTERS
    ) -> Question:
        """Read the input of a graph that was built for an owner, or for anybody; see `make_question`.

        Raises:
            BadInput: it cannot be read, or two places disagree about the owner.
        """
        owner = owner_of(given.get("owner"), built=built, default=self.default_owner)
        return make_question(
            given.get("question", ""),
            owner=owner,
            asked_at=given.get("asked_at"),
            as_of=given.get("as_of"),
            dialogue=turns_of(given.get("messages", ())),
            clock=self.clock,
            zone=await to_thread(self.store.zone, owner),
            limit=limit,
        )

    async def moment(self, given: datetime | str | None, name: str, owner: str) -> datetime:
        """Read a moment that a call gives, or take the clock's, as the owner tells it; see `zones.local`.

        Raises:
            BadInput: it cannot be read; `name` is the argument's.
        """
        zone = await to_thread(self.store.zone, owner)
        return moment_of(name, given, zone) or local(self.clock(), zone)

    @property
    def fact_model(self) -> ChatModel | None:
        """The model that finds facts; None without one, or where no ledger is kept."""
        return self.models.model if self.settings.ledger else None

    @property
    def learns_in_chat(self) -> bool:
        """True if a model reads the rounds of chats for facts, after the reply."""
        return self.settings.facts_by_model and self.fact_model is not None
