"""Calls a model for a step and falls back to rules if it is missing, fails, or the budget is short."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from daybook.english.secrets import masked
from daybook.errors import ModelError
from daybook.llm.meter import Meter
from daybook.llm.models import ChatModels
from daybook.llm.protocol import ChatModel
from daybook.settings import ModelRole

T = TypeVar("T")
log = logging.getLogger(__name__)

FLOORS = {"expand": 0.9, "classify": 0.85, "time_range": 0.8, "rerank": 0.5}
"""The share of a question's budget that has to be left for each step to call its model, so that they fall
back to rules in this order as the budget runs down. The rest is for reading, which is never skipped first."""
_REASON_LENGTH = 200
"""Characters of a reason that are kept."""


@dataclass(slots=True)
class ModelsWithFallback:
    """The models of one question, its meter, and the steps that fell back to rules."""

    models: ChatModels
    meter: Meter
    degraded: dict[str, str] = field(default_factory=dict)
    """Steps that have a model and fell back to rules, in the order in which they did, each with its first
    reason: one line, without secrets."""

    @classmethod
    def begin(cls, models: ChatModels) -> ModelsWithFallback:
        """Begin a question: its budget and deadline start now."""
        return cls(models, models.meter(FLOORS))

    def has_model(self, role: ModelRole) -> bool:
        """Whether a model is configured for a role."""
        return self.models.of(role) is not None

    async def call(
        self, stage: str, role: ModelRole, by_model: Callable[[ChatModel], Awaitable[T]], by_rules: T
    ) -> T:
        """Run a step with a role's model if there is one and the budget allows; else use the rules' result.

        A model that fails, or does not answer in time, never costs the user the answer: the step is named in
        `degraded`. The user's own mistakes (a wrong key, an unknown model) are raised.

        Args:
            stage: the step's name.
            role: whose model it calls.
            by_model: runs the step.
            by_rules: the result of the rules.

        Raises:
            BadSettings: the key, the model's name or the server's address is wrong.
        """
        model = self.models.of(role)
        if model is None:
            return by_rules
        if not self.meter.allows(stage):
            self.fell_back(stage, self._short_of(stage))
            return by_rules
        try:
            return await by_model(self.meter.metered(model, stage))
        except ModelError as error:
            self.fell_back(stage, str(error))
            return by_rules

    def fell_back(self, stage: str, reason: str) -> None:
        """Note that a step was done by rules though it has a model; the log gets it as information."""
        line = masked(" ".join(reason.split()))
        short = line if len(line) <= _REASON_LENGTH else f"{line[: _REASON_LENGTH - 1]}…"
        self.degraded.setdefault(stage, short)
        log.info("%s went by rules: %s", stage, short)

    def _short_of(self, stage: str) -> str:
        """Say why a step may not call its model."""
        if self.meter.seconds_left() == 0.0:
            return "the question's time is over"
        needed, left = FLOORS.get(stage, 0.0), self.meter.left()
        return f"{left:.0%} of the question's budget is left, and this step wants more than {needed:.0%}"
