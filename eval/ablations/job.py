"""The job of an ablation: one question, every arm."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from agent.blocking import run
from agent.conversation import Plan, TimeRange
from agent.settings import Keying, Settings
from eval.ablations.arm import Arm, Study
from eval.ablations.studies import STUDIES
from eval.data.case import Case
from eval.report.scores import score
from eval.systems.bench import Bench
from eval.systems.daybook import keep
from eval.systems.recording import record_of
from eval.systems.system import Recall


@dataclass(frozen=True, slots=True)
class Measured:
    """One question under one arm of one study."""

    study: str
    arm: str
    values: Mapping[str, float]
    """As `eval.report.scores` names them, and "time has_range", "time hides": whether the plan has a time
    range, and whether evidence lies outside it. Both are 0 or 1."""


@dataclass(frozen=True, slots=True)
class Ablate:
    """Puts questions to every arm of some studies. A failure ends it: half a table compares nothing."""

    studies: tuple[str, ...]
    given: tuple[tuple[str, str], ...]
    """Settings by name, which beat those of the environment; the arms beat them in turn."""
    cache: Path
    scratch: Path

    def settings(self, changes: Mapping[str, object] | None = None) -> Settings:
        """Make the settings of an arm.

        Raises:
            BadSettings: one is unknown or out of range.
        """
        return Settings.from_env(os.environ, **{**dict(self.given), **(changes or {})})

    def open(self) -> Callable[[Case], list[Measured]]:
        """Open the bench of this process."""
        bench = Bench.open(self.settings(), cache=self.cache)
        return lambda case: run(_measure(case, bench, self))


async def _measure(case: Case, bench: Bench, job: Ablate) -> list[Measured]:
    """Measure a question. Arms with the same keys share a store; arms that do the same are asked once."""
    studies = [STUDIES[name] for name in job.studies]
    values: dict[_Asking, Mapping[str, float]] = {}
    for askings in _by_keys(studies, job):
        with bench.parts(job.scratch, settings=askings[0].settings(job)) as parts:
            await keep(case, parts)
            for asking in askings:
                changed = replace(parts, settings=asking.settings(job))
                outcome = await asking.recall(case, changed, asking.answers)
                found = score(record_of(case, outcome)).values
                values[asking] = {**found, **_time_values(case, outcome.plan)}
    return [
        Measured(study.name, arm.name, {name: held[name] for name in study.columns if name in held})
        for study in studies
        for arm in study.arms
        if (held := values[_Asking.of(arm, study, job)])
    ]


@dataclass(frozen=True, slots=True)
class _Asking:
    """What an arm does with a question, told apart by what counts."""

    recall: Recall
    values: str
    """The settings in force, as JSON."""
    changes: tuple[tuple[str, object], ...] = field(compare=False)
    answers: bool

    @classmethod
    def of(cls, arm: Arm, study: Study, job: Ablate) -> _Asking:
        settings = job.settings(arm.changes)
        return cls(arm.recall, settings.model_dump_json(), tuple(arm.changes.items()), study.answers)

    def settings(self, job: Ablate) -> Settings:
        return job.settings(dict(self.changes))


def _by_keys(studies: Iterable[Study], job: Ablate) -> list[list[_Asking]]:
    """List every asking once, in groups that have the same keys in the store."""
    groups: dict[bool, list[_Asking]] = {}
    for asking in dict.fromkeys(_Asking.of(arm, study, job) for study in studies for arm in study.arms):
        groups.setdefault(asking.settings(job).keying is Keying.CONCAT, []).append(asking)
    return list(groups.values())


def _time_values(case: Case, plan: Plan | None) -> dict[str, float]:
    period: TimeRange | None = plan.time_range if plan else None
    moments: list[datetime] = [round_.said_at for round_ in case.evidence]
    return {
        "time has_range": float(period is not None),
        "time hides": float(period is not None and any(moment not in period for moment in moments)),
    }
