"""The confidence of a fact, and whether that suffices to write it. Source: TimeRAG-Memory, section 3.2.

A fact starts with the reliability of the way it was found, less what it contradicts:

    c = r · (1 - 0.25 · c_rival)

where c_rival is the confidence of the surest record that it contradicts without saying that something
changed, 0 where there is none. Every repetition then takes away a share of the doubt that is left,

    c' = 1 - f · min(1 - c, 1 - r'),    f = 0.5 in another session, 0.9 in one where it was said before,

so c stays in (0, 1], rises with r and with every repetition, and never falls by being said again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from daybook.conversation import Record

CONTRADICTION = 0.25
"""What a fully sure rival takes away. A plain statement of reliability 0.75 or more stands against any
rival at the default threshold, since people do change; a weak pattern has to be heard twice."""
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
