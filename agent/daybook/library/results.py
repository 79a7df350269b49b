"""What the calls of `Daybook` give, where it is no value of the conversation itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from daybook.conversation import Answer, Candidate, RecordDifference, RetrievalPlan, Round
from daybook.library.explain import Explanation

OnStage = Callable[[Mapping[str, Any]], None]
"""Called as the steps of an answer go, with {"stage", "event", …}: "started"; "finished" and its "ms"; "note"
and what `plain_note` writes; "text" and a piece of a reply that uses no memory."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found: candidates, best first, the plan that found them, and milliseconds per step."""

    candidates: tuple[Candidate, ...]
    plan: RetrievalPlan
    timings: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A reply, why it is so where it came out of memory, and the round as it was remembered."""

    text: str
    explanation: Explanation | None
    remembered: Round | None
    """None where the message asked memory to forget, or not to keep."""
    learned: tuple[RecordDifference, ...] = ()
    """What the round changed in the ledger, by rules. What a chat model finds behind a reply comes later,
    and may be among this of the next turn."""
    proposal: Mapping[str, str] | None = None
    """What the reply proposes to forget, for good: hand it to the next `chat`, whose message may say yes."""

    @property
    def answer(self) -> Answer | None:
        """The answer behind it, where it came out of memory."""
        return self.explanation.answer if self.explanation else None
