"""Reports of studies: a table of means, one of differences, and plain values for scripts."""

from collections.abc import Iterator
from typing import Any

from daybook_eval.ablations.measure import Collected, Row
from daybook_eval.ablations.study import Study
from daybook_eval.tables import Cell, Line, Report, Table


def report(collected: Collected, *, by_type: bool) -> Report:
    """Report every study."""
    tables: list[Table | Line] = []
    for study in collected.studies.values():
        tables += _tables(collected, study, by_type=by_type)
    shape = {name: _shape(collected, study) for name, study in collected.studies.items()}
    return Report(tables, {"studies": shape})


def _tables(collected: Collected, study: Study, *, by_type: bool) -> Iterator[Table]:
    rows = dict(collected.rows(study))
    cells: list[list[Cell]] = [
        [name, len(row.questions), *(_number(row.mean(column)) for column in study.columns)]
        for name, row in rows.items()
    ]
    yield Table(f"{study.name}: {study.about}", ("", "n", *map(short, study.columns)), cells, figures=True)
    if against := rows.get(study.against):
        cells = [
            [name, *(difference(row, column, against) for column in study.differences)]
            for name, row in rows.items()
            if row is not against
        ]
        title = f"{study.name}: difference from {study.against!r}, with its 95% interval"
        yield Table(title, ("", *map(short, study.differences)), cells, figures=True)
    if by_type:
        kinds = list(collected.types(study, study.arms[0].name))
        cells = [
            [name, *(_number(collected.types(study, name)[kind].mean(study.main)) for kind in kinds)]
            for name in rows
        ]
        yield Table(f"{study.name}: {short(study.main)} by question type", ("", *kinds), cells, figures=True)


def difference(row: Row, name: str, other: Row) -> str | None:
    """Write by how much a row is above another, with the paired 95% interval: "+0.018 [-0.009, +0.045]"."""
    found = row.difference(name, other)
    return f"{found.interval:+.3f}" if found else None


def short(column: str) -> str:
    """Name a measure in short: "round recall_all@10" is "all@10", since mostly rounds are ranked."""
    return column.removeprefix("round ").replace("recall_", "")


def _number(mean: float | None) -> str | None:
    if mean is None:
        return None
    return f"{mean:.3f}" if abs(mean) < 10 else f"{mean:,.0f}"


def _shape(collected: Collected, study: Study) -> dict[str, Any]:
    rows = dict(collected.rows(study))
    against = rows.get(study.against)
    return {
        "about": study.about,
        "against": study.against,
        "arms": {name: dict(_arm(row, study, against)) for name, row in rows.items()},
        "by_type": {
            name: {kind: row.mean(study.main) for kind, row in collected.types(study, name).items()}
            for name in rows
        },
    }


def _arm(row: Row, study: Study, against: Row | None) -> Iterator[tuple[str, Any]]:
    yield "questions", len(row.questions)
    for name in study.columns:
        if (mean := row.mean(name)) is not None:
            yield name, mean
    intervals = {name: row.interval(name) for name in study.columns}
    yield "intervals", {name: found.bounds for name, found in intervals.items() if found}
    if against is not None and against is not row:
        found = {name: row.difference(name, against) for name in study.differences}
        yield (
            "differences",
            {
                name: {"mean": one.interval.mean, "95%": one.interval.bounds, "p": one.p}
                for name, one in found.items()
                if one
            },
        )
