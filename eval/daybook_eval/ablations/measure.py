"""Puts the cases of a file to every arm of some studies, and keeps what they come to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from daybook.graph.event_loop import run
from daybook.settings import Keying, Settings
from daybook.settings.environment import read_settings
from daybook_eval.ablations.study import Study, is_answerable, values_of
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.runs.execute_run import RunProgress, executor_for
from daybook_eval.statistics import ConfidenceInterval, PairedDifference, bootstrap_interval, paired_bootstrap
from daybook_eval.systems.bench import Bench
from daybook_eval.systems.daybook import keep


@dataclass(frozen=True, slots=True)
class Measured:
    """One question under one arm of one study."""

    study: str
    arm: str
    question_id: str
    question_type: str
    values: Mapping[str, float]
    """By measure; those of the study's columns that the question has."""


@dataclass(frozen=True, slots=True)
class Ablate:
    """Puts questions to every arm of some studies. A failure ends it: half a table compares nothing."""

    studies: tuple[str, ...]
    given: tuple[tuple[str, object], ...]
    """Settings by name, which beat those of the environment; the arms beat them in turn."""
    cache: Path
    scratch: Path
    catalogue: str = "daybook_eval.ablations.studies"
    """The module whose STUDIES has them, by name."""

    def chosen(self) -> Mapping[str, Study]:
        """Give the studies by their names."""
        catalogue: Mapping[str, Study] = import_module(self.catalogue).STUDIES
        return {name: catalogue[name] for name in self.studies}

    def settings(self, changes: Mapping[str, object] | None = None) -> Settings:
        """Make the settings of an arm; raises BadSettings if one is unknown or out of range."""
        return read_settings(**{**dict(self.given), **(changes or {})})

    def open(self) -> Callable[[Sequence[Case]], list[list[Measured]]]:
        """Open the bench of this process."""
        bench = Bench.open(self.settings(), cache=self.cache)
        return lambda cases: run(_measure(cases, bench, self))


async def _measure(cases: Sequence[Case], bench: Bench, job: Ablate) -> list[list[Measured]]:
    """Measure questions of one history in every arm; arms that keep the same have one memory, kept once."""
    arms = [(study, arm, job.settings(arm.changes)) for study in job.chosen().values() for arm in study.arms]
    groups: dict[object, list[int]] = {}
    for place, (_, _, settings) in enumerate(arms):
        groups.setdefault(_kept_by(settings), []).append(place)
    found: list[dict[int, Measured]] = [{} for _ in cases]
    for places in groups.values():
        with bench.parts(job.scratch, settings=arms[places[0]][2]) as parts:
            kept = 0
            for case, measured in zip(cases, found, strict=True):
                if len(case.sessions) > kept:
                    await keep(case, parts, after=kept)
                    kept = len(case.sessions)
                for place in places:
                    study, arm, settings = arms[place]
                    result = await arm.recall(case, replace(parts, settings=settings), study.answers)
                    values = values_of(case, result)
                    wanted = {name: values[name] for name in (*study.columns, study.main) if name in values}
                    measured[place] = Measured(
                        study.name, arm.name, case.question_id, case.question_type, wanted
                    )
    return [[measured[place] for place in sorted(measured)] for measured in found]


def _kept_by(settings: Settings) -> object:
    """Give what decides the keys of a memory, and what searches them."""
    keying = settings.options.search.keying is Keying.CONCAT
    return keying, settings.vectors, settings.preset


def measure(
    data: Path, job: Ablate, *, limit: int | None = None, concurrency: int | None = None
) -> Collected:
    """Measure the answerable questions of a file.

    Raises BadInput if the file cannot be read, BadSettings if a setting of an arm is unknown or out of range.
    """
    studies, settings = job.chosen(), job.settings()
    cases = filter(is_answerable, read_cases(data, limit=limit))
    waits = settings.models.chat_model is not None
    executor = executor_for(concurrency, models=waits, at_once=settings.models.model_concurrency)
    progress, collected = RunProgress(sys.stderr, total=None), Collected(studies)
    with TemporaryDirectory(dir=job.scratch) as scratch:
        try:
            for measured in executor.each(replace(job, scratch=Path(scratch)), cases):
                progress.add(failed=False)
                collected.add(measured)
        finally:
            progress.end()
    return collected


@dataclass(slots=True)
class Row:
    """One row of a table: the questions of an arm, or those of one type."""

    columns: dict[str, dict[str, float]] = field(default_factory=dict)
    """By measure, then by question id."""
    questions: set[str] = field(default_factory=set)

    def add(self, measured: Measured) -> None:
        """Add a question."""
        self.questions.add(measured.question_id)
        for name, value in measured.values.items():
            self.columns.setdefault(name, {})[measured.question_id] = value

    def mean(self, name: str) -> float | None:
        """Average a measure. Returns None if no question has it."""
        held = self.columns.get(name)
        return fmean(held.values()) if held else None

    def interval(self, name: str) -> ConfidenceInterval | None:
        """Say between what bounds the mean lies, at 95%. Returns None if no question has the measure."""
        held = self.columns.get(name)
        return bootstrap_interval([held[key] for key in sorted(held)]) if held else None

    def difference(self, name: str, other: Row) -> PairedDifference | None:
        """Say by how much this row is above another over the questions of both; None without any."""
        mine, theirs = self.columns.get(name, {}), other.columns.get(name, {})
        shared = sorted(mine.keys() & theirs.keys())
        if not shared:
            return None
        return paired_bootstrap([theirs[key] for key in shared], [mine[key] for key in shared])


@dataclass(slots=True)
class Collected:
    """Keeps what is measured: numbers alone, so that memory grows by little with each question."""

    studies: Mapping[str, Study]
    held: dict[tuple[str, str], Row] = field(default_factory=dict)
    """By study and arm."""
    typed: dict[tuple[str, str, str], Row] = field(default_factory=dict)
    """By study, arm and question type."""

    def add(self, measured: Iterable[Measured]) -> None:
        """Add what one question came to."""
        for one in measured:
            self.held.setdefault((one.study, one.arm), Row()).add(one)
            self.typed.setdefault((one.study, one.arm, one.question_type), Row()).add(one)

    def rows(self, study: Study) -> Iterator[tuple[str, Row]]:
        """Name the rows of a study by its arms."""
        for arm in study.arms:
            if (study.name, arm.name) in self.held:
                yield arm.name, self.held[study.name, arm.name]

    def types(self, study: Study, arm: str) -> dict[str, Row]:
        """Give the rows of an arm by question type, in alphabetical order."""
        return {
            kind: row
            for (name, of, kind), row in sorted(self.typed.items())
            if (name, of) == (study.name, arm)
        }
