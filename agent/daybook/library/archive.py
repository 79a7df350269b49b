"""A memory as a file: JSON Lines of its rounds, word for word, and of its ledger with evidence and times.

Vectors and words are made anew by whoever reads it, and what was undone is gone. A line is an object of one
key: "archive" (the first line), "round", "record", "relation", "item" (of agents) or
"policy".
"""

import json
import os
from asyncio import to_thread
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from daybook.conversation import (
    Draft,
    EventKind,
    Mark,
    Record,
    Relate,
    Relation,
    Round,
    Session,
    Status,
    Support,
    Turn,
    Write,
    round_id,
)
from daybook.conversation.errors import StoreError
from daybook.documents.stored_documents import restorable
from daybook.store import Added, Store
from daybook.store.indexing import Progress
from daybook.store.item_values import StoredItem, item_id

VERSION = 3


@dataclass(frozen=True, slots=True)
class Archive:
    """The content of an archive."""

    sessions: tuple[tuple[Session, tuple[Round, ...]], ...]
    """Sessions without their turns, and the rounds of each in their order."""
    records: tuple[Record, ...] = ()
    relations: tuple[Relation, ...] = ()
    items: tuple[StoredItem, ...] = ()
    policy: str | None = None
    owner: str = ""
    """The owner it came from."""


@dataclass(frozen=True, slots=True)
class Archived:
    """How much was written."""

    path: Path
    rounds: int
    records: int
    items: int


def write_archive(store: Store, path: Path, *, owner: str, written_at: datetime) -> Archived:
    """Write everything that is kept of an owner, whole or not at all, for the user who writes it alone.

    Raises:
        StoreError: it cannot be written.
    """
    path = path.absolute()
    ledger = store.ledgers.of(owner)
    counts = {"round": 0, "item": 0}
    try:
        with TemporaryDirectory(prefix=".daybook-", dir=path.parent) as folder:
            whole = Path(folder, "archive")
            whole.touch(0o600)
            with whole.open("w", encoding="utf-8") as file:
                for line in _lines(store, owner, written_at):
                    counts.update({name: counts[name] + 1 for name in counts.keys() & line.keys()})
                    file.write(json.dumps(line, default=_plain) + "\n")
            os.replace(whole, path)
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror or error})") from error
    return Archived(path, counts["round"], len(ledger.records), counts["item"])


async def restore_archive(
    store: Store, archive: Archive, *, owner: str, posted_at: datetime, progress: Progress | None = None
) -> Added:
    """Keep what an archive holds and is not there, for an owner. No model is called but the embedder.

    A record comes in with its supports whose rounds are kept: what was forgotten since stays forgotten.
    `progress` is called with the rounds indexed and the rounds there are.
    """
    renamed = {
        round_.round_id: replace(round_, owner=owner, round_id=_name(round_, owner))
        for _, rounds in archive.sessions
        for round_ in rounds
    }
    names = {old: round_.round_id for old, round_ in renamed.items()}
    sessions = (
        (session, [_with_sources(renamed[round_.round_id], names) for round_ in rounds])
        for session, rounds in archive.sessions
    )
    added = await store.restore(owner, sessions, progress=progress)
    there = {round_.round_id for round_ in store.rounds(owner, list(names.values()))}
    drafts = _drafts(archive, {old: new for old, new in names.items() if new in there}, store, owner)
    if there:
        store.ledgers.post(owner, drafts, posted_at=posted_at)
        if archive.policy is not None and store.ledgers.policy(owner) is None:
            store.ledgers.keep_policy(owner, archive.policy)
    items = await to_thread(restorable, archive.items, owner, store.items.table, store.forgotten)
    await store.items.restore(owner, items, is_forgotten=store.forgotten)
    return added


