"""A question, and the retrieval plan that it becomes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from daybook.conversation.turns import TimeRange, Turn, require_aware


class QuestionKind(StrEnum):
    """A kind of question; several may hold, or none (MemoryStack, section 3.2)."""

    ASSISTANT = "assistant"
    """About something that the assistant said."""
    PREFERENCE = "preference"
    """About, or to be answered in the light of, what the user likes."""
    UPDATE = "update"
    """About how things stand now, where they may have changed."""
    TEMPORAL = "temporal"
    """When, how long ago, in which order."""
    MULTI_SESSION = "multi-session"
    """Needs several sessions together: counts, totals, comparisons."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it was asked."""

    text: str
    owner: str
    asked_at: datetime
    """Timezone-aware: the moment that "last week" is relative to. It hides nothing said later."""
    dialogue: tuple[Turn, ...] = ()
    """The running conversation before the question, oldest first; it may resolve "it" and "there"."""
    as_of: datetime | None = None
    """Timezone-aware: nothing that was said after this moment is seen. None sees everything."""
    session_id: str = ""
    """The conversation that goes on with it; "" if that is not known."""

    def __post_init__(self) -> None:
        require_aware(self.asked_at, "Question.asked_at")
        require_aware(self.as_of, "Question.as_of")


@dataclass(frozen=True, slots=True)
class RetrievalPlan:
    """The plan of a question: what to search for, and how to weigh the results."""

    question: str
    """The question made to stand alone."""
    phrasings: tuple[str, ...]
    """Every text to search with, the question (or what its dialogue makes of it) first; no two alike."""
    kinds: Mapping[QuestionKind, float] = field(default_factory=dict)
    """Each kind that holds, with its confidence in (0, 1]."""
    time_range: TimeRange | None = None
    """When the things asked about were said or had happened: a preference, not a wall."""
    disputed: str = ""
    """The claim of an earlier answer that the question rejects."""
    asks_now: bool = False
    """Whether its wording asks of the present."""
    asks_before: bool = False
    """Whether it asks of what was so before, and not of the present."""

    def __post_init__(self) -> None:
        if not self.phrasings or len(set(self.phrasings)) != len(self.phrasings):
            raise ValueError("a Plan needs phrasings, each of them once")
