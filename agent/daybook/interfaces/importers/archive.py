"""Archives of Daybook itself, as `daybook export` writes them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from daybook.conversation import Record, Relation, Round, Session, Turn, as_utc
from daybook.errors import BadInput
from daybook.interfaces.importers.fields import Text, checked
from daybook.interfaces.importers.records import read_records
from daybook.library.archive import VERSION, Archive

Moment = Annotated[datetime, AfterValidator(as_utc)]
Place = Annotated[int, Field(ge=0, lt=2**31)]
"""As far as every database counts."""


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


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    archive: _Header | None = None
    round: _Round | None = None
    record: Annotated[Record, AfterValidator(_known)] | None = None
    relation: Relation | None = None
    policy: dict[str, Any] | None = None


def read_archive(path: Path, limit: int | None = None) -> Archive:
    """Read an archive, plain or gzip; all of it is checked before anything is returned.

    Args:
        path: the file.
        limit: bytes that the file may hold, unpacked; None for any number.

    Raises:
        BadInput: the file cannot be read, a field is missing or wrong, or a newer Daybook wrote it.
    """
    lines = [
        checked(_Line, record.value, source=path, where=record.where) for record in read_records(path, limit)
    ]
    header = lines[0].archive if lines else None
    if header is None:
        raise BadInput('the first line of an archive says "archive"', source=path, where="line 1")
    if header.version > VERSION:
        problem = f"version {header.version} is of a newer Daybook: upgrade"
        raise BadInput(problem, source=path, where="line 1")
    policies = [line.policy for line in lines if line.policy is not None]
    return Archive(
        sessions=_sessions(line.round for line in lines if line.round),
        records=tuple(line.record for line in lines if line.record),
        relations=tuple(line.relation for line in lines if line.relation),
        policy=json.dumps(policies[0]) if policies else None,
        owner=header.owner,
        posted=header.posted,
    )


def _sessions(rounds: Iterable[_Round]) -> tuple[tuple[Session, tuple[Round, ...]], ...]:
    found = []
    for (name, occurrence), group in groupby(rounds, key=lambda one: (one.session_id, one.occurrence)):
        members = list(group)
        session = Session(name, members[0].started_at, (), occurrence)
        found.append((session, tuple(_round(one) for one in members)))
    return tuple(found)


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
