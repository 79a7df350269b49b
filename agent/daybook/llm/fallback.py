"""A step by a model where there is one and it works, else by rules: the models of one question."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from daybook.errors import ModelError
from daybook.llm.meter import Meter
from daybook.llm.models import ChatModels
from daybook.llm.protocol import ChatModel
from daybook.settings import ModelRole

T = TypeVar("T")

FLOORS = {"expand": 0.9, "classify": 0.85, "time_range": 0.8, "rerank": 0.5}
"""In which order steps do without their model as a question's budget runs down: the share of the budget
that has to be left for each. What is left then goes to reading, which is never dropped before it."""


@dataclass(slots=True)
class ModelsWithFallback:
    """The models that the steps of one question may call, what they cost, and which steps went without."""

    models: ChatModels
    meter: Meter
    degraded: list[str] = field(default_factory=list)
    """Steps that have a model and fell back to rules, in the order in which they did."""

    @classmethod
    def begin(cls, models: ChatModels) -> ModelsWithFallback:
        """Begin a question: its budget and its deadline run from now."""
        return cls(models, models.meter(FLOORS))

    def has_model(self, role: ModelRole) -> bool:
        """Whether a model is configured for a role."""
        return self.models.of(role) is not None

    async def call(
        self, stage: str, role: ModelRole, by_model: Callable[[ChatModel], Awaitable[T]], by_rules: T
    ) -> T:
        """Do a step with the model of a role, if there is one and the budget allows; else by rules.

        A model that fails, or does not answer in time, never costs the user the answer: the step is named in
        `degraded`. The user's own mistakes (a wrong key, an unknown model) are raised.

        Args:
            stage: the step's name.
            role: whose model it calls.
            by_model: does the step.
            by_rules: what the rules found.

        Raises:
            BadSettings: the key, the model's name or the server's address is wrong.
        """
        model = self.models.of(role)
        if model is None:
            return by_rules
        if self.meter.allows(stage):
            try:
                return await by_model(self.meter.watch(model, stage))
            except ModelError:
                pass
        if stage not in self.degraded:
            self.degraded.append(stage)
        return by_rules
