"""The JSON of `daybook import`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from daybook.interfaces.rendering.shapes import Shape

if TYPE_CHECKING:
    from daybook.interfaces.import_preview import Expense
    from daybook.interfaces.import_survey import Survey
    from daybook.interfaces.importers.choose import ChosenFiles
    from daybook.interfaces.rendering.facts import FactsRead
    from daybook.store import Added


def import_shape(
    added: Sequence[Added],
    found: Survey,
    chosen: ChosenFiles,
    seconds: float,
    facts: FactsRead | None = None,
) -> Shape:
    """`daybook import`; `left_out` counts what is no conversation, messages by their role alone."""
    shape: Shape = {
        "owners": [asdict(item) for item in added],
        "seconds": round(seconds, 3),
        "left_out": dict(found.left_out),
        "notes": dict(found.notes),
        **files_shape(chosen),
    }
    return shape | {"facts_by_model": asdict(facts)} if facts else shape


def preview_shape(chosen: ChosenFiles, found: Survey, expense: Expense) -> Shape:
    """`daybook import --dry-run`."""
    return {
        "dry_run": True,
        **files_shape(chosen),
        "sessions": found.sessions,
        "rounds": found.rounds,
        "from": found.first.isoformat() if found.first else None,
        "to": found.last.isoformat() if found.last else None,
        "languages": found.language_shares,
        "left_out": dict(found.left_out),
        "notes": dict(found.notes),
        "estimated_seconds": None if expense.seconds is None else round(expense.seconds, 1),
        "facts_by_model": asdict(expense.facts) if expense.facts else None,
    }


def files_shape(chosen: ChosenFiles) -> Shape:
    """Which files an import takes, and which it passes over."""
    files = [{"file": str(file.source), "format": str(file.kind)} for file in chosen.files]
    return {"files": files, "passed_over": list(chosen.passed_over)}
