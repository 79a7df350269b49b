"""Rounds word for word, with stretches highlighted."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from daybook.conversation import Role, Round, Turn

Stretch = tuple[int, int]
"""Characters of a text, start in and stop out."""
Highlights = Mapping[Role, Sequence[Stretch]]
"""What is highlighted of each side of a round."""
Pieces = list[tuple[str, bool]]
"""A text in pieces; True for those that are highlighted."""


class RoundView(NamedTuple):
    """A round, with its sides as they are shown."""

    round: Round
    turns: list[tuple[Turn, Pieces]]


def round_view(round_: Round, highlights: Highlights | None = None) -> RoundView:
    """Show a round, with stretches of its sides highlighted."""
    given = highlights or {}
    return RoundView(
        round_, [(turn, pieces(turn.content, given.get(turn.role, ()))) for turn in round_.turns]
    )


def read_place(text: str) -> Highlights:
    """Read "user:10:25", a side of a round and the characters in it; {} if it cannot be read."""
    side, _, numbers = text.partition(":")
    start, _, stop = numbers.partition(":")
    if side not in tuple(Role) or not (start.isdecimal() and stop.isdecimal()):
        return {}
    return {Role(side): [(int(start), int(stop))]} if len(numbers) < 20 else {}


def found_in(text: str, quotes: Iterable[str]) -> list[Stretch]:
    """Return the first place of each quote in a text; of one that does not stand there, none."""
    places = ((text.find(quote), quote) for quote in quotes if quote)
    return [(start, start + len(quote)) for start, quote in places if start >= 0]


def pieces(text: str, stretches: Iterable[Stretch]) -> Pieces:
    """Highlight stretches of a text, which may overlap, and lie outside of it."""
    found: Pieces = []
    reached = 0
    for start, stop in sorted(stretches):
        start, stop = min(max(start, reached), len(text)), min(stop, len(text))
        if start < stop:
            found += [(text[reached:start], False), (text[start:stop], True)]
            reached = stop
    return [(piece, lit) for piece, lit in (*found, (text[reached:], False)) if piece]
