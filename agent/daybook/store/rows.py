"""Converts between table rows and rounds, with a checksum that tells a row that was garbled."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, TypeVar
from zlib import crc32

from sqlalchemy import Connection, Row, Select, select

from daybook.conversation import Role, Round, Turn
from daybook.store.columns import Garbled
from daybook.store.schema import owners, rounds, sessions, turns

LOG = logging.getLogger(__name__)
T = TypeVar("T")

CHUNK = 500
"""How many values one IN list holds: well under the limit of every database."""

_ROLES = frozenset(str(role) for role in Role)
_ORDER = (sessions.c.session_pk, rounds.c.position, rounds.c.round_id)


def chunked(values: Sequence[T], size: int = CHUNK) -> Iterator[Sequence[T]]:
    """Split a sequence into chunks of at most `size`."""
    return (values[start : start + size] for start in range(0, len(values), size))


def select_rounds(owner: str) -> Select[Any]:
    """Select an owner's rounds with their turns, in the order in which they were said."""
    return (
        select(
            rounds.c.round_id,
            rounds.c.position,
            rounds.c.said_at,
            rounds.c.checksum,
            sessions.c.session_id,
            sessions.c.occurrence,
            turns.c.role,
            turns.c.content,
            turns.c.said_at.label("turn_said_at"),
            turns.c.speaker,
            turns.c.sources,
        )
        .select_from(
            rounds.join(sessions, sessions.c.session_pk == rounds.c.session_pk)
            .join(owners, owners.c.owner_pk == rounds.c.owner_pk)
            .join(turns, turns.c.round_id == rounds.c.round_id)
        )
        .where(owners.c.owner == owner)
        .order_by(*_ORDER)
    )


def read_rounds(connection: Connection, query: Select[Any], owner: str) -> Iterator[Round]:
    """Run a query made of `select_rounds`; a round that cannot be read is left out, with a warning."""
    for name, group in groupby(connection.execute(query), key=lambda row: row.round_id):
        rows = list(group)
        round_ = _round(rows, owner) if _is_readable(rows) else None
        if round_ is not None and rows[0].checksum in (None, round_checksum(round_)):
            yield round_
        else:
            LOG.warning("round %s cannot be read and is left out: `daybook doctor` says more", name)


def checksum(*values: object) -> int:
    """Return the CRC-32 of values, which may be texts, numbers, moments, lists of these, and None."""
    return crc32(json.dumps(values, default=_plain).encode())


def round_checksum(round_: Round) -> int:
    """Return the checksum of what is stored of a round, but for what its session says."""
    said = [
        [turn.role.value, turn.content, turn.said_at, turn.speaker, turn.sources] for turn in round_.turns
    ]
    return checksum(round_.round_id, round_.position, round_.said_at, said)


def session_checksum(session_id: str, occurrence: int, started_at: datetime) -> int:
    """Return the checksum of what is stored of a session."""
    return checksum(session_id, occurrence, started_at)


def turn_rows(added: Iterable[Round], owner_pk: int) -> list[dict[str, object]]:
    """Make the rows of the rounds' turns."""
    return [
        {
            "owner_pk": owner_pk,
            "round_id": round_.round_id,
            "role": str(turn.role),
            "content": turn.content,
            "said_at": turn.said_at,
            "speaker": turn.speaker,
            "sources": None if turn.sources is None else list(turn.sources),
        }
        for round_ in added
        for turn in round_.turns
    ]


def _plain(value: object) -> object:
    """Write a moment as its seconds since 1970, which do not depend on its time zone."""
    if isinstance(value, datetime):
        return value.timestamp()
    raise TypeError(f"no checksum of a {type(value).__name__}")


def _is_readable(rows: Iterable[Row[Any]]) -> bool:
    texts = (text for row in rows for text in (row.content, row.speaker, row.session_id))
    return (
        not any(isinstance(text, Garbled) for text in texts)
        and all(row.role in _ROLES and row.said_at is not None for row in rows)
        and all(isinstance(row.content, str) for row in rows)
    )


def _round(rows: Sequence[Row[Any]], owner: str) -> Round:
    first = rows[0]
    sides = {
        Role(row.role): Turn(
            role=Role(row.role),
            content=row.content,
            said_at=row.turn_said_at,
            speaker=row.speaker,
            sources=tuple(map(str, row.sources)) if isinstance(row.sources, list) else None,
        )
        for row in rows
    }
    return Round(
        round_id=first.round_id,
        owner=owner,
        session_id=first.session_id,
        occurrence=first.occurrence,
        position=first.position,
        said_at=first.said_at,
        user=sides.get(Role.USER),
        assistant=sides.get(Role.ASSISTANT),
    )
