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

_CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a model."""

    stage: str
    model: str
    input_tokens: int
    """As the server counted them, else an estimate."""
    output_tokens: int
    ms: float
    failed: bool = False
    """It gave no reply; what it took is unknown and not counted."""
    cut: bool = False
    """A deadline or a cancellation ended it; its tokens are an estimate of what was sent and had come."""


def total(calls: Iterable[Call]) -> Usage:
    """Sum up calls, without failed ones."""
    paid = [call for call in calls if not call.failed]
    return Usage(
        calls=len(paid),
        input_tokens=sum(call.input_tokens for call in paid),
        output_tokens=sum(call.output_tokens for call in paid),
    )


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one question; None is no limit."""

    tokens: int | None = None
    """Input and output together."""
    seconds: float | None = None
    """Counted from the creation of the meter."""


@dataclass(slots=True)
class Meter:
    """Counts the calls of one question and stops them at its budget.

    What was sent counts: a call that a deadline or a cancellation cut off counts with estimated tokens.

    A call begins only while what was used and the most that running calls can still use are below the budget;
    near the limit calls wait for one another. So one call at most exceeds the budget.
    """

    budget: Budget = field(default_factory=Budget)
    floors: Mapping[str, float] = field(default_factory=dict)
    """For steps that can be left out: the share of the budget below which they are, by stage."""
    spare_tokens: int = 0
    """What models are given for thinking on top of each request's limit."""
    calls: list[Call] = field(default_factory=list)
    """In the order in which they ended."""
    _began: float = field(default_factory=monotonic)
    _reserved: dict[object, int] = field(default_factory=dict)
    """The most tokens that each call under way can use."""
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
            shares.append(1 - used / budget.tokens)
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

    async def begin(self, request: ModelRequest) -> object:
        """Reserve the most that a call can use, for `end`; wait for running calls if the budget is short.

        Raises:
            BudgetExceeded: the budget is used up.
        """
        async with self._ended:
            await self._ended.wait_for(lambda: self._fits() or not self._reserved)
            if not self._fits():
                raise BudgetExceeded("the question has used up its budget of tokens")
            reservation = object()
            self._reserved[reservation] = self._upper_bound(request)
            return reservation

    async def end(self, reservation: object) -> None:
        """Release a reservation, once its call is in `calls` or has failed."""
        async with self._ended:
            del self._reserved[reservation]
            self._ended.notify_all()

    def _used(self) -> int:
        return sum(call.input_tokens + call.output_tokens for call in self.calls)

    def _fits(self) -> bool:
        limit = self.budget.tokens
        return limit is None or self._used() + sum(self._reserved.values()) < limit

    def _upper_bound(self, request: ModelRequest) -> int:
        """Bound the use of a call from above: a byte-level tokenizer makes at most one token a byte."""
        sent = sum(len(message.content.encode()) + 16 for message in request.messages)
        if request.shape:
            sent += len(json.dumps(request.shape.schema))
        return sent + request.max_output_tokens + self.spare_tokens


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
                reservation = await self.meter.begin(request)
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
        self._record_call(_tokens_of(request, reply), began)
        return reply

    def _record_call(self, tokens: tuple[int, int], began: float, **outcome: bool) -> None:
        ms = (perf_counter() - began) * 1000
        self.meter.calls.append(Call(self.stage, self.name, *tokens, ms, **outcome))


def _tokens_of(request: ModelRequest, reply: ModelReply) -> tuple[int, int]:
    return (
        reply.input_tokens or -(-request.characters // _CHARACTERS_PER_TOKEN),
        reply.output_tokens or -(-len(reply.text) // _CHARACTERS_PER_TOKEN),
    )
