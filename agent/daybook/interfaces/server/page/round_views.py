"""Rounds word for word, with stretches highlighted, and the quotes that lead to them; days in UTC."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from daybook.conversation import Role, Round, Superseded, Support, Turn
from daybook.text.english import written_date

_LONG = 4_000
"""Characters of a turn that are shown at once."""
_SHORT = 240
"""Characters of a turn that is shown beside the other side, for which the round is shown."""
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
    turns: tuple[tuple[Turn, HighlightedText, bool], ...]
    """The last is true of one that is shown on demand: long, and not what the round is shown for."""
    superseded: Sequence[Superseded] = ()


@dataclass(frozen=True, slots=True)
class QuoteView:
    """Words of a round, and the way to them."""

    text: str
    said_at: datetime
    path: str


def day(moment: datetime) -> str:
    """Write "3 May 2023"."""
    return written_date(moment.astimezone(UTC))


def day_and_time(moment: datetime) -> str:
    """Write "3 May 2023, 14:05"."""
    return f"{day(moment)}, {moment.astimezone(UTC):%H:%M}"


def round_view(
    round_: Round,
    highlights: Highlights | None = None,
    *,
    most: int | None = _LONG,
    superseded: Sequence[Superseded] = (),
) -> RoundView:
    """Show a round, with stretches of its sides highlighted; long sides are cut where `most` says so."""
    given = {role: stretches for role, stretches in (highlights or {}).items() if stretches}
    turns = []
    for turn in round_.turns:
        text = highlighted_text(turn.content, given.get(turn.role, ()), most=most)
        is_beside = bool(given) and turn.role not in given
        turns.append((turn, text, is_beside and len(turn.content) > _SHORT))
    return RoundView(round_, tuple(turns), superseded)


def support_view(support: Support) -> QuoteView:
    """Show the words that a record or an entry rests on."""
    place = f"{support.side}:{support.start}:{support.stop}"
    return quote_view(support.quote, support.said_at, support.round_id, place)


def quote_view(quote: str, said_at: datetime, round_id: str, place: str = "") -> QuoteView:
    """Show words of a round; `place` as `read_place` takes it."""
    return QuoteView(quote, said_at, f"/rounds/{round_id}" + (f"?mark={place}" if place else ""))


def read_place(text: str) -> Highlights:
    """Read "user:10:25", a side of a round and the characters in it; {} if it cannot be read."""
    side, _, numbers = text.partition(":")
    start, _, stop = numbers.partition(":")
    if side not in tuple(Role) or not (start.isdecimal() and stop.isdecimal()):
        return {}
    return {Role(side): [(int(start), int(stop))]} if len(numbers) < 20 else {}


def highlighted_text(text: str, highlights: Iterable[Stretch], *, most: int | None) -> HighlightedText:
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


def found_in(text: str, quotes: Iterable[str]) -> list[Stretch]:
    """Return the first place of each quote in a text; of one that does not stand there, none."""
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
