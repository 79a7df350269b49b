"""Texts in pieces, of which some are lit up, and long ones cut around those."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_AROUND = 240
"""Characters that are shown before and behind what is lit up in a text that is cut."""

Stretch = tuple[int, int]
"""Characters of a text, start in and stop out."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text; "" where something is left out."""

    text: str
    lit: bool = False


@dataclass(frozen=True, slots=True)
class LitText:
    """A text as it is shown."""

    pieces: tuple[Piece, ...]
    is_cut: bool
    length: int
    """Of the whole text, in characters."""


def lit_text(text: str, lit: Iterable[Stretch], *, most: int | None) -> LitText:
    """Light up stretches of a text, which may overlap.

    Args:
        text: all of it.
        lit: stretches; what of them lies outside the text is ignored.
        most: about how many characters are shown of a longer text: what lies around the first stretches, or
            the beginning where nothing is lit; None for all.
    """
    stretches = _merged((max(start, 0), min(stop, len(text))) for start, stop in lit)
    whole = [(0, len(text))]
    shown = whole if most is None or len(text) <= most else _around(text, stretches, most)
    pieces: list[Piece] = []
    for start, stop in shown:
        if start > 0:
            pieces.append(Piece(""))
        pieces += _lit_within(text, start, stop, stretches)
    if shown and shown[-1][1] < len(text):
        pieces.append(Piece(""))
    return LitText(tuple(pieces), shown != whole, len(text))


def found_in(text: str, quotes: Iterable[str]) -> list[Stretch]:
    """Give the first place of each quote in a text; of one that does not stand there, none."""
    places = ((text.find(quote), quote) for quote in quotes if quote)
    return [(start, start + len(quote)) for start, quote in places if start >= 0]


def _around(text: str, stretches: Sequence[Stretch], most: int) -> list[Stretch]:
    if not stretches:
        return [(0, _word_end(text, most))]
    left, windows, around = most, [], min(_AROUND, most // 3)
    for start, stop in stretches:
        window = (_word_end(text, start - around), min(stop + around, len(text)))
        left -= window[1] - window[0]
        windows.append(window)
        if left <= 0:
            break
    return _merged(windows)


def _word_end(text: str, place: int) -> int:
    """Go back to the end of a word, if there is one near; to the beginning from before it."""
    if place <= 0:
        return 0
    space = text.rfind(" ", max(place - 40, 0), place)
    return place if space < 0 else space


def _merged(stretches: Iterable[Stretch]) -> list[Stretch]:
    merged: list[Stretch] = []
    for start, stop in sorted(stretch for stretch in stretches if stretch[0] < stretch[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(stop, merged[-1][1]))
        else:
            merged.append((start, stop))
    return merged


def _lit_within(text: str, start: int, stop: int, stretches: Sequence[Stretch]) -> list[Piece]:
    pieces: list[Piece] = []
    reached = start
    for begin, end in stretches:
        begin, end = max(begin, start), min(end, stop)
        if begin < end:
            pieces += [Piece(text[reached:begin]), Piece(text[begin:end], lit=True)]
            reached = end
    pieces.append(Piece(text[reached:stop]))
    return [piece for piece in pieces if piece.text]
