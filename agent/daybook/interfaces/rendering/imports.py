"""What an import takes, for a reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from daybook.interfaces.rendering.facts import show_estimate
from daybook.interfaces.rendering.screen import Screen

if TYPE_CHECKING:
    from daybook.interfaces.import_preview import Expense
    from daybook.interfaces.import_survey import Survey
    from daybook.interfaces.importers.choose import ChosenFiles

_LISTED = 5
"""Files passed over, and languages, that are named."""
_MINUTE, _HOUR = 60, 3_600


def show_chosen(screen: Screen, chosen: ChosenFiles) -> None:
    """Print which files were passed over, and why, each in a line."""
    for told in chosen.passed_over[:_LISTED]:
        screen.line((f"passed over: {told}", "yellow"))
    if len(chosen.passed_over) > _LISTED:
        screen.line((f"and {len(chosen.passed_over) - _LISTED:,} files more", "yellow"))


def show_met(screen: Screen, left_out: Mapping[str, int], notes: Mapping[str, int]) -> None:
    """Print what was left out, and what else there is to know about the files."""
    for what, count in left_out.items():
        if " " in what:
            screen.line(f"left out: {count:,} {what}")
        else:
            screen.line(f"{count} {what} messages left out: they are no conversation")
    for what, count in notes.items():
        screen.line(f"{count:,} {what}" if count > 1 else what)


def show_preview(screen: Screen, chosen: ChosenFiles, found: Survey, expense: Expense, undated: str) -> None:
    """Print what would be imported; `undated` says which date undated conversations would get."""
    kinds = sorted({file.kind for file in chosen.files})
    files = f"{len(chosen.files):,} files" if len(chosen.files) > 1 else str(chosen.files[0].source)
    rows = [("files", files), ("format", ", ".join(kinds)), ("sessions", f"{found.sessions:,}")]
    rows.append(("rounds", f"{found.rounds:,}"))
    if found.first and found.last:
        rows.append(("said", f"{found.first:%Y-%m-%d} to {found.last:%Y-%m-%d}"))
    rows.append(("languages", _languages(found.language_shares)))
    rows.append(("time", "not known: the embedder is a server" if expense.seconds is None
                 else f"about {_duration(expense.seconds)} on this machine"))  # fmt: skip
    screen.table(("what", "value"), rows)
    show_chosen(screen, chosen)
    show_met(screen, found.left_out, found.notes)
    if undated:
        screen.line(undated)
    if expense.facts is not None:
        show_estimate(screen, expense.facts)
    screen.line("nothing was imported; without --dry-run it is")


def _languages(found: Mapping[str, float]) -> str:
    named: Sequence[str] = [f"{name} {share:.0%}" for name, share in found.items()][:_LISTED]
    guess = ", ".join(named) or "not known"
    if found.get("en", 0) >= 0.8 or not found:
        return f"{guess} (a guess)"
    return f"{guess} (a guess; words of any language are found, facts are learnt from English)"


def _duration(seconds: float) -> str:
    if seconds < _MINUTE:
        return f"{max(1, round(seconds))} s"
    if seconds < _HOUR:
        return f"{seconds / _MINUTE:.0f} min"
    return f"{seconds / _HOUR:.1f} h"
