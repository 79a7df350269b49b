"""Rounds word for word, with stretches highlighted, and the quotes that lead to them; days in UTC."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from daybook.conversation import Role, Round, Superseded, Support, Turn
from daybook.language.english import written_date

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
class TurnView:
    """One side of a round."""

    by: str
    role: str
    recalled: bool
    """True if it came out of memory."""
    text: HighlightedText
    folded: bool
    """True if it is shown on demand: long, and not what the round is shown for."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round."""

    round_id: str
    session_id: str
    said: str
    iso: str
    turns: tuple[TurnView, ...]
    no_longer: tuple[str, ...] = ()
    """What of it is not so any more, a sentence each."""


@dataclass(frozen=True, slots=True)
class QuoteView:
    """Words of a round, and the way to them."""

    text: str
    said: str
    iso: str
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
    return RoundView(
        round_.round_id,
        round_.session_id,
        day_and_time(round_.said_at),
        round_.said_at.isoformat(),
        tuple(_turn_view(turn, given, most) for turn in round_.turns),
        tuple(_no_longer(words) for words in superseded),
    )


def support_view(support: Support) -> QuoteView:
    """Show the words that a record or an entry rests on."""
    place = f"{support.side}:{support.start}:{support.stop}"
    return quote_view(support.quote, support.said_at, support.round_id, place)


def quote_view(quote: str, said_at: datetime, round_id: str, place: str = "") -> QuoteView:
    """Show words of a round; `place` as `read_place` takes it."""
    path = f"/rounds/{round_id}" + (f"?mark={place}" if place else "")
    return QuoteView(quote, day(said_at), said_at.isoformat(), path)


def read_place(text: str) -> Highlights:
    """Read "user:10:25", a side of a round and the characters in it; {} if it cannot be read."""
    side, _, numbers = text.partition(":")
    start, _, stop = numbers.partition(":")
    if side not in tuple(Role) or not (start.isdecimal() and stop.isdecimal()):
        return {}
    return {Role(side): [(int(start), int(stop))]} if len(numbers) < 20 else {}


def highlighted_text(text: str, highlights: Iterable[Stretch], *, most: int | None) -> HighlightedText:
    """Highlight stretches of a text, which may overlap.

    Args:
        text: all of it.
        highlights: stretches; what of them lies outside the text is ignored.
        most: about how many characters are shown of a longer text: what lies around the first stretches, or
            the beginning where nothing is highlighted; None for all.
    """
    stretches = _merged((max(start, 0), min(stop, len(text))) for start, stop in highlights)
    whole = [(0, len(text))]
    windows = whole if most is None or len(text) <= most else _around(text, stretches, most)
    pieces: list[Piece] = []
    for start, stop in windows:
        if start > 0:
            pieces.append(Piece(""))
        pieces += _pieces(text, start, stop, stretches)
    if windows and windows[-1][1] < len(text):
        pieces.append(Piece(""))
    return HighlightedText(tuple(pieces), windows != whole, len(text))


def found_in(text: str, quotes: Iterable[str]) -> list[Stretch]:
    """Return the first place of each quote in a text; of one that does not stand there, none."""
    places = ((text.find(quote), quote) for quote in quotes if quote)
    return [(start, start + len(quote)) for start, quote in places if start >= 0]


def _turn_view(turn: Turn, highlights: Highlights, most: int | None) -> TurnView:
    by = turn.speaker or ("You" if turn.role is Role.USER else "Assistant")
    beside = bool(highlights) and turn.role not in highlights
    text = highlighted_text(turn.content, highlights.get(turn.role, ()), most=most)
    return TurnView(by, str(turn.role), bool(turn.sources), text, beside and len(turn.content) > _SHORT)


def _no_longer(words: Superseded) -> str:
    instead = f": {words.by}" if words.by else ""
    return f"“{words.quote}” is not so any more since {day(words.at)}{instead}"


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


def _pieces(text: str, start: int, stop: int, stretches: Sequence[Stretch]) -> list[Piece]:
    pieces: list[Piece] = []
    reached = start
    for begin, end in stretches:
        begin, end = max(begin, start), min(end, stop)
        if begin < end:
            pieces += [Piece(text[reached:begin]), Piece(text[begin:end], highlighted=True)]
            reached = end
    pieces.append(Piece(text[reached:stop]))
    return [piece for piece in pieces if piece.text]
