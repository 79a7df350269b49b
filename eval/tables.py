"""Figures as tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.table import Table

from eval.arms import DEFAULT
from eval.scoring import Figures, Scored, mean

_COLUMNS = {
    **{name: name for name in ("any@5", "any@10", "any@20", "all@5", "all@10", "all@20")},
    "nDCG@10 official": "official ndcg@10",
    "nDCG@10": "ndcg@10",
}


def tables(scored: Sequence[Scored]) -> list[Table]:
    """Draw what was measured: every arm by rounds and by sessions, the default one by question type."""
    by_arm = _by(scored, "arm")
    by_type = _by([one for one in scored if one.arm == DEFAULT], "question_type")
    return [
        *(_table(f"{level.capitalize()}s", level, by_arm) for level in ("round", "session")),
        *(_table(f"{level.capitalize()}s, {DEFAULT}", level, by_type) for level in ("round", "session")),
    ]


def as_json(scored: Sequence[Scored]) -> dict[str, object]:
    """Write the same figures as plain values."""
    by_type = _by([one for one in scored if one.arm == DEFAULT], "question_type")
    return {
        "arms": {name: _plain(group) for name, group in _by(scored, "arm").items()},
        "by_type": {name: _plain(group) for name, group in by_type.items()},
    }


def _plain(group: Sequence[Figures]) -> dict[str, float]:
    return {"questions": len(group), **mean(group)}


def _by(scored: Iterable[Scored], name: str) -> Mapping[str, list[Figures]]:
    groups: dict[str, list[Figures]] = {}
    for one in scored:
        groups.setdefault(getattr(one, name), []).append(one.figures)
    return groups


def _table(title: str, level: str, groups: Mapping[str, Sequence[Figures]]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("", no_wrap=True)
    for column in ("n", *_COLUMNS):
        table.add_column(column, justify="right", no_wrap=True)
    for name, group in groups.items():
        figures = mean(group)
        cells = (f"{figures[f'{level} {column}']:.3f}" for column in _COLUMNS.values())
        table.add_row(name, str(len(group)), *cells)
    return table
