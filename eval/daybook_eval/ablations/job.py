"""Puts the cases of a file to every arm of some studies."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from daybook.graph.event_loop import run
from daybook.settings import Keying, ModelRole, Settings
from daybook.settings.environment import read_settings
from daybook_eval.ablations.arms import with_planted
from daybook_eval.ablations.study import Arm, Asked, Study, values_of
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.runs.execute_run import RunProgress, executor_for
from daybook_eval.systems.bench import Bench
from daybook_eval.systems.daybook import keep
from daybook_eval.systems.system import Recall


@dataclass(frozen=True, slots=True)
class Measured:
    """One question under one arm of one study."""

    study: str
    arm: str
    asked: Asked
    values: Mapping[str, float]
    """As `daybook_eval.ablations.study` names them; those of the study's columns that the question has."""


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


@dataclass(frozen=True, slots=True)
class _Asking:
    """What an arm does with a question, told apart by what counts."""

    recall: Recall
    values: str
    """The settings in force, as JSON."""
    settings: Settings = field(compare=False)
    answers: bool
    keeps: bool

    @classmethod
    def of(cls, arm: Arm, study: Study, job: Ablate) -> _Asking:
        settings = job.settings(arm.changes)
        return cls(arm.recall, settings.model_dump_json(), settings, study.answers, arm.keeps)


async def _measure(cases: Sequence[Case], bench: Bench, job: Ablate) -> list[list[Measured]]:
    """Measure questions of one history. Arms with the same keys share its store; like ones are asked once."""
    studies = list(job.chosen().values())
    askings = {(study.name, arm.name): _Asking.of(arm, study, job) for study in studies for arm in study.arms}
    values: dict[tuple[str, _Asking], Mapping[str, float]] = {}
    for group in _by_keys(askings.values()):
        # facts are posted where some asking looks at them
        keeping = next((asking.settings for asking in group if asking.settings.ledger), group[0].settings)
        with bench.parts(job.scratch, settings=keeping) as parts:
            if any(asking.keeps for asking in group):
                await keep(cases[0], parts)
            for case in cases:
                wanted = {askings[study.name, arm.name] for study, arm in _asked_of(case, studies)}
                for asking in group:
                    if asking in wanted:
                        changed = replace(parts, settings=asking.settings)
                        result = await asking.recall(case, changed, asking.answers)
                        values[case.question_id, asking] = values_of(case, result)
    measured = []
    for case in cases:
        asked = Asked(case.question_id, case.question_type, case.abstention, case.owner)
        found = []
        for study, arm in _asked_of(case, studies):
            held = values[case.question_id, askings[study.name, arm.name]]
            kept = {name: held[name] for name in (*study.columns, study.main) if name in held}
            found.append(Measured(study.name, arm.name, asked, kept))
        measured.append(found)
    return measured


def _asked_of(case: Case, studies: Iterable[Study]) -> Iterable[tuple[Study, Arm]]:
    return ((study, arm) for study in studies if study.asks(case) for arm in study.arms)


def _by_keys(askings: Iterable[_Asking]) -> list[list[_Asking]]:
    """List every asking once, in groups that have the same keys in the store, and the same ledger."""
    groups: dict[tuple[object, object], list[_Asking]] = {}
    unposted = []
    for asking in dict.fromkeys(askings):
        settings = asking.settings
        if settings.ledger:
            groups.setdefault((_indexing(settings), _posting(settings)), []).append(asking)
        else:
            unposted.append(asking)
    for asking in unposted:  # it does not look at the ledger, so any will do
        indexing = _indexing(asking.settings)
        key = next((key for key in groups if key[0] == indexing), (indexing, None))
        groups.setdefault(key, []).append(asking)
    return list(groups.values())


def _indexing(settings: Settings) -> object:
    """Give what decides which keys there are, and what searches them."""
    return settings.options.search.keying is Keying.CONCAT, settings.vectors


def _posting(settings: Settings) -> object:
    """Give what decides which records and relations are posted."""
    ledger, facts = settings.options.ledger, settings.facts.model_dump_json()
    decay = (ledger.record_decay, ledger.record_decay_unit) if ledger.decayed_below else None
    return ledger.same_topic, ledger.related_to, ledger.faded_weight, ledger.decayed_below, decay, facts


def measure(
    data: Path, job: Ablate, *, limit: int | None = None, concurrency: int | None = None
) -> Iterator[list[Measured]]:
    """Measure the questions of a file, each as it ends.

    Raises BadInput if the file cannot be read, BadSettings if a setting of an arm is unknown or out of range.
    """
    studies, settings = list(job.chosen().values()), job.settings()
    read = partial(read_cases, data, limit=limit)
    every = with_planted(read) if any(study.plants for study in studies) else read()
    cases = (case for case in every if any(study.asks(case) for study in studies))
    waits = settings.models.model_of(ModelRole.READ) is not None and all(study.answers for study in studies)
    executor = executor_for(concurrency, models=waits, at_once=settings.models.model_concurrency)
    progress = RunProgress(sys.stderr, total=None)
    with TemporaryDirectory(dir=job.scratch) as scratch:
        try:
            for measured in executor.each(replace(job, scratch=Path(scratch)), cases):
                progress.add(failed=False)
                yield measured
        finally:
            progress.end()
