"""Meters the model calls of one question against its deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from time import monotonic, perf_counter

from daybook.conversation import Usage
from daybook.conversation.errors import DaybookError, DeadlineExceeded
from daybook.models.llm.chat_model import ChatModel, ModelReply, ModelRequest, OnText

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
    done = [call for call in calls if not call.failed]
    return Usage(
        calls=len(done),
        input_tokens=sum(call.input_tokens for call in done),
        output_tokens=sum(call.output_tokens for call in done),
    )


@dataclass(slots=True)
class Meter:
    """Counts the calls of one question and ends them at its deadline, which counts from now."""

    seconds: float | None = None
    """None is no deadline."""
    floors: Mapping[str, float] = field(default_factory=dict)
    """For steps that can be left out: the share of the time below which they are, by stage."""
    calls: list[Call] = field(default_factory=list)
    """In the order in which they ended."""
    _began: float = field(default_factory=monotonic)

    def metered(self, model: ChatModel, stage: str) -> MeteredChat:
        """Wrap a model so that its calls are metered for a stage."""
        return MeteredChat(model, self, stage)

    def allows(self, stage: str) -> bool:
        """True if a step may still call its model: more of the time is left than its floor."""
        return self.left() > self.floors.get(stage, 0.0)

    def left(self) -> float:
        """The remaining share of the time, 0 to 1; 1 without a deadline."""
        left = self.seconds_left()
        return 1.0 if left is None else left / self.seconds if self.seconds else 0.0

    def seconds_left(self) -> float | None:
        """Seconds until the question's deadline; None without one."""
        return None if self.seconds is None else max(0.0, self._began + self.seconds - monotonic())

    @property
    def usage(self) -> Usage:
        """The usage of the whole question."""
        return total(self.calls)

    def by_stage(self) -> Mapping[str, Usage]:
        """The usage by stage, in the order of their first calls."""
        stages = dict.fromkeys(call.stage for call in self.calls)
        return {stage: total(call for call in self.calls if call.stage == stage) for stage in stages}


@dataclass(frozen=True, slots=True)
class MeteredChat:
    """A model whose calls are metered for one stage of a question; it goes by the name of that model."""

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

    async def complete(self, request: ModelRequest, *, on_text: OnText | None = None) -> ModelReply:
        """Call the model once, within the time that is left; raises DeadlineExceeded after it."""
        left = self.meter.seconds_left()
        try:
            if left == 0.0:
                raise TimeoutError
            async with asyncio.timeout(left):
                return await self._call(request, on_text)
        except TimeoutError:
            raise DeadlineExceeded(f"the question's {self.meter.seconds or 0:g} s are over") from None

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
