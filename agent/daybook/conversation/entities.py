"""The people and animals that a ledger knows by name, and what is told of each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from daybook.conversation.ledger_fold import Ledger
from daybook.conversation.ledger_records import Record, Status

_FAMILIES = ("family.", "social.")
_NAMING = frozenset({"possession.pet"})


@dataclass(slots=True)
class Entity:
    """Somebody, or an animal, with a name: one through all sessions."""

    name: str
    kinds: list[str]
    """What they are to the owner, as it was told: "sister", "dog", "friend"."""
    said_at: datetime
    """When they were first named."""
    other_names: list[str] = field(default_factory=list)
    """What was corrected to this name."""
    record_ids: list[str] = field(default_factory=list)
    """Of records that say who they are or that are about them, in the order of the ledger."""
    entry_ids: list[str] = field(default_factory=list)
    """Of entries of the diary that name them, likewise."""


def entities_of(ledger: Ledger) -> list[Entity]:
    """Find whom a ledger knows by name, those named first before the others.

    A record of a relative, a friend or an animal says who somebody is ("sister Maeve"), and so does whom a
    record is about; a name is written with capitals. Other records, and entries of the diary, are of those
    whose name they hold. What waits to be confirmed names nobody.
    """
    found: dict[str, Entity] = {}
    for record in sorted(ledger.with_status(Status.ACTIVE), key=lambda record: record.said_at):
        for kind, name in _named_by(record):
            entity = found.setdefault(name.casefold(), Entity(name, [], record.said_at))
            if kind and not any(kind.endswith(shorter) for shorter in entity.kinds):
                entity.kinds = [longer for longer in entity.kinds if not longer.endswith(kind)] + [kind]
    for former in ledger.with_status(Status.DELETED):
        later = ledger.records.get(former.superseded_by)
        for (_, name), (_, right) in zip(_named_by(former), _named_by(later) if later else (), strict=False):
            named = found.get(right.casefold())
            if named is not None and name not in (named.name, *named.other_names):
                named.other_names.append(name)
    for entity in found.values():
        names = re.compile(
            rf"(?<!\w)(?:{'|'.join(map(re.escape, (entity.name, *entity.other_names)))})(?!\w)", re.IGNORECASE
        )
        entity.record_ids += [
            record.record_id
            for record in ledger.with_status(Status.ACTIVE)
            if names.search(f"{record.subject} {record.value} {record.text}")
        ]
        entity.entry_ids += [name for name, entry in ledger.entries.items() if names.search(entry.text)]
    return list(found.values())


def _named_by(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the kind and the name that a record gives somebody: "sister", "Maeve"."""
    told = [record.subject]
    if record.slot in _NAMING or (record.slot.startswith(_FAMILIES) and record.slot != "family.fact"):
        told.append(record.value)
    for words in map(str.split, told):
        first = len(words)
        while first and words[first - 1][0] != words[first - 1][0].lower():
            first -= 1
        if name := " ".join(words[first:]):
            yield " ".join(word for word in words[:first] if word[0] == word[0].lower()), name
