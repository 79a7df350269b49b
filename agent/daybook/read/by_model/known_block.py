"""What is known about the owner, as a reader that is a model gets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from daybook.conversation import Ledger, Record, Status
from daybook_prompts.values import JsonValue

KnownBlock: TypeAlias = Sequence[Mapping[str, JsonValue]]
"""A line for each fact."""


def known_block(records: Sequence[Record], ledger: Ledger) -> KnownBlock:
    """Write records with their dates: what each says, since when, until when, and what was so before it.

    A record that another of them took the place of is not written twice: it stands as that one's "before".
    """
    fallen = {other.superseded_by: other for other in ledger.with_status(Status.SUPERSEDED)}
    ids = {record.record_id for record in records}
    return [_line(record, fallen) for record in records if record.superseded_by not in ids]


def _line(record: Record, fallen: Mapping[str, Record]) -> Mapping[str, JsonValue]:
    line: dict[str, JsonValue] = {
        "about": record.slot,
        "fact": record.text,
        "said": f"{record.support[0].said_at:%Y-%m-%d}",
    }
    if record.said_at.date() != record.support[0].said_at.date():
        line["said_again"] = f"{record.said_at:%Y-%m-%d}"
    if record.status is Status.SUPERSEDED and record.superseded_at is not None:
        line["until"] = f"{record.superseded_at:%Y-%m-%d}"
    if before := fallen.get(record.record_id):
        line["before"] = before.text
    if record.flag:
        line["in_doubt"] = record.flag
    return line
