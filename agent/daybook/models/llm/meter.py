"""Meters the model calls of one question against its budget."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from time import monotonic, perf_counter

from daybook.conversation import Usage
from daybook.conversation.errors import BudgetExceeded, DaybookError, DeadlineExceeded
from daybook.models.llm.chat_model import ChatModel, ModelReply, ModelRequest, OnText, WrappedChat
from daybook.settings import Price

_CHARACTERS_PER_TOKEN = 4


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


def total(calls: Iterable[Call]) -> Usage:
    """Sum up calls, without cached replies and failed calls; the cost is None if some call has no price."""
    paid = [call for call in calls if not (call.cached or call.failed)]
    costs = [call.cost for call in paid]
    return Usage(
        calls=len(paid),
        input_tokens=sum(call.input_tokens for call in paid),
        output_tokens=sum(call.output_tokens for call in paid),
        cost=None if None in costs or not paid else sum(cost for cost in costs if cost is not None),
    )


def cost_of(model: str, input_tokens: int, output_tokens: int, prices: Mapping[str, Price]) -> float | None:
    """Return the cost of a call; None if the model has no price."""
    price = prices.get(model)
    return (price.input * input_tokens + price.output * output_tokens) / 1_000_000 if price else None


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one question; None is no limit."""

    tokens: int | None = None
    """Input and output together."""
    cost: float | None = None
    """In the currency of the prices."""
    seconds: float | None = None
    """Counted from the creation of the meter."""


@dataclass(frozen=True, slots=True)
class _Spending:
    tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: _Spending) -> _Spending:
        return _Spending(self.tokens + other.tokens, self.cost + other.cost)


@dataclass(slots=True)
class Meter:
    """Counts the calls of one question and stops them at its budget.

    What was sent counts: a call that a deadline or a cancellation cut off counts with estimated tokens.

    A call begins only while what was used and the most that running calls can still use are below the budget;
    near the limit calls wait for one another. So one call at most exceeds the budget. Replies from the cache
    count as if paid, or an evaluation repeated from the cache would take other ways than the first time.
    """

    budget: Budget = field(default_factory=Budget)
    prices: Mapping[str, Price] = field(default_factory=dict)
    """By model name."""
    floors: Mapping[str, float] = field(default_factory=dict)
    """For steps that can be left out: the share of the budget below which they are, by stage."""
    spare_tokens: int = 0
    """What models are given for thinking on top of each request's limit."""
    calls: list[Call] = field(default_factory=list)
    """In the order in which they ended."""
    _began: float = field(default_factory=monotonic)
    _reserved: dict[object, _Spending] = field(default_factory=dict)
    """The most that each call under way can use."""
    _ended: asyncio.Condition = field(default_factory=asyncio.Condition)

    def metered(self, model: ChatModel, stage: str) -> MeteredChat:
        """Wrap a model so that its calls are metered for a stage."""
        return MeteredChat(model, self, stage)

    def allows(self, stage: str) -> bool:
        """True if a step may still call its model: more than its floor is left of the tightest limit."""
        return self.left() > self.floors.get(stage, 0.0)

    def left(self) -> float:
        """The remaining share, 0 to 1, of the tightest limit; 1 without limits."""
        used, budget = self._used(), self.budget
        shares = [1.0]
        if budget.tokens is not None:
            shares.append(1 - used.tokens / budget.tokens)
        if budget.cost is not None:
            shares.append(1 - used.cost / budget.cost)
        if budget.seconds is not None:
            shares.append(1 - (monotonic() - self._began) / budget.seconds)
        return max(0.0, min(shares))

    def seconds_left(self) -> float | None:
        """Seconds until the question's deadline; None without one."""
        if self.budget.seconds is None:
            return None
        return max(0.0, self._began + self.budget.seconds - monotonic())

    @property
    def usage(self) -> Usage:
        """The usage of the whole question."""
        return total(self.calls)

    def by_stage(self) -> Mapping[str, Usage]:
        """The usage by stage, in the order of their first calls."""
        stages = dict.fromkeys(call.stage for call in self.calls)
        return {stage: total(call for call in self.calls if call.stage == stage) for stage in stages}

    async def begin(self, model: str, request: ModelRequest) -> object:
        """Reserve the most that a call can use, for `end`; wait for running calls if the budget is short.

        Raises:
            BudgetExceeded: the budget is used up.
        """
        async with self._ended:
            await self._ended.wait_for(lambda: self._fits() or not self._reserved)
            if not self._fits():
                raise BudgetExceeded("the question has used up its budget of tokens or cost")
            reservation = object()
            self._reserved[reservation] = self._upper_bound(model, request)
            return reservation

    async def end(self, reservation: object) -> None:
        """Release a reservation, once its call is in `calls` or has failed."""
        async with self._ended:
            del self._reserved[reservation]
            self._ended.notify_all()

    def _used(self) -> _Spending:
        amounts = (_Spending(call.input_tokens + call.output_tokens, call.cost or 0.0) for call in self.calls)
        return sum(amounts, _Spending())

    def _fits(self) -> bool:
        bound = sum(self._reserved.values(), self._used())
        return (self.budget.tokens is None or bound.tokens < self.budget.tokens) and (
            self.budget.cost is None or bound.cost < self.budget.cost
        )

    def _upper_bound(self, model: str, request: ModelRequest) -> _Spending:
        """Bound the use of a call from above: a byte-level tokenizer makes at most one token a byte."""
        sent = sum(len(message.content.encode()) + 16 for message in request.messages)
        if request.shape:
            sent += len(json.dumps(request.shape.schema))
        replied = request.max_output_tokens + self.spare_tokens
        return _Spending(sent + replied, cost_of(model, sent, replied, self.prices) or 0.0)


