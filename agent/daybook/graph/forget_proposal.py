"""A proposal to forget, as plain values that can be serialised in graph state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from typing_extensions import TypedDict

from daybook.conversation import TimeRange, as_utc
from daybook.errors import BadInput
from daybook.store import ByPhrase, ByRecord, BySession, BySlot, ByTime, Preview, Receipt, Selector

SHOWN = 3
"""Texts of a preview that are quoted."""
_QUOTE = 80


_SELECTORS: Mapping[str, Callable[[str], Selector]] = {
    "record": ByRecord,
    "slot": BySlot,
    "phrase": ByPhrase,
    "session": BySession,
}


class Proposal(TypedDict):
    """What would be permanently forgotten once the owner confirms."""

    by: str
    """"record", "slot", "phrase", "session" or "time"."""
    of: str
    """The id, name or words; for "time" the two moments, ISO 8601, with "/" between."""


def plain_proposal(selector: Selector) -> Proposal:
    """Serialise a selector.

    Raises:
        ValueError: it selects everything, which no chat proposes.
    """
    match selector:
        case ByRecord(record_id):
            return Proposal(by="record", of=record_id)
        case BySlot(slot):
            return Proposal(by="slot", of=slot)
        case ByPhrase(phrase):
            return Proposal(by="phrase", of=phrase)
        case BySession(session_id):
            return Proposal(by="session", of=session_id)
        case ByTime(TimeRange(start=datetime() as start, end=datetime() as end)):
            return Proposal(by="time", of=f"{start.isoformat()}/{end.isoformat()}")
        case _:
            raise ValueError(f"no chat proposes to forget {selector}")


def selector_of(proposal: Proposal) -> Selector:
    """Parse what `plain_proposal` wrote.

    Raises:
        BadInput: it is something else.
    """
    try:
        by, of = proposal["by"], proposal["of"]
        if by == "time":
            start, end = (as_utc(datetime.fromisoformat(side)) for side in of.split("/"))
            return ByTime(TimeRange(start, end))
        return _SELECTORS[by](of)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise BadInput(f"no proposal to forget: {error}", source="proposal") from None


def ask_first(preview: Preview, about: str = "", wider: Preview | None = None) -> str:
    """Word the confirmation question, quoting the beginning of what would be removed.

    Args:
        preview: what would be removed.
        about: what a wider request would have to name.
        wider: what that would remove; None where there is nothing more to offer.
    """
    quotes = [f"“{_short(text)}”" for text in dict.fromkeys(preview.texts)]
    shown = ", ".join(quotes[:SHOWN]) + (f" and {len(quotes) - SHOWN} more" if len(quotes) > SHOWN else "")
    asked = f"I would forget {counted(preview.removed)} for good: {shown}. Say yes to do it."
    if wider is None:
        return asked
    return f"{asked} “Forget my {about}” would take {counted(wider.removed)}."


def receipt_text(receipt: Receipt) -> str:
    """Word the receipt: what was forgotten, and whether that was verified."""
    text = f"Forgotten for good: {counted(receipt.removed)}."
    if receipt.verified:
        return f"{text} A search of everything that I keep finds nothing of it."
    return f"{text} Something of it may be left on disk: `daybook doctor` looks."


def counted(removed: Mapping[str, int]) -> str:
    """Word how many rounds, records and items were removed."""
    parts = [
        f"{count} {name.removesuffix('s') if count == 1 else name}"
        for name in ("rounds", "records", "items")
        if (count := removed.get(name, 0))
    ]
    return " and ".join([", ".join(parts[:-1]), *parts[-1:]] if parts[1:] else parts) or "nothing"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUOTE else line[: _QUOTE - 1].rstrip() + "…"
