"""The values that the calls of `Daybook` give and take, beside those of `daybook.conversation`.

Interfaces have the values of the rooms below from here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from daybook.answer.context import (
    ContextItem as ContextItem,
    DocumentItem as DocumentItem,
    MemoryContext as MemoryContext,
)
from daybook.answer.converse import round_turns as round_turns
from daybook.conversation import (
    Answer,
    Candidate,
    DocumentEvidence,
    Evidence,
    Excerpt,
    FoundPassage,
    Ledger,
    RecordDifference,
    RetrievalPlan,
    Round,
    Usage,
)
from daybook.documents.knowledge_base import (
    Change as Change,
    Changes as Changes,
    Outcome as Outcome,
    is_gone as is_gone,
)
from daybook.documents.stored_documents import COLLECTION as COLLECTION
from daybook.ledger import Policy as Policy
from daybook.ledger.found_facts import FactRefused as FactRefused
from daybook.ledger.write_policy import EVERYTHING as EVERYTHING, Consent as Consent
from daybook.models.llm import Call, total
from daybook.retrieve.item_search import FoundItem as FoundItem
from daybook.retrieve.packing import matching_passage as matching_passage
from daybook_prompts.replies import FactFound as FactFound

OnStage = Callable[[Mapping[str, Any]], None]
"""Called as the steps of an answer go, with {"stage", "event", …}: "started"; "finished" and its "ms"; "note"
and `NoteJson` of it; "text" and a piece of a reply in conversation."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: candidates, best first, the plan that found them, and milliseconds per step.

    for found in daybook.search("pottery", owner="ada"):
        print(found.score, found.round.user)
    """

    candidates: tuple[Candidate, ...]
    plan: RetrievalPlan
    timings: Mapping[str, float]

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self.candidates)

    def __len__(self) -> int:
        return len(self.candidates)


@dataclass(frozen=True, slots=True)
class Appended:
    """A round as it is kept."""

    round: Round
    is_new: bool
    """False where the session's last round says the same: a call that was made twice keeps one round."""
    learned: tuple[RecordDifference, ...]
    """The changes that it made to the ledger; those of a model in the background are not in it yet."""
    refused: tuple[FactRefused, ...] = ()
    """Of the facts that were given, those that are not written, and why."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """An answer with everything that happened on its way."""

    answer: Answer
    found: tuple[Candidate, ...]
    """As search found them, best first; the signals "dense_rank" and "bm25_rank" are the best rank that a
    phrasing gave them."""
    ranked: tuple[Candidate, ...]
    """As they were packed, best first: found, weighed and reranked."""
    packed: tuple[Excerpt, ...]
    """As the reader saw them, in time order."""
    calls: tuple[Call, ...]
    """Calls of chat models, in the order in which they ended."""
    ledger: Ledger = field(default_factory=Ledger)
    """As of the question: the records that the answer's rounds told of, and how they bear on others."""
    passages: tuple[FoundPassage, ...] = ()
    """Of documents, best first: what the reader saw beside the rounds."""


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A reply, what memory gave it and what it used of that, and the remembered round."""

    text: str
    explanation: Explanation | None
    """Of the answer of memory, where no model replies and the message asks."""
    remembered: Round | None
    """None if the message asked memory to forget, or not to keep."""
    context: MemoryContext | None = None
    """The context that the model was given; None if memory answered by itself."""
    evidence: tuple[Evidence, ...] = ()
    """The words that the reply took from memory."""
    documents: tuple[DocumentEvidence, ...] = ()
    """The words that it took from documents."""
    degraded_reasons: Mapping[str, str] = field(default_factory=dict)
    """Why, of each step whose model failed."""
    calls: tuple[Call, ...] = ()
    """Calls of chat models, in the order in which they ended."""
    learned: tuple[RecordDifference, ...] = ()
    """The changes that the round made to the ledger. What a chat model finds behind a reply comes later, and
    may be among those of the next turn."""
    consent: Mapping[str, str] | None = None
    """Whether facts of a sensitive kind may be remembered, asked once for each: show its "question" below
    the reply, and hand it to the next `chat`, whose message may say yes or no."""
    proposal: Mapping[str, str] | None = None
    """Proposes to forget something for good: hand it to the next `chat`, whose message may say yes."""

    @property
    def degraded(self) -> tuple[str, ...]:
        """The steps whose model failed, in the order in which they did."""
        return tuple(self.degraded_reasons)

    @property
    def usage(self) -> Usage:
        """The cost of all calls together."""
        return total(self.calls)

    @property
    def answer(self) -> Answer | None:
        """The answer behind it, where it came out of memory."""
        return self.explanation.answer if self.explanation else None


def rank_of(round_id: str, candidates: Sequence[Candidate]) -> int | None:
    """Give the place of a round among candidates, from 1; None if it is not among them."""
    places = (
        place for place, candidate in enumerate(candidates, start=1) if candidate.round.round_id == round_id
    )
    return next(places, None)
