"""What was measured, as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.table import Table

from eval.ablations.arm import Study
from eval.ablations.collected import Collected, Row
from eval.statistics import Difference, Interval


def table_of(collected: Collected, study: Study) -> Table:
    """Draw a study: a row for each arm or group."""
    rows, baseline = dict(collected.rows(study)), collected.baseline(study)
    drawn = _empty(f"{study.name}: {study.about}", _smaller_populations(rows.values()))
    columns = (*study.columns, f"{study.main} 95%")
    if baseline:
        columns += (f"{study.main} fifths", *(f"{name} difference" for name in study.differences))
    for column in ("n", *map(_short, columns)):
        drawn.add_column(column, justify="right", no_wrap=True)
    for name, row in rows.items():
        drawn.add_row(name, str(row.questions), *_cells(row, study, baseline))
    return drawn


def type_table_of(collected: Collected, study: Study) -> Table:
    """Draw the main measure of a study by the type of the questions."""
    drawn = _empty(f"{study.name}: {study.main} by question type", None)
    counts = {kind: collected.typed[study.name, study.arms[0].name, kind] for kind in collected.types(study)}
    for kind, row in counts.items():
        drawn.add_column(f"{kind}\nn = {row.questions}", justify="right")
    for arm in study.arms:
        means = (collected.typed[study.name, arm.name, kind].mean(study.main) for kind in counts)
        drawn.add_row(arm.name, *map(_number, means))
    return drawn


def _empty(title: str, caption: str | None) -> Table:
    drawn = Table(title=title, title_justify="left", caption=caption, caption_justify="left")
    drawn.add_column("", no_wrap=True)
    return drawn


def _cells(row: Row, study: Study, baseline: Row | None) -> Iterator[str]:
    for column in study.columns:
        yield _number(row.mean(column))
    yield _bounds(row.interval(study.main))
    if baseline:
        fifths = row.fifths(study.main)
        yield f"{min(fifths):.2f} … {max(fifths):.2f}" if fifths else "–"
        for name in study.differences:
            yield "" if row is baseline else _difference(row.difference(name, baseline))


def _number(mean: float | None) -> str:
    if mean is None:
        return "–"
    return f"{mean:.3f}" if abs(mean) < 10 else f"{mean:,.0f}"


def _bounds(interval: Interval | None) -> str:
    return f"[{interval.low:.2f}, {interval.high:.2f}]" if interval else "–"


def _difference(found: Difference | None) -> str:
    if found is None:
        return "–"
    interval = found.interval
    return f"{interval.mean:+.3f} [{interval.low:+.3f}, {interval.high:+.3f}]"


def _smaller_populations(rows: Iterable[Row]) -> str | None:
    """Say which columns are over fewer questions than `n`, and over how many."""
    smaller: set[str] = set()
    for row in rows:
        smaller |= {
            f"{column.partition(' ')[0]}: over {len(values)} questions"
            for column, values in row.columns.items()
            if len(values) < row.questions
        }
    return "; ".join(sorted(smaller)) or None


def _short(column: str) -> str:
    """Break a measure's name into its level and the rest, which lets columns be narrow."""
    level, _, name = column.partition(" ")
    return f"{level}\n{name.removeprefix('recall_')}"
