"""Archives of Daybook itself, as `daybook export` writes them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from daybook.conversation import DiaryEntry, Record, Relation, Round, Session, Turn, as_utc, round_id
from daybook.errors import BadInput
from daybook.interfaces.importers.fields import Text, checked, whole_characters
from daybook.interfaces.importers.records import read_records
from daybook.interfaces.importers.sources import Source
from daybook.library.archive import VERSION, Archive
from daybook.store.item_values import StoredItem

Moment = Annotated[datetime, AfterValidator(as_utc)]
Place = Annotated[int, Field(ge=0, lt=2**31)]
"""As far as every database counts."""
Label = Annotated[Text, Field(pattern=r"^[^.\x00]+$")]
"""Of a namespace."""


def _dated(turn: Turn) -> Turn:
    if turn.said_at is not None:
        as_utc(turn.said_at)
    return turn


def _known(record: Record) -> Record:
    for moment in (record.said_at, record.imported_at, record.superseded_at or record.said_at):
        as_utc(moment)
    for support in record.support:
        as_utc(support.said_at)
    return record


def _dated_entry(entry: DiaryEntry) -> DiaryEntry:
    for moment in (
        entry.said_at,
        entry.imported_at,
        entry.began,
        entry.ended,
        entry.cancelled_at or entry.said_at,
    ):
        as_utc(moment)
    for support in entry.support:
        as_utc(support.said_at)
    return entry


class _Header(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    version: int
    owner: Text
    posted: bool


class _Round(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    started_at: Moment
    round_id: str
    session_id: Text
    occurrence: Place
    position: Place
    said_at: Moment
    user: Annotated[Turn, AfterValidator(_dated)] | None
    assistant: Annotated[Turn, AfterValidator(_dated)] | None


def _whole(value: object) -> object:
    try:
        return json.loads(str(whole_characters(json.dumps(value, ensure_ascii=False))))
    except RecursionError:
        raise ValueError("lists or objects are nested too deeply") from None


_Whole = BeforeValidator(_whole)
"""The ledger is kept as UTF-8, and so are the texts of whatever goes into it."""


class _Item(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    namespace: tuple[Label, ...]
    key: Text
    value: Annotated[dict[str, Any], _Whole]
    fields: tuple[Text, ...] | None
    created_at: Moment
    updated_at: Moment
    ttl: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None
    expires_at: Moment | None


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    archive: _Header | None = None
    round: _Round | None = None
    record: Annotated[Record, _Whole, AfterValidator(_known)] | None = None
    relation: Annotated[Relation, _Whole] | None = None
    entry: Annotated[DiaryEntry, _Whole, AfterValidator(_dated_entry)] | None = None
    item: _Item | None = None
    policy: Annotated[dict[str, Any], _Whole] | None = None


def read_archive(path: Source, limit: int | None = None) -> Archive:
    """Read an archive, plain or gzip; all of it is checked before anything is returned.

    Args:
        path: the file.
        limit: bytes that the file may hold, unpacked; None for any number.

    Raises:
        BadInput: the file cannot be read, a field is missing or wrong, or a newer Daybook wrote it.
    """
    lines = []
    rounds: dict[str, _Round] = {}
    for record in read_records(path, limit):
        line = checked(_Line, record.value, source=path, where=record.where)
        lines.append(line)
        if line.round and rounds.setdefault(_name(line.round), line.round) != line.round:
            raise BadInput("a round stands there twice", source=str(path), where=f"{record.where}: round")
    ids = Counter(one.round_id for one in rounds.values())
    if len(ids) < len(rounds):
        raise BadInput(f"two rounds have the id {ids.most_common(1)[0][0]!r}", source=str(path))
    header = lines[0].archive if lines else None
    if header is None:
        raise BadInput('the first line of an archive says "archive"', source=str(path), where="line 1")
    if header.version > VERSION:
        problem = f"version {header.version} is of a newer Daybook: upgrade"
        raise BadInput(problem, source=str(path), where="line 1")
    policies = [line.policy for line in lines if line.policy is not None]
    return Archive(
        sessions=_sessions(rounds.values()),
        records=tuple(line.record for line in lines if line.record),
        relations=tuple(line.relation for line in lines if line.relation),
        entries=tuple(line.entry for line in lines if line.entry),
        items=_items(line.item for line in lines if line.item),
        policy=json.dumps(policies[0]) if policies else None,
        owner=header.owner,
        posted=header.posted,
    )


def _items(given: Iterable[_Item]) -> tuple[StoredItem, ...]:
    """Make the items; of several at one place the last one counts."""
    places = {(one.namespace, one.key): StoredItem(**dict(one)) for one in given}
    return tuple(places.values())


def _sessions(rounds: Iterable[_Round]) -> tuple[tuple[Session, tuple[Round, ...]], ...]:
    found = []
    for (name, occurrence), group in groupby(rounds, key=lambda one: (one.session_id, one.occurrence)):
        members = list(group)
        session = Session(name, members[0].started_at, (), occurrence)
        found.append((session, tuple(_round(one) for one in members)))
    return tuple(found)


def _name(given: _Round) -> str:
    """Name a round by what it says and where, as a memory that gets it will."""
    place = (given.session_id, given.occurrence, given.position)
    return round_id("", *place, given.user, given.assistant)


def _round(given: _Round) -> Round:
    return Round(
        given.round_id,
        "",
        given.session_id,
        given.occurrence,
        given.position,
        given.said_at,
        given.user,
        given.assistant,
    )
