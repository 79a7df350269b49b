"""An answer for a reader: its text, what it rests on, and how it came about."""

from __future__ import annotations

from collections.abc import Mapping

from agent.conversation import Answer, Note, Plan
from agent.interfaces.rendering.safe import one_line
from agent.interfaces.rendering.screen import Screen

NOTES_SHOWN = 3
"""Notes that an answer shows where not all were asked for."""
_QUOTE_WIDTH = 160


def show_answer(screen: Screen, answer: Answer, *, notes: bool) -> None:
    """Print an answer with its evidence; with all its notes and its timings where `notes` is set."""
    screen.text(answer.text, "yellow" if answer.not_known else "bold")
    if answer.evidence:
        screen.line()
        screen.line(("Evidence", "cyan"))
        show_evidence(screen, answer)
    if notes:
        show_notes(screen, answer.notes)
        show_timings(screen, answer.timings)
    elif answer.not_known and answer.notes:
        screen.line()
        screen.line(("Nearest to it", "cyan"))
        show_notes(screen, answer.notes[:NOTES_SHOWN], heading="")
    for step in answer.degraded:
        screen.line((f"{step}: the model failed, so rules did it", "yellow"))


def show_evidence(screen: Screen, answer: Answer) -> None:
    """Print the citations of an answer."""
    rows = (
        (f"{item.said_at:%Y-%m-%d}", item.session_id, _quoted(item.quote, screen)) for item in answer.evidence
    )
    screen.table(("=said", "session", "quote"), rows)


def show_notes(screen: Screen, notes: tuple[Note, ...], *, heading: str = "Notes") -> None:
    """Print what was taken from each round."""
    if heading:
        screen.line()
        screen.line((heading, "cyan"))
    if not notes:
        screen.line("none: nothing that was said bears on it")
        return
    rows = (
        (f"{note.said_at:%Y-%m-%d}", note.role.value, _quoted(note.quote, screen), note.text)
        for note in notes
    )
    screen.table(("=said", "=by", "quote", "note"), rows)


def show_plan(screen: Screen, plan: Plan) -> None:
    """Print what a question became."""
    screen.line(("question   ", "cyan"), one_line(plan.question))
    kinds = ", ".join(f"{kind} {sure:.2f}" for kind, sure in plan.kinds.items())
    screen.line(("kinds      ", "cyan"), kinds or "none in particular")
    for phrasing in plan.phrasings[1:]:
        screen.line(("also as    ", "cyan"), one_line(phrasing))
    if plan.time_range:
        start, end = plan.time_range.start, plan.time_range.end
        bounds = (
            f"{start:%Y-%m-%d %H:%M}" if start else "ever",
            f"{end:%Y-%m-%d %H:%M}" if end else "any time",
        )
        screen.line(("said       ", "cyan"), f"from {bounds[0]} until {bounds[1]}")


def show_timings(screen: Screen, timings: Mapping[str, float]) -> None:
    """Print milliseconds per step in one line."""
    steps = "  ".join(f"{step} {duration:.1f}" for step, duration in timings.items())
    if steps:
        screen.line((f"ms: {steps}", "dim"))


def _quoted(quote: str, screen: Screen) -> str:
    return f"“{one_line(quote, _QUOTE_WIDTH if screen.is_terminal else None)}”"