@dataclass(frozen=True, slots=True)
class MeteredChat(WrappedChat):
    """A model whose calls are metered for one stage of a question."""

    meter: Meter
    stage: str

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Call the model once, within the budget and time that are left: BudgetExceeded, DeadlineExceeded."""
        over = DeadlineExceeded(f"the question's {self.meter.budget.seconds or 0:g} s are over")
        left = self.meter.seconds_left()
        if left == 0.0:
            raise over
        try:
            async with asyncio.timeout(left):
                reservation = await self.meter.begin(self.name, request)
                try:
                    return await self._call(request, on_text)
                finally:
                    await self.meter.end(reservation)
        except TimeoutError:
            raise over from None

    async def _call(self, request: ModelRequest, on_text: OnText | None) -> ModelReply:
        began = perf_counter()
        received: list[str] = []

        def forward(piece: str) -> None:
            received.append(piece)
            if on_text:
                on_text(piece)

        try:
            reply = await self.model.complete(request, on_text=forward if on_text else None)
        except (DeadlineExceeded, asyncio.CancelledError):
            # The server was asked and has worked, though it was not waited for.
            so_far = ModelReply("".join(received))
            self._record_call(_tokens_of(request, so_far), began, cut=True)
            raise
        except DaybookError:
            self._record_call((0, 0), began, failed=True)
            raise
        self._record_call(_tokens_of(request, reply), began, cached=reply.cached)
        return reply

    def _record_call(self, tokens: tuple[int, int], began: float, **outcome: bool) -> None:
        cost, ms = cost_of(self.name, *tokens, self.meter.prices), (perf_counter() - began) * 1000
        self.meter.calls.append(Call(self.stage, self.name, *tokens, cost, ms, **outcome))


def _tokens_of(request: ModelRequest, reply: ModelReply) -> tuple[int, int]:
    return (
        reply.input_tokens or -(-request.characters // _CHARACTERS_PER_TOKEN),
        reply.output_tokens or -(-len(reply.text) // _CHARACTERS_PER_TOKEN),
    )
