"""Shows memory to a reader: rounds, sessions, counts, receipts, findings of the doctor, tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from daybook.conversation import Round
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.settings import without_password

if TYPE_CHECKING:
    from daybook.interfaces.cli.doctor import Diagnosis
    from daybook.store import AccessToken, Preview, Receipt, SessionSummary, Stats

_LINE = 90
_QUOTED = 5
"""How many texts are quoted of what would be forgotten."""
_COUNTED = "owners sessions rounds vectors items documents passages bytes embedder".split()


def show_sessions(screen: Screen, sessions: Sequence[SessionSummary]) -> None:
    """Print the list of an owner's sessions."""
    rows = (
        (f"{item.started_at:%Y-%m-%d %H:%M}", item.session_id, str(item.rounds), one_line(item.title, _LINE))
        for item in sessions
    )
    screen.table(("=began", "session", "#rounds", "title"), rows)


def show_rounds(screen: Screen, rounds: Iterable[Round]) -> None:
    """Print rounds word for word."""
    for round_ in rounds:
        screen.line((f"{round_.said_at:%Y-%m-%d %H:%M}  {round_.round_id}  {round_.session_id}", "cyan"))
        for turn in round_.turns:
            recalled = " (from memory)" if turn.sources else ""
            screen.line((f"{turn.speaker or turn.role.value}{recalled}:", "bold"))
            screen.text(turn.content, indent=2)
        screen.line()


def show_stats(screen: Screen, stats: Stats) -> None:
    """Print how much is kept."""
    screen.table(("what", "#count"), ((name, str(getattr(stats, name))) for name in _COUNTED))


def show_preview(screen: Screen, preview: Preview) -> None:
    """Print what would be forgotten: how much of each, and the beginnings of a few texts."""
    screen.line(f"this would go: {_listed(preview.removed)}")
    for text in preview.texts[:_QUOTED]:
        screen.line(f"  \u201c{one_line(text, _LINE)}\u201d")
    if len(preview.texts) > _QUOTED:
        screen.line(f"  and {len(preview.texts) - _QUOTED:,} more")


def show_receipt(screen: Screen, receipt: Receipt) -> None:
    """Print what was forgotten."""
    screen.line(f"forgotten: {_listed(receipt.removed)}")
    for reason in receipt.unreached:
        screen.line((reason, "yellow"))
    if receipt.verified:
        screen.line(("verified: a search of everything that is kept finds nothing of it", "green"))
    else:
        screen.line(("not verified: something of it may be left; `daybook doctor` looks", "yellow"))


def show_migrated(screen: Screen, to: str, tables: Mapping[str, int]) -> None:
    """Print how many rows of each table were copied."""
    screen.table(("table", "#rows"), ((name, str(rows)) for name, rows in tables.items()))
    where = without_password(to)
    screen.line((f"{sum(tables.values()):,} rows copied to {where}, and compared there: equal", "green"))


def show_diagnosis(screen: Screen, diagnosis: Diagnosis) -> None:
    """Print the doctor's findings."""
    facts = {
        "data directory": str(diagnosis.data_dir),
        "embedder": diagnosis.embedder,
        "chat model": diagnosis.model
        or "none: questions are answered with quotes (DAYBOOK_CHAT_MODEL names one, --local looks for one)",
        "settings": ", ".join(f"{name} {value}" for name, value in diagnosis.settings.items()) or "built in",
        "leaves this machine": "; ".join(diagnosis.leaves_the_machine) or "nothing",
        "versions": ", ".join(f"{name} {version}" for name, version in diagnosis.versions.items()),
    }
    screen.table(("what", "value"), facts.items())
    rows = ((finding.name, "ok" if finding.ok else "WRONG", finding.detail) for finding in diagnosis.findings)
    screen.table(("part", "=state", "detail"), rows)
    screen.line(("sound", "green") if diagnosis.sound else ("not sound", "red"))


def _listed(removed: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {things}" for things, count in counted(removed)) or "nothing"


def counted(removed: Mapping[str, int]) -> list[tuple[str, int]]:
    """Name what went and how much of it; what did not lose anything is left out."""
    found = []
    for what, count in removed.items():
        things = what.replace("_", " ")
        if count == 1:
            things = f"{things[:-3]}y" if things.endswith("ies") else things.removesuffix("s")
        if count:
            found.append((things, count))
    return found


def show_tokens(screen: Screen, tokens: Sequence[AccessToken], now: datetime) -> None:
    """Print a line for each token."""
    rows = []
    for token in tokens:
        made, ends = f"{token.created_at.astimezone(now.tzinfo):%Y-%m-%d}", token.expires_at
        last = "until revoked" if ends is None else f"{ends.astimezone(now.tzinfo):%Y-%m-%d}"
        valid = "over" if ends is not None and ends <= now else last
        rows.append((token.name, token.owner or "any owner", token.label, made, valid))
    screen.table(("=token", "owner", "label", "made", "valid"), rows)
