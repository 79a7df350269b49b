"""Tokens and costs of model calls."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from daybook.conversation import Usage
from daybook.llm.protocol import ChatRequest, ModelReply
from daybook.settings import Price

CHARS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a model."""

    stage: str
    model: str
    input_tokens: int
    """As the server counted them, else an estimate."""
    output_tokens: int
    cost: float | None
    """None where the model has no price."""
    ms: float
    cached: bool = False
    """It came from the reply cache, so it cost nothing."""
    failed: bool = False
    """It gave no reply; its cost is unknown and not counted."""
    cut: bool = False
    """A deadline or a cancellation ended it; its tokens are an estimate of what was sent and had come."""


@dataclass(frozen=True, slots=True)
class Spending:
    """Input and output tokens together, and their cost as far as prices are known."""

    tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: Spending) -> Spending:
        return Spending(self.tokens + other.tokens, self.cost + other.cost)


def cost_of(model: str, input_tokens: int, output_tokens: int, prices: Mapping[str, Price]) -> float | None:
    """Return the cost of a call; None if the model has no price."""
    price = prices.get(model)
    return (price.input * input_tokens + price.output * output_tokens) / 1_000_000 if price else None


def tokens_of(request: ChatRequest, reply: ModelReply) -> tuple[int, int]:
    """Return input and output tokens as the server counted them, else estimated at four characters each."""
    characters = sum(len(message.content) for message in request.messages)
    return (
        reply.input_tokens or -(-characters // CHARS_PER_TOKEN),
        reply.output_tokens or -(-len(reply.text) // CHARS_PER_TOKEN),
    )


def upper_bound(
    model: str, request: ChatRequest, prices: Mapping[str, Price], *, spare_tokens: int
) -> Spending:
    """Bound the use of a call from above: a byte-level tokenizer makes at most one token a byte.

    Args:
        model: its name, for its price.
        request: what would be sent.
        prices: by model name.
        spare_tokens: what the model is given for thinking on top of each request's limit.
    """
    into = sum(len(message.content.encode()) + 16 for message in request.messages)
    if request.shape:
        into += len(json.dumps(request.shape.schema))
    out = request.max_output_tokens + spare_tokens
    return Spending(into + out, cost_of(model, into, out, prices) or 0.0)


def total(calls: Iterable[Call]) -> Usage:
    """Sum up calls; the cost is None if some call has no price.

    Cached replies and failed calls are left out.
    """
    paid = [call for call in calls if not (call.cached or call.failed)]
    costs = [call.cost for call in paid]
    return Usage(
        calls=len(paid),
        input_tokens=sum(call.input_tokens for call in paid),
        output_tokens=sum(call.output_tokens for call in paid),
        cost=None if None in costs or not paid else sum(cost for cost in costs if cost is not None),
    )
