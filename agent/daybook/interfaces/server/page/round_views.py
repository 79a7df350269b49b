"""Rounds word for word, with stretches highlighted, and the quotes that lead to them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation import Role, Round, Support, Turn
from daybook.text.english import written_date

LONG = 4_000
"""Characters of a turn that are shown at once."""
_AROUND = 240
"""Characters that are shown before and behind what is highlighted in a text that is cut."""

Stretch = tuple[int, int]
"""Characters of a text, start in and stop out."""
Highlights = Mapping[Role, Sequence[Stretch]]
"""What is highlighted of each side of a round."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text; "" where something is left out."""

    text: str
    highlighted: bool = False


@dataclass(frozen=True, slots=True)
class HighlightedText:
    """A text in pieces, of which some are highlighted; a long one is cut around those."""

    pieces: tuple[Piece, ...]
    is_cut: bool
    length: int
    """Of the whole text, in characters."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round, with its sides as they are shown."""

    round: Round
    turns: tuple[tuple[Turn, HighlightedText], ...]


@dataclass(frozen=True, slots=True)
class QuoteView:
    """Words of a round, and the way to them."""

    text: str
    said_at: datetime
    path: str


def day(moment: datetime) -> str:
    """Write "3 May 2023"."""
    return written_date(moment)


def day_and_time(moment: datetime) -> str:
    """Write "3 May 2023, 14:05"."""
    return f"{day(moment)}, {moment:%H:%M}"


def round_view(round_: Round, highlights: Highlights | None = None, *, most: int | None = LONG) -> RoundView:
    """Show a round, with stretches of its sides highlighted; long sides are cut where `most` says so."""
    given = highlights or {}
    turns = ((turn, highlighted_text(turn.content, given.get(turn.role, ()), most)) for turn in round_.turns)
    return RoundView(round_, tuple(turns))


def support_view(support: Support) -> QuoteView:
    """Show the words that a record rests on."""
    place = f"{support.side}:{support.start}:{support.stop}"
    return QuoteView(support.quote, support.said_at, f"/rounds/{support.round_id}?mark={place}")


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


def highlighted_text(text: str, highlights: Iterable[Stretch], most: int | None) -> HighlightedText:
    """Highlight stretches of a text, which may overlap, and lie outside of it.

    Of a text longer than `most` characters about so many are shown: what lies around the first stretches, or
    the beginning where nothing is highlighted.
    """
    stretches = _merged((max(start, 0), min(stop, len(text))) for start, stop in highlights)
    whole = [(0, len(text))]
    windows = whole if most is None or len(text) <= most else _around(text, stretches, most)
    pieces: list[Piece] = []
    for reached, stop in windows:
        if reached > 0:
            pieces.append(Piece(""))
        for begin, end in stretches:
            begin, end = max(begin, reached), min(end, stop)
            if reached < begin < stop:
                pieces.append(Piece(text[reached:begin]))
            if begin < end:
                pieces.append(Piece(text[begin:end], highlighted=True))
                reached = end
        if reached < stop:
            pieces.append(Piece(text[reached:stop]))
    if windows and windows[-1][1] < len(text):
        pieces.append(Piece(""))
    return HighlightedText(tuple(pieces), windows != whole, len(text))


def _around(text: str, stretches: Sequence[Stretch], most: int) -> list[Stretch]:
    if not stretches:
        return [(0, most)]
    left, windows, around = most, [], min(_AROUND, most // 3)
    for start, stop in stretches:
        window = (max(start - around, 0), min(stop + around, len(text)))
        left -= window[1] - window[0]
        windows.append(window)
        if left <= 0:
            break
    return _merged(windows)


def _merged(stretches: Iterable[Stretch]) -> list[Stretch]:
    merged: list[Stretch] = []
    for start, stop in sorted(stretch for stretch in stretches if stretch[0] < stretch[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(stop, merged[-1][1]))
        else:
            merged.append((start, stop))
    return merged
