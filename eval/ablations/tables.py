"""What was measured, as tables and as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from rich.table import Table

from eval.ablations.arm import Study
from eval.ablations.job import Measured


@dataclass(slots=True)
class Sums:
    """Adds up what is measured, so that memory does not grow with the questions but by their numbers."""

    columns: dict[tuple[str, str], dict[str, list[float]]] = field(default_factory=dict)
    """By study and arm, then by measure."""

    def add(self, measured: Iterable[Measured]) -> None:
        """Add one question."""
        for one in measured:
            held = self.columns.setdefault((one.study, one.arm), {})
            for name, value in one.values.items():
                held.setdefault(name, []).append(value)

    def rows(self, study: Study) -> Mapping[str, Mapping[str, float]]:
        """Average over the questions: by arm, "questions" and every column of the study."""
        return {
            arm.name: {
                "questions": max((len(values) for values in held.values()), default=0),
                **{name: fmean(held[name]) for name in study.columns if name in held},
            }
            for arm in study.arms
            if (held := self.columns.get((study.name, arm.name)))
        }


def as_plain(sums: Sums, studies: Sequence[Study], skipped: Mapping[str, str]) -> dict[str, Any]:
    """Write all tables as plain values."""
    return {
        "studies": {study.name: {"about": study.about, "arms": dict(sums.rows(study))} for study in studies},
        "skipped": dict(skipped),
    }


def table_of(sums: Sums, study: Study) -> Table:
    """Draw one table."""
    drawn = Table(
        title=f"{study.name}: {study.about}",
        title_justify="left",
        caption=_smaller_populations(sums, study),
        caption_justify="left",
    )
    drawn.add_column("", no_wrap=True)
    for column in ("n", *map(_short, study.columns)):
        drawn.add_column(column, justify="right")
    for name, figures in sums.rows(study).items():
        cells = (f"{figures[column]:.3f}" for column in study.columns)
        drawn.add_row(name, f"{figures['questions']:.0f}", *cells)
    return drawn


def _smaller_populations(sums: Sums, study: Study) -> str | None:
    """Say which columns are over fewer questions than `n`, and over how many."""
    smaller = {
        f"{column.partition(' ')[0]}: over {len(values)} questions"
        for arm in study.arms
        if (held := sums.columns.get((study.name, arm.name)))
        for column, values in held.items()
        if len(values) < max(map(len, held.values()))
    }
    return "; ".join(sorted(smaller)) or None


def _short(column: str) -> str:
    """Break a measure's name into its level and the rest, which lets columns be narrow."""
    level, _, name = column.partition(" ")
    return f"{level}\n{name.removeprefix('recall_')}"
