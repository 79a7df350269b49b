"""Archives of Daybook itself, as `daybook export` writes them."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from datetime import datetime
from itertools import groupby
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from daybook.conversation import (
    OTHER,
    SLOTS,
    Record,
    Relation,
    RelationKind,
    Round,
    Session,
    Status,
    Turn,
    as_utc,
    round_id,
)
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.fields import Fields, Text, checked, whole_characters
from daybook.interfaces.importers.formats import ChatFormat, FileReading, History
from daybook.interfaces.importers.import_sources import Source
from daybook.interfaces.importers.json_reader import read_records
from daybook.library.archive import VERSION, Archive
from daybook.store.item_values import StoredItem

_DatedT = TypeVar("_DatedT", Turn, Record)


def _dated(value: _DatedT) -> _DatedT:
    """Check that every moment of a value and of its support is within the calendar."""
    for part in (value, *getattr(value, "support", ())):
        moments = (getattr(part, field.name) for field in fields(part))
        for moment in (moment for moment in moments if isinstance(moment, datetime)):
            as_utc(moment)
    return value


def _whole(value: object) -> object:
    try:
        return json.loads(str(whole_characters(json.dumps(value, ensure_ascii=False))))
    except RecursionError:
        raise ValueError("lists or objects are nested too deeply") from None


def _known_record(value: object) -> object:
    """Read a record of an earlier version: what has no slot any more has its words as the attribute."""
    if isinstance(value, dict) and value.get("slot") not in SLOTS:
        named = str(value.get("slot", "")).partition(".")[2].replace(".", " ")
        value = {**value, "slot": OTHER, "attribute": value.get("attribute") or named}
    if isinstance(value, dict) and value.get("status") not in set(Status):
        value = {**value, "status": Status.SUPERSEDED}
    return value


def _known_relation(value: object) -> object:
    """Leave out a relation of an earlier version that is none any more."""
    return value if isinstance(value, dict) and value.get("kind") in set(RelationKind) else None


_Whole = BeforeValidator(_whole)
"""The ledger is kept as UTF-8, and so are the texts of whatever goes into it."""
_Dated = AfterValidator(_dated)
_Moment = Annotated[datetime, AfterValidator(as_utc)]
_Place = Annotated[int, Field(ge=0, lt=2**31)]
"""A number that every database can hold."""
_Label = Annotated[Text, Field(pattern=r"^[^.\x00]+$")]


class _Header(Fields):
    version: int
    owner: Text


class _Round(Fields):
    started_at: _Moment
    round_id: str
    session_id: Text
    occurrence: _Place
    position: _Place
    said_at: _Moment
    user: Annotated[Turn, _Dated] | None
    assistant: Annotated[Turn, _Dated] | None


class _Item(Fields):
    namespace: tuple[_Label, ...]
    key: Text
    value: Annotated[dict[str, Any], _Whole]
    fields: tuple[Text, ...] | None
    created_at: _Moment
    updated_at: _Moment


class _Line(Fields):
    model_config = ConfigDict(extra="forbid")

    archive: _Header | None = None
    round: _Round | None = None
    record: Annotated[Annotated[Record, _Whole, _Dated] | None, BeforeValidator(_known_record)] = None
    relation: Annotated[Annotated[Relation, _Whole] | None, BeforeValidator(_known_relation)] = None
    entry: object = None
    """Of the diary of an earlier version; passed over."""
    item: _Item | None = None
    policy: Annotated[dict[str, Any], _Whole] | None = None


def read_archive(path: Source, limit: int | None = None) -> Archive:
    """Read an archive, plain or gzip, of at most `limit` bytes; all is checked before anything is returned.

    Raises:
        BadInput: the file cannot be read, a field is missing or wrong, or a newer Daybook wrote it.
    """
    lines = []
    rounds: dict[str, _Round] = {}
    for record in read_records(path, limit):
        line = checked(_Line, record.value, source=path, where=record.where)
        lines.append(line)
        if given := line.round:
            place = (given.session_id, given.occurrence, given.position)
            new_id = round_id("", *place, given.user, given.assistant)  # what a memory that gets it calls it
            if rounds.setdefault(new_id, given) != given:
                raise BadInput("a round stands there twice", source=str(path), where=f"{record.where}: round")
    ids = Counter(given.round_id for given in rounds.values())
    if len(ids) < len(rounds):
        raise BadInput(f"two rounds have the id {ids.most_common(1)[0][0]!r}", source=str(path))
    header = lines[0].archive if lines else None
    if header is None:
        raise BadInput('the first line of an archive says "archive"', source=str(path), where="line 1")
    if header.version > VERSION:
        problem = f"version {header.version} is of a newer Daybook: upgrade"
        raise BadInput(problem, source=str(path), where="line 1")
    # Of several items at one place the last one counts.
    items = {(item.namespace, item.key): StoredItem(**dict(item)) for line in lines if (item := line.item)}
    policies = [line.policy for line in lines if line.policy is not None]
    return Archive(
        sessions=tuple(_sessions(rounds.values())),
        records=tuple(line.record for line in lines if line.record),
        relations=tuple(line.relation for line in lines if line.relation),
        items=tuple(items.values()),
        policy=json.dumps(policies[0]) if policies else None,
        owner=header.owner,
    )


def _sessions(rounds: Iterable[_Round]) -> Iterator[tuple[Session, tuple[Round, ...]]]:
    for (name, occurrence), group in groupby(rounds, key=lambda given: (given.session_id, given.occurrence)):
        members = [dict(given) for given in group]
        began = [values.pop("started_at") for values in members]
        yield Session(name, began[0], (), occurrence), tuple(Round(owner="", **values) for values in members)


def _histories(reading: FileReading) -> Iterator[History]:
    archive = read_archive(reading.source, reading.options.limit)
    sessions = tuple(session for session, _ in archive.sessions)
    yield History(sessions, archive=archive, owner=archive.owner)


ARCHIVE = ChatFormat(looks_like=lambda fields: "archive" in fields, read_histories=_histories)
