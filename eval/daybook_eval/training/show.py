"""A run's steps and figures, for people."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

Steps = dict[str, list[dict[str, float]]]
_COLUMNS = ("f1", "exact", "damaged", "refused", "soft", "hard", "recall_1", "recall_5")


def read_steps(out: Path) -> Steps:
    """Read the log of a run: the steps of each stage in their order."""
    steps: Steps = defaultdict(list)
    path = out / "log.jsonl"
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        entry = json.loads(line)
        steps[entry.pop("stage")].append(entry)
    return dict(steps)


def figures_table(figures: Mapping[str, Mapping[str, Mapping[str, object]]]) -> str:
    """Write the figures of a run, set by set, a line for each way of rewriting."""
    sets = dict.fromkeys(name for by_set in figures.values() for name in by_set)
    lines = []
    for name in sets:
        first = next(by_set[name] for by_set in figures.values() if name in by_set)
        lines += [f"{name}: {first['questions']} questions, {first['needy']} do not stand alone"]
        lines += [f"{'':<24}" + "".join(f"{column:>10}" for column in _COLUMNS)]
        for way, by_set in figures.items():
            lines.append(f"{way:<24}" + "".join(_cell(by_set[name][column]) for column in _COLUMNS))
        lines.append("")
    return "\n".join(lines).rstrip()


def _cell(value: object) -> str:
    shown = "–" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)
    return f"{shown:>10}"
