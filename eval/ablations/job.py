"""The job of an ablation: one question, every arm."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
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
    """Measure a question. Arms with the same keys share a store; an arm of two studies is asked once."""
    by_arm: dict[tuple[Arm, bool], Mapping[str, float]] = {}
    studies = [STUDIES[name] for name in job.studies]
    for wanted in _by_keys(studies, job):
        with bench.parts(job.scratch, settings=job.settings(wanted[0][0].changes)) as parts:
            await keep(case, parts)
            for arm, answers in wanted:
                changed = replace(parts, settings=job.settings(arm.changes))
                outcome = await arm.recall(case, changed, answers)
                values = score(record_of(case, outcome)).values
                by_arm[arm, answers] = {**values, **_time_values(case, outcome.plan)}
    return [
        Measured(study.name, arm.name, {name: by_arm[arm, study.answers][name] for name in study.columns})
        for study in studies
        for arm in study.arms
        if set(study.columns) <= set(by_arm[arm, study.answers])
    ]


def _by_keys(studies: Iterable[Study], job: Ablate) -> list[list[tuple[Arm, bool]]]:
    """List every arm once, with whether it is to answer, in groups that have the same keys in the store."""
    groups: dict[bool, list[tuple[Arm, bool]]] = {}
    for arm, answers in dict.fromkeys((arm, study.answers) for study in studies for arm in study.arms):
        groups.setdefault(job.settings(arm.changes).keying is Keying.CONCAT, []).append((arm, answers))
    return list(groups.values())


def _time_values(case: Case, plan: Plan | None) -> dict[str, float]:
    period: TimeRange | None = plan.time_range if plan else None
    moments: list[datetime] = [round_.said_at for round_ in case.evidence]
    return {
        "time has_range": float(period is not None),
        "time hides": float(period is not None and any(moment not in period for moment in moments)),
    }
