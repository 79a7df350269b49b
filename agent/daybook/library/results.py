"""What the calls of `Daybook` give, where it is no value of the conversation itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from daybook.conversation import (
    Answer,
    Candidate,
    DocumentEvidence,
    Evidence,
    RecordDifference,
    RetrievalPlan,
    Round,
    Usage,
)
from daybook.library.explain import Explanation
from daybook.llm import Call, total
from daybook.reply import MemoryContext

OnStage = Callable[[Mapping[str, Any]], None]
"""Called as the steps of an answer go, with {"stage", "event", …}: "started"; "finished" and its "ms"; "note"
and what `plain_note` writes; "text" and a piece of a reply in conversation."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found: candidates, best first, the plan that found them, and milliseconds per step."""

    candidates: tuple[Candidate, ...]
    plan: RetrievalPlan
    timings: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A reply, what of memory it was given and used, and the round as it was remembered."""

    text: str
    explanation: Explanation | None
    """Of the answer of memory, where the message was put to it as a question."""
    remembered: Round | None
    """None where the message asked memory to forget, or not to keep."""
    context: MemoryContext | None = None
    """What of memory was put before the model that replied; None where memory answered by itself."""
    evidence: tuple[Evidence, ...] = ()
    """The words that the reply took from memory."""
    documents: tuple[DocumentEvidence, ...] = ()
    """The words that it took from documents."""
    unfounded: tuple[str, ...] = ()
    """What the reply says of the user that neither memory nor the dialogue holds."""
    degraded_reasons: Mapping[str, str] = field(default_factory=dict)
    """Why, of each step whose model failed."""
    calls: tuple[Call, ...] = ()
    """Calls of chat models, in the order in which they ended."""
    learned: tuple[RecordDifference, ...] = ()
    """What the round changed in the ledger, by rules. What a chat model finds behind a reply comes later,
    and may be among this of the next turn."""
    consent: Mapping[str, str] | None = None
    """Whether facts of a sensitive kind may be remembered, asked once for each: show its "question" below
    the reply, and hand it to the next `chat`, whose message may say yes or no."""
    proposal: Mapping[str, str] | None = None
    """What the reply proposes to forget, for good: hand it to the next `chat`, whose message may say yes."""

    @property
    def degraded(self) -> tuple[str, ...]:
        """The steps whose model failed, in the order in which they did."""
        return tuple(self.degraded_reasons)

    @property
    def usage(self) -> Usage:
        """What the calls took together."""
        return total(self.calls)

    @property
    def answer(self) -> Answer | None:
        """The answer behind it, where it came out of memory."""
        return self.explanation.answer if self.explanation else None
