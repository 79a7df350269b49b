"""Tables of what the ledger does to finding: each of its uses left out or put in alone."""

from __future__ import annotations

from collections.abc import Iterator

from daybook_eval.ablations.arm import FINDS, Arm, Study

_COLUMNS = (*FINDS, "update latest@10", "update latest_above")
_DEFAULT = Arm("default")


def ledger_studies() -> Iterator[Study]:
    """Make the tables."""
    yield Study(
        "ledger",
        "the ledger on and off, and each of its uses left out",
        (
            Arm("without the ledger", {"ledger": False, "prefer_newer": False}),
            Arm("the same, the newer first", {"ledger": False}),
            _DEFAULT,
            Arm("without records as keys", {"record_keys": False}),
            Arm("without what superseded first", {"prefer_current": False}),
            Arm("without the newer first", {"prefer_newer": False}),
        ),
        columns=_COLUMNS,
        against="without the ledger",
    )
    yield Study(
        "ledger-signals",
        "signals of the papers put in alone: earlier questions, topics, relations and recency",
        (
            _DEFAULT,
            *(Arm(f"attention, {weight}", {"attention": weight}) for weight in (0.1, 0.2, 0.4)),
            *(Arm(f"attention, 0.2, n = {n}", {"attention": 0.2, "attention_turns": n}) for n in (1, 20)),
            *(Arm(f"topic, {weight}", {"topic": weight}) for weight in (0.1, 0.2, 0.4)),
            Arm("topic as an index", {"topic_index": True}),
            Arm("weighing with relations", {"weigh": True, "relations": True}),
            Arm("weighing", {"weigh": True}),
            *(Arm(f"weighing, tau = {days}", {"weigh": True, "recency_days": days}) for days in (7, 90, 365)),
        ),
        columns=_COLUMNS,
        against="default",
        fitted=True,
    )
