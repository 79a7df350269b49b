"""How a record fades with its age: exp(-λΔt).

Source: TimeRAG-Memory, section 3.3. The paper gives λ = 0.25 and no unit of Δt; ours is always named.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from daybook.conversation.ledger import Ledger
from daybook.conversation.records import Record


class DecayUnit(StrEnum):
    """What the decay rate is of."""

    SESSION = "session"
    """Sessions that the ledger has learnt something from."""
    DAY = "day"
    YEAR = "year"
    """365 days."""


_SPANS = {DecayUnit.DAY: timedelta(days=1), DecayUnit.YEAR: timedelta(days=365)}


def time_weights(
    records: Sequence[Record], ledger: Ledger, *, rate: float, unit: DecayUnit, at: datetime
) -> list[float]:
    """Weigh records by their ages at a moment: exp(-rate · age), in (0, 1].

    A record is as old as the last time it was said; what was said later than `at` has age 0.

    Args:
        records: of the ledger.
        ledger: has the sessions, where ages are counted in these.
        rate: λ, per unit; at least 0.
        unit: of the ages.
        at: when. Timezone-aware.
    """
    if unit is DecayUnit.SESSION:
        begun = sorted(moment for moment in _session_starts(ledger) if moment <= at)
        ages: Sequence[float] = [len(begun) - bisect_right(begun, record.said_at) for record in records]
    else:
        ages = [max(at - record.said_at, timedelta()) / _SPANS[unit] for record in records]
    return [math.exp(-rate * max(age, 0.0)) for age in ages]


def _session_starts(ledger: Ledger) -> list[datetime]:
    """When something was first learnt from each session."""
    starts: dict[str, datetime] = {}
    for record in ledger.records.values():
        for support in record.support:
            known = starts.get(support.session_id, support.said_at)
            starts[support.session_id] = min(known, support.said_at)
    return list(starts.values())
