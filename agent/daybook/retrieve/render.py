"""Renders excerpts as text for a reader."""

from __future__ import annotations

from daybook.conversation import Excerpt


def render_excerpt(excerpt: Excerpt) -> str:
    """Write an excerpt as text: the date of its round, then what is shown of each side under its speaker."""
    round = excerpt.round
    lines = [f"[{round.said_at:%Y-%m-%d (%a) %H:%M}]"]
    lines += [f"{turn.speaker or turn.role.capitalize()}: {excerpt.shown(turn.role)}" for turn in round.turns]
    return "\n".join(lines)
