"""What was measured, as plain values for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from daybook_eval.ablations.arm import Study
from daybook_eval.ablations.collected import Collected, Row
from daybook_eval.ablations.held_out import held_out
from daybook_eval.statistics import ConfidenceInterval


def as_plain(collected: Collected, studies: Sequence[Study], skipped: Mapping[str, str]) -> dict[str, Any]:
    """Write all tables as plain values: each arm with its means, intervals, fifths and question types."""
    return {
        "studies": {study.name: _study(collected, study) for study in studies},
        "skipped": dict(skipped),
    }


def _study(collected: Collected, study: Study) -> dict[str, Any]:
    baselines = collected.baselines(study)
    return {
        "about": study.about,
        "main": study.main,
        "against": study.against,
        "arms": {name: dict(_row(row, study, baselines.get(name))) for name, row in collected.rows(study)},
        "held_out": _held_out(collected, study) if study.fitted else None,
        "by_type": {
            arm.name: {
                kind: {"questions": row.count(study.main), study.main: row.mean(study.main)}
                for kind in collected.types(study)
                if (row := collected.typed.get((study.name, arm.name, kind)))
            }
            for arm in study.arms
        },
    }


def _held_out(collected: Collected, study: Study) -> dict[str, Any] | None:
    found = held_out({name: row.columns.get(study.main, {}) for name, row in collected.rows(study)})
    return {study.main: found.mean, "chosen": list(found.chosen)} if found else None


def _row(row: Row, study: Study, baseline: Row | None) -> Iterator[tuple[str, Any]]:
    yield "questions", row.questions
    for name in study.columns:
        if (mean := row.mean(name)) is not None:
            yield name, mean
    intervals = {name: row.interval(name) for name in study.columns}
    yield "intervals", {name: _bounds(found) for name, found in intervals.items() if found}
    yield "fifths", row.fifths(study.main)
    if baseline is not None and baseline is not row:
        found = {name: row.difference(name, baseline) for name in study.differences}
        yield (
            "differences",
            {
                name: {"mean": one.interval.mean, "95%": _bounds(one.interval), "p": one.p}
                for name, one in found.items()
                if one
            },
        )


def _bounds(interval: ConfidenceInterval) -> list[float]:
    return [interval.low, interval.high]
