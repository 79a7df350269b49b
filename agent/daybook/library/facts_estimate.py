"""Estimates the calls and tokens of having a chat model read rounds for facts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from daybook.conversation import Round
from daybook.conversation.errors import BadSettings
from daybook.graph.extract_facts import calls_of, said_before, showable
from daybook.graph.parts import Parts
from daybook.ledger.facts_by_model import (
    MAX_RECORDS,
    REPLY_TYPE,
    own_words,
    prompt_values,
    shown_rounds,
    words_before,
)
from daybook.ledger.found_facts import Shown
from daybook.models.llm import ChatModel
from daybook.models.llm.chat_model import shape_of
from daybook.store.fact_queue import QueuedRound

_REPLY, _OF_ROUND = 15, 60
"""Output tokens: of a reply without facts, and of the facts of a round on average. Most rounds have none."""


@dataclass(frozen=True, slots=True)
class FactsEstimate:
    """Calls and tokens, before anything is sent. Tokens are estimates, the calls may be a few more."""

    model: str
    rounds: int
    """Rounds with words of the owner that no model has read yet."""
    calls: int
    input_tokens: int
    output_tokens: int
    """Without what a model thinks before it replies."""

    def __add__(self, other: FactsEstimate) -> FactsEstimate:
        return FactsEstimate(
            self.model,
            self.rounds + other.rounds,
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
        )


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
    """Estimate what reading every round would take that no model has read for facts; sends nothing.

    Which records a call is shown is known only when it is made: as many are counted as it may be.

    Raises:
        BadSettings: there is no chat model that could.
    """
    require_fact_model(parts)
    ledger = parts.store.ledgers.of(owner)
    calls = (
        shown_rounds(
            rounds,
            parts.analyzer,
            before=said_before(rounds, parts),
            known=showable(rounds, ledger)[-MAX_RECORDS:],
        )
        for rounds in calls_of(_spoken(parts.store.model_queue.unread(owner), parts))
    )
    return _estimate(calls, parts)


def estimate_facts_of(sessions: Iterable[Sequence[Round]], parts: Parts, *, times: float) -> FactsEstimate:
    """Estimate the same for `times` such samples of sessions that are not stored, without known records.

    Raises:
        BadSettings: there is no chat model that could.
    """
    analyzer = parts.analyzer
    calls = (
        shown_rounds(
            call, analyzer, before={one.round_id: words_before(one, session, analyzer) for one in call}
        )
        for session in sessions
        for call in calls_of(_spoken(session, parts))
    )
    return _estimate(calls, parts, times=times)


def _spoken(rounds: Iterable[Round], parts: Parts) -> list[QueuedRound]:
    return [QueuedRound(round_, 0) for round_ in rounds if own_words(round_, parts.analyzer)]


def _estimate(calls: Iterable[Shown], parts: Parts, *, times: float = 1.0) -> FactsEstimate:
    model, prompt = require_fact_model(parts), parts.prompts["extract_facts"]
    schema = parts.count_tokens(json.dumps(shape_of(REPLY_TYPE, prompt.name).schema))
    rounds = asked = into = 0
    for shown in calls:
        filled = prompt.fill(**prompt_values(shown))
        into += schema + parts.count_tokens(f"{filled.instructions}\n{filled.data}")
        rounds += len(shown.rounds)
        asked += 1
    rounds, asked, into = (round(times * count) for count in (rounds, asked, into))
    out = _REPLY * asked + _OF_ROUND * rounds
    return FactsEstimate(model.name, rounds, asked, into, out)
