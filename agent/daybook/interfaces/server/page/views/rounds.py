"""Rounds word for word, and the quotes that lead to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation import Role, Round, Superseded, Support, Turn
from daybook.interfaces.server.page.views.lit import LitText, Stretch, lit_text
from daybook.interfaces.server.page.views.moments import day, day_and_time

LONG = 4_000
"""Characters of a turn that are shown at once."""
_SHORT = 240
"""Characters of a turn that is shown beside the other side, for which the round is shown."""
Lit = Mapping[Role, Sequence[Stretch]]
"""What is lit up of each side of a round."""


@dataclass(frozen=True, slots=True)
class TurnView:
    """One side of a round."""

    by: str
    role: str
    recalled: bool
    """Whether it came out of memory."""
    text: LitText
    folded: bool
    """Whether it is shown on demand: long, and not what the round is shown for."""


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


def round_view(
    round_: Round, lit: Lit | None = None, *, most: int | None = LONG, superseded: Sequence[Superseded] = ()
) -> RoundView:
    """Show a round, with stretches of its sides lit up; long sides are cut where `most` says so."""
    lit = {role: stretches for role, stretches in (lit or {}).items() if stretches}
    return RoundView(
        round_.round_id,
        round_.session_id,
        day_and_time(round_.said_at),
        round_.said_at.isoformat(),
        tuple(_turn(turn, lit, most) for turn in round_.turns),
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


def read_place(text: str) -> Lit:
    """Read "user:10:25", a side of a round and the characters in it; nothing of what is none."""
    side, _, numbers = text.partition(":")
    start, _, stop = numbers.partition(":")
    if side not in tuple(Role) or not (start.isdecimal() and stop.isdecimal()):
        return {}
    return {Role(side): [(int(start), int(stop))]} if len(numbers) < 20 else {}


def _turn(turn: Turn, lit: Lit, most: int | None) -> TurnView:
    by = turn.speaker or ("You" if turn.role is Role.USER else "Assistant")
    beside = bool(lit) and turn.role not in lit
    text = lit_text(turn.content, lit.get(turn.role, ()), most=most)
    return TurnView(by, str(turn.role), bool(turn.sources), text, beside and len(turn.content) > _SHORT)


def _no_longer(words: Superseded) -> str:
    instead = f": {words.by}" if words.by else ""
    return f"“{words.quote}” is not so any more since {day(words.at)}{instead}"
