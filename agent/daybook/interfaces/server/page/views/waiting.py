"""What waits for the owner's word, as questions that have a yes and a no."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from daybook.conversation import Ledger
from daybook.interfaces.server.page.views.facts import FactView, fact_view
from daybook.library.waiting import Waiting, WaitingKind

_ASKS = {
    WaitingKind.RECORD: "Is this right?",
    WaitingKind.SAME: "Does the newer replace the older?",
}
_YES = {WaitingKind.RECORD: "Right", WaitingKind.SAME: "It replaces it", WaitingKind.CONSENT: "Remember"}
_NO = {WaitingKind.RECORD: "Wrong", WaitingKind.SAME: "Both hold", WaitingKind.CONSENT: "Do not remember"}


@dataclass(frozen=True, slots=True)
class WaitingView:
    """One question to the owner."""

    key: str
    """What names it among the others: "record m1", "same m2 m1", "consent health"."""
    asks: str
    fact: FactView | None
    older: FactView | None
    yes: str
    no: str


def waiting_view(one: Waiting, ledger: Ledger) -> WaitingView:
    """Show one question."""
    fact, older = one.record, one.older
    names = [record.record_id for record in (fact, older) if record]
    return WaitingView(
        key=" ".join((str(one.kind), *names) if names else (str(one.kind), one.family)),
        asks=_ASKS.get(one.kind) or one.question.removesuffix(" (yes/no)"),
        fact=fact_view(fact, ledger, {}) if fact else None,
        older=fact_view(older, ledger, {}) if older else None,
        yes=_YES[one.kind],
        no=_NO[one.kind],
    )


def put_off(shown: Iterable[WaitingView], later: Iterable[str]) -> list[WaitingView]:
    """Leave out the questions that are to be asked another time."""
    skipped = set(later)
    return [one for one in shown if one.key not in skipped]
