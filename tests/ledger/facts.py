"""Facts made by hand, and the ledger that they lead to."""

from datetime import UTC, datetime, timedelta
from typing import Any

from daybook.conversation import Act, Fact, Ledger, Polarity, Record, Status, Support, apply_drafts
from daybook.ledger import PlainValues, Resolver, WriteThresholds
from daybook.ledger.slot_timeline import IndexedLedger
from daybook.text.english import ENGLISH

MAY = datetime(2023, 5, 1, 9, 0, tzinfo=UTC)
NOW = datetime(2024, 1, 1, tzinfo=UTC)
VALUES = PlainValues(ENGLISH)
RESOLVER = Resolver("ada", NOW, WriteThresholds(), VALUES)
HOME, PET, DRINK = "identity.residence", "possession.pet", "preference.food"


def on(day: int) -> datetime:
    return MAY + timedelta(days=day)


def fact(
    slot: str,
    value: str,
    day: int = 0,
    *,
    act: Act = Act.STATES,
    liked: bool = True,
    reliability: float = 0.9,
    session: str = "",
    start: int = 0,
    **more: Any,
) -> Fact:
    """A fact said on a day, in a session of that day unless another is named."""
    quote = f"{slot} {value} {act}"
    round_id = f"r{day:08}{start:016}"
    support = Support(round_id, session or f"s{day}", start, start + len(quote), quote, on(day))
    polarity = Polarity.POSITIVE if liked else Polarity.NEGATIVE
    return Fact(slot, value, polarity, f"I say {value}", support, reliability, act, **more)


def ledger_of(*facts: Fact, resolver: Resolver = RESOLVER, ledger: Ledger | None = None) -> Ledger:
    """The ledger after facts in the order given."""
    ledger = ledger or Ledger()
    for found in facts:
        if (draft := resolver.resolve(found, IndexedLedger(ledger))) is not None:
            ledger = apply_drafts(ledger, [draft])
    return ledger


def values(ledger: Ledger, status: Status = Status.ACTIVE) -> list[str]:
    return [record.value for record in ledger.with_status(status)]


def only(ledger: Ledger, value: str) -> Record:
    (found,) = (record for record in ledger.records.values() if record.value == value)
    return found
