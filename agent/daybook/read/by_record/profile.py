"""Answers to "What do you know about me?": the surest facts of the ledger."""

from __future__ import annotations

import re

from daybook.conversation import Ledger, Record, Status
from daybook.read.by_record.record_text import evidence_of, note_of, record_text
from daybook.read.reading import Reading

MOST = 12
"""Facts that are listed; `daybook ledger` lists them all."""

_KNOW = r"(?:know|remember)"
_ME = r"(?:me|myself|us)"
_PROFILE_QUESTION = re.compile(
    rf"""\bwhat\s+(?:all\s+|else\s+)?
        (?:do\s+you\s+(?:\w+\s+)?{_KNOW}|have\s+i\s+told\s+you|did\s+i\s+tell\s+you|have\s+you\s+learn(?:ed|t))
        \s+about\s+{_ME}\b
      | \b(?:tell|show)\s+me\s+(?:what|everything|all)\s+(?:that\s+)?you\s+{_KNOW}\s+about\s+{_ME}\b""",
    re.IGNORECASE | re.VERBOSE,
)


def asks_for_profile(question: str) -> bool:
    """Whether a question asks for everything that is known about whoever asks."""
    return _PROFILE_QUESTION.search(question) is not None


def read_profile(ledger: Ledger) -> Reading | None:
    """List the surest facts, ordered by slot; None where the ledger holds none."""
    known = sorted(ledger.with_status(Status.ACTIVE), key=_weight, reverse=True)
    if not known:
        return None
    shown = sorted(known[:MOST], key=lambda record: (record.slot, record.said_at))
    more = len(known) - len(shown)
    lines = ["This is what I know about you:", *(f"- {record_text(record)}" for record in shown)]
    if more:
        lines += ["", f"And {more} more; `daybook ledger` lists them."]
    supports = [record.support[-1] for record in shown]
    return Reading(
        text="\n".join(lines),
        not_known=False,
        notes=tuple(note_of(support, ledger) for support in supports),
        evidence=tuple(evidence_of(support) for support in supports),
    )


def _weight(record: Record) -> tuple[float, float]:
    return (record.confidence, record.said_at.timestamp())