def _lines(store: Store, owner: str, written_at: datetime) -> Iterator[Mapping[str, Any]]:
    ledger, policy = store.ledgers.of(owner), store.ledgers.policy(owner)
    yield {
        "archive": {
            "version": VERSION,
            "owner": owner,
            "written_at": written_at,
        }
    }
    if policy is not None:
        yield {"policy": json.loads(policy)}
    began = {(item.session_id, item.occurrence): item.started_at for item in store.sessions(owner)}
    for round_ in store.all_rounds(owner):
        place = began[round_.session_id, round_.occurrence]
        fields = {name: value for name, value in asdict(round_).items() if name != "owner"}
        yield {"round": {"started_at": place, **fields}}
    yield from ({"record": asdict(record)} for record in ledger.records.values())
    yield from ({"relation": asdict(relation)} for relation in ledger.relations)
    items, _ = store.items.table.all_of(owner)
    yield from ({"item": _of_item(item, owner)} for item in items)


def _of_item(item: StoredItem, owner: str) -> Mapping[str, Any]:
    """Write an item with the id of its place, by which it is found in the file when it is forgotten."""
    fields = {name: value for name, value in asdict(item).items() if name != "item_pk"}
    return {"item_id": item_id(owner, item.namespace, item.key), **fields}


def _drafts(archive: Archive, names: Mapping[str, str], store: Store, owner: str) -> list[Draft]:
    """Make an event of every record that is new and has a support left, one of the relations."""
    there = store.ledgers.of(owner).records
    passed_over = there.keys() | store.forgotten(record.record_id for record in archive.records)
    left = [
        _with_supports(record, names) for record in archive.records if record.record_id not in passed_over
    ]
    records = [record for record in left if record.support]
    drafts = [Draft(EventKind.WRITE, "import", tuple(_changes(record))) for record in records]
    said = {record.record_id: record.support[0].said_at for record in (*there.values(), *records)}
    said |= {round_.round_id: round_.said_at for round_ in store.rounds(owner, list(names.values()))}
    edges = [
        replace(edge, source=names.get(edge.source, edge.source), target=names.get(edge.target, edge.target))
        for edge in archive.relations
    ]
    relates = tuple(
        Relate(max(said[edge.source], said[edge.target]), edge)
        for edge in edges
        if edge.source in said and edge.target in said
    )
    return drafts + ([Draft(EventKind.RELATE, "import", relates)] if relates else [])


def _changes(record: Record) -> Iterator[Write | Mark]:
    """Write a record as it was, and then what became of it: so an earlier moment sees it as it was."""
    first = record.support[0].said_at
    if record.status is not Status.SUPERSEDED or record.superseded_at is None:
        yield Write(first, record)
        return
    yield Write(first, replace(record, status=Status.ACTIVE, superseded_by="", superseded_at=None))
    yield Mark(record.superseded_at, record.record_id, record.status, record.superseded_by)


def _with_supports(record: Record, names: Mapping[str, str]) -> Record:
    return replace(record, support=_left(record.support, names))


def _left(support: Iterable[Support], names: Mapping[str, str]) -> tuple[Support, ...]:
    """Name the rounds of supports by the ids that they have now; those of rounds that are not kept go."""
    return tuple(
        replace(words, round_id=names[words.round_id]) for words in support if words.round_id in names
    )


def _name(round_: Round, owner: str) -> str:
    return round_id(
        owner, round_.session_id, round_.occurrence, round_.position, round_.user, round_.assistant
    )


def _with_sources(round_: Round, names: Mapping[str, str]) -> Round:
    """Let what recalled other rounds name them by the ids that they have now."""
    user, assistant = (_renamed(turn, names) for turn in (round_.user, round_.assistant))
    return replace(round_, user=user, assistant=assistant)


def _renamed(turn: Turn | None, names: Mapping[str, str]) -> Turn | None:
    if turn is None or turn.sources is None:
        return turn
    return replace(turn, sources=tuple(names.get(source, source) for source in turn.sources))


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"not written in archives: {type(value).__name__}")
