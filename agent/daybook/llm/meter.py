"""Meters the model calls of one question against its budget."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic, perf_counter

from daybook.conversation import Usage
from daybook.errors import BudgetExceeded, DaybookError, DeadlineExceeded
from daybook.llm.protocol import ChatModel, ChatRequest, ModelReply, OnText
from daybook.llm.usage import Call, Spending, cost_of, tokens_of, total, upper_bound
from daybook.settings import Price


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one question; None is no limit."""

    tokens: int | None = None
    """Input and output together."""
    cost: float | None = None
    """In the currency of the prices."""
    seconds: float | None = None
    """Counted from the creation of the meter."""


@dataclass(slots=True)
class Meter:
    """Counts the calls of one question and stops them at its budget.

    Counted is what was sent, also where nobody waited for its end: a call that a deadline or a cancellation
    cut off counts with the tokens of its request and of what had come of the reply, estimated.

    A call begins only while what was used, and the most that the calls under way can still use, are
    together below the budget; near the limit calls therefore wait for one another. So the budget is
    exceeded by one call at most. What comes from the reply cache counts against the budget as if it had
    been paid, or an evaluation repeated from the cache would go other ways than it did the first time.
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
    _under_way: dict[object, Spending] = field(default_factory=dict)
    _ended: asyncio.Condition = field(default_factory=asyncio.Condition)

    def metered(self, model: ChatModel, stage: str) -> MeteredChat:
        """Wrap a model so that its calls are metered for a stage."""
        return MeteredChat(model, self, stage)

    def allows(self, stage: str) -> bool:
        """Whether a step may still call its model: more than its floor is left of the tightest limit."""
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

    async def begin(self, model: str, request: ChatRequest) -> object:
        """Reserve the upper bound of a call, waiting for calls under way if the budget is short.

        Returns:
            The reservation, for `end`.

        Raises:
            BudgetExceeded: the budget is used up.
        """
        async with self._ended:
            await self._ended.wait_for(lambda: self._fits() or not self._under_way)
            if not self._fits():
                raise BudgetExceeded("the question has used up its budget of tokens or cost")
            reservation = object()
            self._under_way[reservation] = upper_bound(
                model, request, self.prices, spare_tokens=self.spare_tokens
            )
            return reservation

    async def end(self, reservation: object) -> None:
        """Release a reservation, once its call is in `calls` or has failed."""
        async with self._ended:
            del self._under_way[reservation]
            self._ended.notify_all()

    def _used(self) -> Spending:
        amounts = (Spending(call.input_tokens + call.output_tokens, call.cost or 0.0) for call in self.calls)
        return sum(amounts, Spending())

    def _fits(self) -> bool:
        bound = sum(self._under_way.values(), self._used())
        return (self.budget.tokens is None or bound.tokens < self.budget.tokens) and (
            self.budget.cost is None or bound.cost < self.budget.cost
        )


@dataclass(frozen=True, slots=True)
class MeteredChat:
    """A model whose calls are metered for one stage of a question."""

    model: ChatModel
    meter: Meter
    stage: str

    @property
    def name(self) -> str:
        """See `ChatModel`."""
        return self.model.name

    @property
    def fingerprint(self) -> str:
        """See `ChatModel`."""
        return self.model.fingerprint

    async def complete(self, request: ChatRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Call the model once, within the remaining budget; see `ChatModel`.

        Raises:
            BudgetExceeded: the question's budget is used up; nothing was sent.
            DeadlineExceeded: the question's time is over.
        """
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

    async def _call(self, request: ChatRequest, on_text: OnText | None) -> ModelReply:
        began = perf_counter()
        heard: list[str] = []

        def hear(piece: str) -> None:
            heard.append(piece)
            if on_text:
                on_text(piece)

        try:
            reply = await self.model.complete(request, on_text=hear if on_text else None)
        except (DeadlineExceeded, asyncio.CancelledError):
            # The server was asked and has worked, though it was not waited for.
            so_far = ModelReply("".join(heard))
            self._record_call(tokens_of(request, so_far), began, cut=True)
            raise
        except DaybookError:
            self._record_call((0, 0), began, failed=True)
            raise
        self._record_call(tokens_of(request, reply), began, cached=reply.cached)
        return reply

    def _record_call(
        self,
        tokens: tuple[int, int],
        began: float,
        *,
        cached: bool = False,
        failed: bool = False,
        cut: bool = False,
    ) -> None:
        call = Call(
            stage=self.stage,
            model=self.name,
            input_tokens=tokens[0],
            output_tokens=tokens[1],
            cost=cost_of(self.name, *tokens, self.meter.prices),
            ms=(perf_counter() - began) * 1000,
            cached=cached,
            failed=failed,
            cut=cut,
        )
        self.meter.calls.append(call)
