"""What a search found, for a reader: of each round the window that matched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daybook.conversation import Candidate, Excerpt, Span, Turn
from daybook.english.words import words_of
from daybook.interfaces.rendering.memory import show_rounds
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.retrieve.matching_windows import cut_to_matches

if TYPE_CHECKING:
    from daybook.library.results import SearchResult

_WINDOW = 200
"""Characters that are filled with whole sentences around the best match."""
_LONGEST = 400
"""Characters of a window whose one sentence is longer than that."""


def show_found(screen: Screen, found: SearchResult, *, full: bool = False) -> None:
    """Print what a search found, best first: of each round the matching window, or all of it."""
    if not found.candidates:
        screen.line("nothing found")
        return
    if full:
        show_rounds(screen, (candidate.round for candidate in found.candidates))
        return
    for candidate in found.candidates:
        round_ = candidate.round
        window = one_line(matching_window(candidate, found.plan.question), _LONGEST)
        columns = (
            f"{candidate.score:.4f}",
            f"{round_.said_at:%Y-%m-%d}",
            round_.round_id,
            one_line(round_.session_id),
        )
        if screen.is_terminal:  # ids leave a window no room beside them
            screen.line(("  ".join(columns), "cyan"))
            screen.text(window, indent=2)
        else:
            screen.line("\t".join((*columns, window)))


def matching_window(candidate: Candidate, question: str) -> str:
    """Cut a round to the sentences around its best match, with `CUT` for what is left out.

    Where nothing of it matched by meaning, it is the turn that shares most words with the question.
    """
    asked = set(words_of(question))

    def shared(text: str) -> float:
        return len(asked.intersection(words_of(text)))

    def rank(turn: Turn) -> tuple[bool, float]:
        return bool(best) and turn.role is best[0].role, shared(turn.content)

    best = candidate.matches[:1]
    turn = max(candidate.round.turns, key=rank)
    stretches = cut_to_matches(turn.content, best, room=_WINDOW, count_tokens=len, relevance=shared)
    spans = tuple(Span(turn.role, start, stop) for start, stop in stretches)
    return Excerpt(candidate, spans, tokens=0).shown(turn.role)
