"""An answer for a reader: its text, what it rests on, and how it came about."""

from __future__ import annotations

from collections.abc import Mapping

from agent.conversation import Answer, Note, Plan
from agent.interfaces.rendering.safe import one_line
from agent.interfaces.rendering.screen import Screen

_QUOTE_WIDTH = 160
_REPEATED_WIDTH = 60
"""Of a quote that stands in the answer's text as well."""
_SHOWN_FROM = 0.1
"""Milliseconds: a quicker step is not shown."""


def show_answer(screen: Screen, answer: Answer, *, notes: bool) -> None:
    """Print an answer with its evidence; or with all its notes and its timings where `notes` is set."""
    screen.text(answer.text, "yellow" if answer.not_known else "bold")
    screen.line()
    if notes:
        show_notes(screen, answer.notes)
        show_timings(screen, answer.timings)
    elif answer.evidence:
        show_evidence(screen, answer)
    for step in answer.degraded:
        screen.line((f"{step}: the model failed, so rules did it", "yellow"))


def show_evidence(screen: Screen, answer: Answer) -> None:
    """Print the citations of an answer."""
    screen.line(("Evidence", "cyan"))
    rows = (
        (f"{item.said_at:%Y-%m-%d}", item.session_id, _quoted(item.quote, screen, said_in=answer.text))
        for item in answer.evidence
    )
    screen.table(("=said", "session", "quote"), rows)


def show_notes(screen: Screen, notes: tuple[Note, ...]) -> None:
    """Print what was taken from each round."""
    screen.line(("Notes", "cyan"))
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
    """Print the milliseconds of the steps in one line."""
    steps = "  ".join(f"{step} {spent:.1f}" for step, spent in timings.items() if spent >= _SHOWN_FROM)
    if steps:
        screen.line((f"ms: {steps}", "dim"))


def _quoted(quote: str, screen: Screen, said_in: str = "") -> str:
    if not screen.is_terminal:
        return one_line(quote)
    return f"“{one_line(quote, _REPEATED_WIDTH if quote in said_in else _QUOTE_WIDTH)}”"
