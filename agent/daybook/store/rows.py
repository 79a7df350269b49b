"""Converts between table rows and rounds."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select, select

from daybook.conversation import Role, Round, Turn
from daybook.store.schema import Garbled, owners, rounds, sessions, turns

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
            sessions.c.session_id,
            sessions.c.occurrence,
            turns.c.role,
            turns.c.content,
            turns.c.said_at.label("turn_said_at"),
            turns.c.speaker,
            turns.c.sources,
        )
        .select_from(rounds.join(sessions).join(owners).join(turns))
        .where(owners.c.owner == owner)
        .order_by(*_ORDER)
    )


def read_rounds(connection: Connection, query: Select[Any], owner: str) -> Iterator[Round]:
    """Run a query made of `select_rounds`; a round that cannot be read is left out, with a warning."""
    for name, group in groupby(connection.execute(query), key=lambda row: row.round_id):
        rows = list(group)
        if _is_readable(rows):
            yield _round(rows, owner)
        else:
            LOG.warning("round %s cannot be read and is left out: `daybook doctor` says more", name)


def turn_rows(added: Iterable[Round]) -> list[dict[str, object]]:
    """Make the rows of the rounds' turns."""
    return [
        {
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


def _is_readable(rows: Iterable[Row[Any]]) -> bool:
    texts = (text for row in rows for text in (row.content, row.speaker, row.session_id))
    return not any(isinstance(text, Garbled) for text in texts) and all(row.role in _ROLES for row in rows)


def _round(rows: Sequence[Row[Any]], owner: str) -> Round:
    first = rows[0]
    sides = {
        Role(row.role): Turn(
            role=Role(row.role),
            content=row.content,
            said_at=row.turn_said_at,
            speaker=row.speaker,
            sources=None if row.sources is None else tuple(row.sources),
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
