"""What was measured, question by question, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from statistics import fmean

from daybook_eval.ablations.job import Measured
from daybook_eval.ablations.study import Study
from daybook_eval.statistics import ConfidenceInterval, PairedDifference, bootstrap_interval, paired_bootstrap

FIFTHS = 5


@dataclass(slots=True)
class Row:
    """One row of a table: the questions of an arm, or of one group of them."""

    questions: int = 0
    columns: dict[str, dict[str, float]] = field(default_factory=dict)
    """By measure, then by question id."""

    def add(self, measured: Measured) -> None:
        """Add a question."""
        self.questions += 1
        for name, value in measured.values.items():
            self.columns.setdefault(name, {})[measured.asked.question_id] = value

    def count(self, name: str) -> int:
        """Count the questions that have a measure."""
        return len(self.columns.get(name, {}))

    def mean(self, name: str) -> float | None:
        """Average a measure; None where no question has it."""
        held = self.columns.get(name)
        return fmean(held.values()) if held else None

    def interval(self, name: str) -> ConfidenceInterval | None:
        """Say between what bounds the mean lies, at 95%; None where no question has the measure."""
        held = self.columns.get(name)
        return bootstrap_interval([held[key] for key in sorted(held)]) if held else None

    def difference(self, name: str, other: Row) -> PairedDifference | None:
        """Say by how much this row is above another over the questions of both; None without any."""
        mine, theirs = self.columns.get(name, {}), other.columns.get(name, {})
        shared = sorted(mine.keys() & theirs.keys())
        if not shared:
            return None
        return paired_bootstrap([theirs[key] for key in shared], [mine[key] for key in shared])

    def fifths(self, name: str) -> list[float]:
        """Average a measure over each fifth of the questions, told apart by their ids."""
        held = self.columns.get(name, {})
        return [fmean(held[key] for key in part) for part in in_fifths(held) if part]


@dataclass(slots=True)
class Collected:
    """Keeps what is measured: numbers alone, so that memory grows by little with each question."""

    held: dict[tuple[str, str, str], Row] = field(default_factory=dict)
    """By study, arm and group; "" is all questions."""
    typed: dict[tuple[str, str, str], Row] = field(default_factory=dict)

    def add(self, measured: Iterable[Measured], studies: Mapping[str, Study]) -> None:
        """Add what one question came to."""
        for measurement in measured:
            study, arm, asked = measurement.study, measurement.arm, measurement.asked
            groups = studies[study].groups
            for group in [""] if groups is None else groups(asked):
                self.held.setdefault((study, arm, group), Row()).add(measurement)
            self.typed.setdefault((study, arm, asked.question_type), Row()).add(measurement)

    def rows(self, study: Study) -> Iterator[tuple[str, Row]]:
        """Name the rows of a study: by arm; where there are groups by group, and arm if there are several."""
        for (name, arm, group), row in sorted(self.held.items(), key=lambda item: item[0][2]):
            if name == study.name and group:
                yield _row_name(study, arm, group), row
        for arm in (compared.name for compared in study.arms):
            if (study.name, arm, "") in self.held:
                yield arm, self.held[study.name, arm, ""]

    def baselines(self, study: Study) -> dict[str, Row]:
        """Give the row that each row of a study is held against, by its name: that of its own group."""
        if not study.against:
            return {}
        return {
            _row_name(study, arm, group): self.held[name, study.against, group]
            for name, arm, group in self.held
            if name == study.name and (name, study.against, group) in self.held
        }

    def types(self, study: Study) -> Sequence[str]:
        """Name the question types that a study has asked, in alphabetical order."""
        return sorted({kind for name, _, kind in self.typed if name == study.name})


def _row_name(study: Study, arm: str, group: str) -> str:
    if not group:
        return arm
    return group if len(study.arms) == 1 else f"{arm}, {group}"


def in_fifths(question_ids: Iterable[str]) -> list[list[str]]:
    """Deal questions out into fifths, in an order that their ids alone decide."""
    shuffled = sorted(question_ids, key=lambda question_id: sha256(question_id.encode()).digest())
    return [shuffled[part::FIFTHS] for part in range(FIFTHS)]


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Each fifth of the questions, measured by the arm that is best on the other four."""

    mean: float
    chosen: tuple[str, ...]


def held_out(arms: Mapping[str, Mapping[str, float]]) -> HeldOut | None:
    """Choose an arm by four fifths of the questions and measure it by the last, in all five ways.

    `arms` has a value of each question by the arm's name; of equal arms the first is chosen. None if there
    are too few questions.

    Source: cross-validation; Stone, Journal of the Royal Statistical Society B, 1974.
    """
    questions = sorted(set.intersection(*(set(values) for values in arms.values())) if arms else ())
    if len(questions) < FIFTHS:
        return None
    values: list[float] = []
    chosen: list[str] = []
    for fifth in in_fifths(questions):
        others = [name for name in questions if name not in fifth]
        best = max(arms, key=lambda arm: fmean(arms[arm][name] for name in others))
        chosen.append(best)
        values += [arms[best][name] for name in fifth]
    return HeldOut(fmean(values), tuple(chosen))
