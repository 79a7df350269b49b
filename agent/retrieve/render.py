"""Excerpts as the reader sees them."""

from __future__ import annotations

from agent.conversation import Excerpt, Turn

CUT = "[…]"
"""Stands where something of a turn is left out."""


def render_excerpt(excerpt: Excerpt) -> str:
    """Write an excerpt as text: the date of its round, then each side under the name of who said it.

    What is left out of a side, at its beginning, its end or between two passages, is marked with
    `CUT`; a side of which nothing is shown is one such mark.
    """
    round = excerpt.round
    lines = [f"[{round.said_at:%Y-%m-%d (%a) %H:%M}]"]
    lines += [f"{_speaker(turn)}: {_shown(excerpt, turn)}" for turn in round.turns]
    return "\n".join(lines)


def _speaker(turn: Turn) -> str:
    return turn.speaker or turn.role.capitalize()


def _shown(excerpt: Excerpt, turn: Turn) -> str:
    text = turn.content
    pieces: list[str] = []
    reached = 0
    for span in excerpt.spans:
        if span.role is turn.role:
            pieces += [*_gap(text[reached : span.start]), text[span.start : span.stop]]
            reached = span.stop
    return " ".join([*pieces, *_gap(text[reached:])])


def _gap(left_out: str) -> list[str]:
    return [CUT] if left_out.strip() else []
