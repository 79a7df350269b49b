"""Prints descriptions of data files, as tables or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table

from daybook.interfaces.rendering.safe import one_line
from daybook_eval.data.describe import Counts, Description, DialogueCounts, Rejected
from daybook_eval.data.sources import SOURCES

WIDTH = 110
"""Columns to print in where there is no terminal to ask."""


def descriptions_shape(descriptions: Iterable[Description | Rejected]) -> dict[str, Any]:
    """Write descriptions, and where data sets are had from, as JSON knows it."""
    return {
        "files": [_shape(one) for one in descriptions],
        "sources": [asdict(source) for source in SOURCES],
    }


def as_text(shape: Mapping[str, Any]) -> str:
    """Write one JSON object."""
    return json.dumps(shape, ensure_ascii=False, indent=2)


def show_descriptions(descriptions: Iterable[Description | Rejected]) -> None:
    """Draw a table for each file."""
    console = _console()
    for one in descriptions:
        table = Table(title=one_line(str(one.path)), title_justify="left", show_header=False)
        table.add_column("", no_wrap=True)
        table.add_column("", overflow="fold")
        for name, value in [("problem", one.problem)] if isinstance(one, Rejected) else _rows(one):
            table.add_row(name, one_line(value))
        console.print(table)


def show_sources() -> None:
    """Draw where each data set is had from."""
    table = Table(title="Data sets, and where to get them", title_justify="left", show_lines=True)
    for column in ("data set", "what it holds", "where", "licence"):
        table.add_column(column, overflow="fold")
    for source in SOURCES:
        where = "\n".join([source.where, *source.files])
        table.add_row(source.name, source.holds, where, source.licence)
    _console().print(table)


def _shape(one: Description | Rejected) -> dict[str, Any]:
    if isinstance(one, Rejected):
        return {"file": str(one.path), "problem": one.problem}
    return {
        "file": str(one.path),
        "format": one.format,
        "bytes": one.bytes,
        "sha256": one.sha256,
        **asdict(one.counts),
    }


def _rows(one: Description) -> list[tuple[str, str]]:
    counts = one.counts
    file = [("format", one.format), ("sha256", one.sha256), ("bytes", f"{one.bytes:,}")]
    return file + list(_of_dialogues(counts) if isinstance(counts, DialogueCounts) else _of_cases(counts))


def _of_dialogues(counts: DialogueCounts) -> Iterator[tuple[str, str]]:
    yield "dialogues", f"{counts.dialogues:,}"
    yield "turns", f"{counts.turns:,}, of which {counts.telling_turns:,} tell something of their speaker"
    yield "statements", f"{counts.statements:,}"


def _of_cases(counts: Counts) -> Iterator[tuple[str, str]]:
    yield "questions", f"{counts.questions:,}"
    yield from ((f"  {one_line(name)}", f"{count:,}") for name, count in counts.by_type.items())
    yield from ((f"population: {name}", f"{count:,}") for name, count in counts.populations.items())
    yield "histories", f"{counts.histories:,}, of {counts.longest:,} sessions at most"
    yield "sessions", f"{counts.sessions:,}"
    yield "turns", f"{counts.turns:,}"
    yield from ((f"evidence turns: {role}", f"{count:,}") for role, count in counts.evidence_turns.items())
    yield from ((f"trap: {name}", f"in {count:,} questions") for name, count in counts.traps.items())
    yield from ((f"made: {one_line(name)}", f"{count:,} questions") for name, count in counts.origins.items())


def _console() -> Console:
    return Console(width=None if sys.stdout.isatty() else WIDTH, markup=False, highlight=False)
