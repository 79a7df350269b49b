"""The confidence of a fact, and whether that suffices to write it. Source: TimeRAG-Memory, section 3.2.

A fact starts with the reliability of the way it was found, less what it contradicts:

    c = r · (1 - 0.25 · c_rival)

where c_rival is the confidence of the surest record that it contradicts without saying that something
changed, 0 where there is none. Every repetition then takes away a share of the doubt that is left,

    c' = 1 - f · min(1 - c, 1 - r'),    f = 0.5 in another session, 0.9 in one where it was said before,

so c stays in (0, 1], rises with r and with every repetition, and never falls by being said again.

Records fade (section 3.4) if they are old, of low confidence and never repeated, or over the budget. Their
weight is the confidence halved with every half-life since it was last said; the paper's decay counts time
alone. Constraints (allergies, diets, what is not to be mentioned) never fade.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import exp2

from daybook.conversation import (
    SLOTS,
    Draft,
    EventKind,
    Ledger,
    Mark,
    Record,
    Status,
    time_weight,
)

CONTRADICTION = 0.25
"""The share that a fully sure rival takes away. A plain statement of reliability 0.75 or more stands
against any rival at the default threshold, since people do change; a weak pattern has to be heard twice."""
OTHER_SESSION = 0.5
"""Said on another occasion: one more makes whatever is quarantined by default active."""
SAME_SESSION = 0.9
"""Said twice in one sitting it is hardly surer: what was misread once is misread again."""


class WriteDecision(StrEnum):
    """A decision about a fact."""

    WRITE = "write"
    QUARANTINE = "quarantine"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class WriteThresholds:
    """The two thresholds, both in (0, 1]."""

    write: float = 0.55
    quarantine: float = 0.3

    def decide(self, confidence: float) -> WriteDecision:
        """Compare a confidence with the two thresholds."""
        if confidence >= self.write:
            return WriteDecision.WRITE
        return WriteDecision.QUARANTINE if confidence >= self.quarantine else WriteDecision.DROP


def first_confidence(reliability: float, rivals: Iterable[Record] = ()) -> float:
    """Compute the confidence of a fact that is said for the first time.

    Args:
        reliability: of the way it was found, in (0, 1].
        rivals: the records that it contradicts; none if it says itself that something changed.

    Returns:
        Its confidence, in (0, 1].
    """
    surest = max((record.confidence for record in rivals), default=0.0)
    return reliability * (1 - CONTRADICTION * surest)


def repeated_confidence(confidence: float, reliability: float, *, same_session: bool) -> float:
    """Compute the confidence of a record that was said again.

    Args:
        confidence: before, in (0, 1].
        reliability: of the way in which the repetition was found, in (0, 1].
        same_session: whether the record was said in that session already.

    Returns:
        Its confidence now, in (0, 1], and not below the one before.
    """
    doubt = min(1 - confidence, 1 - reliability)
    return 1 - doubt * (SAME_SESSION if same_session else OTHER_SESSION)


CAUSE = "retention"
HALF_LIFE = timedelta(days=365)
"""In a year without a word about it, a fact that was said once is half as sure to hold: people move, change
jobs and tastes within years, not within weeks."""
LOW = 0.6
"""Confidence from which a record never fades by age: a pet that was named once still has its name."""
FADED = 0.25
"""Weight under which, by default, a record of low confidence fades, if it was said in one session only: the
least that is written, at 0.55, after some 14 months; what waits in quarantine at 0.3 after three."""


DECAYED_BELOW = 0.05
"""The paper's decay: a record fades once exp(-λΔt) is below this, however sure it is. The paper names no
threshold."""
UNSURE_FOR = timedelta(days=90)
"""How long a record of low confidence stays beside the paper's decay (section 3.6)."""


@dataclass(frozen=True, slots=True)
class Retention:
    """How many records stay active."""

    budget: int
    """Active records of an owner; the least weighty beyond it fade. Constraints count, and stay."""
    decay: float | None = None
    """λ of the paper's decay, per year; has records fade by age alone, in place of `FADED`."""

    def drafts(self, ledger: Ledger, at: datetime) -> list[Draft]:
        """Draft what ends and fades at a moment: at most three events, for its end, age and the budget."""
        ended = [
            record
            for record in ledger.with_status(Status.ACTIVE)
            if record.until is not None and record.until <= at and not _is_experience(record)
        ]
        old = [record for record in self._old(ledger, at) if record not in ended]
        gone = {record.record_id for record in (*ended, *old)}
        staying = [record for record in ledger.with_status(Status.ACTIVE) if record.record_id not in gone]
        over = sorted(staying, key=lambda record: (is_constraint(record), weight(record, at)))
        excess = [
            record for record in over[: max(0, len(staying) - self.budget)] if not is_constraint(record)
        ]
        faded = [_fade(records, at) for records in (old, excess) if records]
        return [*([_end(ended)] if ended else []), *faded]

    def _old(self, ledger: Ledger, at: datetime) -> list[Record]:
        """List what fades by its age."""
        unsure = [record for record in ledger.records.values() if self._is_unused(record, at)]
        if self.decay is None:
            return unsure
        aged = [
            record
            for record in ledger.with_status(Status.ACTIVE, Status.QUARANTINED)
            if not is_constraint(record) and time_weight(record, rate=self.decay, at=at) < DECAYED_BELOW
        ]
        return [*aged, *(record for record in unsure if record not in aged)]

    def _is_unused(self, record: Record, at: datetime) -> bool:
        if self.decay is None:
            return is_unused(record, at)
        return at - record.said_at > UNSURE_FOR and is_unused(record, at, faded=1.0)


def weight(record: Record, at: datetime) -> float:
    """The weight of a record at a moment, in (0, 1]: its confidence, halved with every half-life."""
    age = max(timedelta(0), at - record.said_at)
    return record.confidence * exp2(-(age / HALF_LIFE))


def is_unused(record: Record, at: datetime, faded: float = FADED) -> bool:
    """True if a record has faded: low confidence, old, said in one session only, and no constraint."""
    if record.status not in (Status.ACTIVE, Status.QUARANTINED) or is_constraint(record):
        return False
    if record.confidence >= LOW or weight(record, at) >= faded:
        return False
    return len({support.session_id for support in record.support}) == 1


def is_constraint(record: Record) -> bool:
    """True if forgetting it would do harm."""
    return record.slot in SLOTS and SLOTS[record.slot].constraint


def _is_experience(record: Record) -> bool:
    """True if a record tells what happened: that stays so when it is over."""
    return record.slot in SLOTS and SLOTS[record.slot].family == "event"


def _end(records: Iterable[Record]) -> Draft:
    """Draft the end of what was said to be so until a day that has come."""
    marks = tuple(
        Mark(record.until, record.record_id, Status.SUPERSEDED) for record in records if record.until
    )
    return Draft(EventKind.SUPERSEDE, CAUSE, marks)


def _fade(records: Iterable[Record], at: datetime) -> Draft:
    marks = tuple(Mark(at, record.record_id, Status.DECAYED) for record in records)
    return Draft(EventKind.DECAY, CAUSE, marks)
