"""Says how many calls it takes to have a chat model read rounds for facts."""

from __future__ import annotations

from dataclasses import dataclass

from daybook.conversation.errors import BadSettings
from daybook.graph.extract_facts import calls_of
from daybook.graph.parts import Parts
from daybook.ledger.facts_by_model import own_words
from daybook.models.llm import ChatModel
from daybook.store.fact_queue import QueuedRound


@dataclass(frozen=True, slots=True)
class FactsEstimate:
    """The calls, before anything is sent; one that fails is made again."""

    model: str
    rounds: int
    """Rounds with words of the owner that no model has read yet."""
    calls: int

    def __add__(self, other: FactsEstimate) -> FactsEstimate:
        return FactsEstimate(self.model, self.rounds + other.rounds, self.calls + other.calls)


def require_fact_model(parts: Parts) -> ChatModel:
    """Return the model that finds facts.

    Raises:
        BadSettings: there is none.
    """
    if parts.fact_model is None:
        raise BadSettings(
            "DAYBOOK_CHAT_MODEL: no chat model is configured that could find facts, or DAYBOOK_LEDGER is off"
        )
    return parts.fact_model


def estimate_facts(owner: str, parts: Parts) -> FactsEstimate:
    """Count what reading every round would take that no model has read for facts; sends nothing.

    Raises:
        BadSettings: there is no chat model that could.
    """
    model, unread = require_fact_model(parts), parts.store.model_queue.unread(owner)
    spoken = [QueuedRound(round_, 0) for round_ in unread if own_words(round_, parts.analyzer)]
    return FactsEstimate(model.name, len(spoken), len(list(calls_of(spoken))))
