"""What studies measured: tables in a terminal, tab-separated lines in a pipe, plain values for scripts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from daybook.interfaces.rendering.screen import Screen
from daybook_eval.ablations.collected import Collected, Row, held_out
from daybook_eval.ablations.study import Study


def show_study(screen: Screen, collected: Collected, study: Study, *, by_type: bool) -> None:
    """Print a study: its means, its differences where an arm is held against, and its question types."""
    rows, baselines = dict(collected.rows(study)), collected.baselines(study)
    screen.line((study.name, "bold"), f": {study.about}")
    columns = (*study.columns, f"{study.main} 95%")
    _table(screen, ("n", *columns), ([name, *_means(row, study)] for name, row in rows.items()))
    for told in _smaller_populations(rows.values()):
        screen.line(told)
    if baselines:
        screen.line("")
        screen.line((study.name, "bold"), f": difference from {study.against!r}, with its 95% interval")
        columns = (*study.differences, f"{study.main} by fifths of the questions")
        compared = (
            [name, *_differences(row, study, baselines[name])]
            for name, row in rows.items()
            if name in baselines
        )
        _table(screen, columns, compared)
    if study.fitted:
        _held_out(screen, rows, study)
    if by_type and study.groups is None:
        screen.line("")
        screen.line((study.name, "bold"), f": {study.main} by question type")
        _types(screen, collected, study)
    screen.line("")


def _held_out(screen: Screen, rows: Mapping[str, Row], study: Study) -> None:
    if found := held_out({name: row.columns.get(study.main, {}) for name, row in rows.items()}):
        chosen = ", ".join(f"{name} ({found.chosen.count(name)})" for name in dict.fromkeys(found.chosen))
        measured = f"{_short(study.main)} {found.mean:.3f}"
        screen.line(f"chosen on four fifths and measured on the last: {measured}; {chosen}")


def _types(screen: Screen, collected: Collected, study: Study) -> None:
    typed, first = collected.typed, study.arms[0].name
    kinds = collected.types(study)
    counted = [f"{kind} ({typed[study.name, first, kind].count(study.main)})" for kind in kinds]
    rows = (
        [arm.name, *(_number(typed[study.name, arm.name, kind].mean(study.main)) for kind in kinds)]
        for arm in study.arms
    )
    _table(screen, counted, rows)


def _table(screen: Screen, columns: Iterable[str], rows: Iterable[list[str]]) -> None:
    screen.table(("=", *(f"#{_short(name)}" for name in columns)), rows, always_headed=True)


def _means(row: Row, study: Study) -> Iterator[str]:
    yield str(row.questions)
    for column in study.columns:
        yield _number(row.mean(column))
    interval = row.interval(study.main)
    yield f"[{interval.low:.3f}, {interval.high:.3f}]" if interval else "–"


def _differences(row: Row, study: Study, baseline: Row) -> Iterator[str]:
    for name in study.differences:
        found = row.difference(name, baseline)
        yield "" if row is baseline else f"{found.interval:+.3f}" if found else "–"
    yield " ".join(f"{mean:.2f}" for mean in row.fifths(study.main))


def _number(mean: float | None) -> str:
    if mean is None:
        return "–"
    return f"{mean:.3f}" if abs(mean) < 10 else f"{mean:,.0f}"


def _smaller_populations(rows: Iterable[Row]) -> list[str]:
    """Say which columns are over fewer questions than `n`, and over how many."""
    smaller = {
        f"{column.partition(' ')[0]}: over {len(values)} questions"
        for row in rows
        for column, values in row.columns.items()
        if len(values) < row.questions
    }
    return sorted(smaller)


def _short(column: str) -> str:
    """Name a measure in short: "round recall_all@10" is "all@10", since mostly rounds are ranked."""
    short = column.removeprefix("round ").replace("recall_", "").replace("evidence_whole", "whole")
    return short.replace("ndcg_any@10", "official nDCG@10")


def as_plain(collected: Collected, studies: Sequence[Study], skipped: Mapping[str, str]) -> dict[str, Any]:
    """Write all tables as plain values: each arm with its means, intervals, fifths and question types."""
    return {
        "studies": {study.name: _plain_study(collected, study) for study in studies},
        "skipped": dict(skipped),
    }


def _plain_study(collected: Collected, study: Study) -> dict[str, Any]:
    baselines, rows = collected.baselines(study), dict(collected.rows(study))
    found = held_out({name: row.columns.get(study.main, {}) for name, row in rows.items()})
    return {
        "about": study.about,
        "main": study.main,
        "against": study.against,
        "arms": {name: dict(_plain_row(row, study, baselines.get(name))) for name, row in rows.items()},
        "held_out": {study.main: found.mean, "chosen": list(found.chosen)}
        if study.fitted and found
        else None,
        "by_type": {
            arm.name: {
                kind: {"questions": row.count(study.main), study.main: row.mean(study.main)}
                for kind in collected.types(study)
                if (row := collected.typed.get((study.name, arm.name, kind)))
            }
            for arm in study.arms
        },
    }


def _plain_row(row: Row, study: Study, baseline: Row | None) -> Iterator[tuple[str, Any]]:
    yield "questions", row.questions
    for name in study.columns:
        if (mean := row.mean(name)) is not None:
            yield name, mean
    intervals = {name: row.interval(name) for name in study.columns}
    yield "intervals", {name: found.bounds for name, found in intervals.items() if found}
    yield "fifths", row.fifths(study.main)
    if baseline is not None and baseline is not row:
        differences = {}
        for name in study.differences:
            if found := row.difference(name, baseline):
                interval = found.interval
                differences[name] = {"mean": interval.mean, "95%": interval.bounds, "p": found.p}
        yield "differences", differences
