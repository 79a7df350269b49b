"""Queries that tell which rounds a forgetting has to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from sqlalchemy import func, select

from daybook.conversation import Role
from daybook.store.columns import Garbled
from daybook.store.database import Database
from daybook.store.round_queries import SESSIONS
from daybook.store.rows import chunked
from daybook.store.schema import owners, rounds, sessions, turns

_ROLES = frozenset(str(role) for role in Role)

Place: TypeAlias = tuple[str, int]
"""The id of a session, and its occurrence."""


class TurnText(NamedTuple):
    """What a turn says and recalls."""

    round_id: str
    content: str
    sources: tuple[str, ...]
    """Ids of the rounds and records that it recalls."""
    is_readable: bool
    """Whether its row is sound as far as can be told without a checksum."""


def turn_texts(database: Database, owner: str) -> list[TurnText]:
    """What every turn of the owner says and recalls, in the order of their rounds.

    It costs far less than reading the rounds, for it makes none and compares no checksums.
    """
    query = (
        select(
            *(rounds.c[name] for name in ("session_pk", "position", "round_id", "said_at")),
            *(turns.c[name] for name in ("role", "content", "sources")),
        )
        .select_from(
            rounds.join(owners, owners.c.owner_pk == rounds.c.owner_pk).outerjoin(
                turns, turns.c.round_id == rounds.c.round_id
            )
        )
        .where(owners.c.owner == owner)
    )
    with database.reading(owner) as connection:
        rows = sorted(connection.execute(query).all(), key=itemgetter(0, 1, 2))
    return [
        TurnText(name, content or "", _named(sources), role in _ROLES and bool(moment) and _is_text(content))
        for _, _, name, moment, role, content, sources in rows
    ]


def rounds_holding(database: Database, piece: str) -> list[tuple[str, str]]:
    """Owner and id of the rounds of anybody that may hold a piece: of all that do, and of others."""
    kept = turns.join(rounds, rounds.c.round_id == turns.c.round_id)
    kept = kept.join(owners, owners.c.owner_pk == rounds.c.owner_pk)
    query = select(owners.c.owner, turns.c.round_id).select_from(kept).distinct()
    with database.reading(None) as connection:
        found = connection.execute(query.where(turns.c.content.contains(piece, autoescape=True)))
        return [(owner, name) for owner, name in found]


def session_sizes(database: Database, owner: str, session_ids: Iterable[str]) -> Counter[Place]:
    """How many rounds the owner's sessions of those ids have."""
    query = (
        select(sessions.c.session_id, sessions.c.occurrence, func.count(rounds.c.round_id))
        .select_from(SESSIONS)
        .where(owners.c.owner == owner)
        .group_by(sessions.c.session_id, sessions.c.occurrence)
    )
    sizes: Counter[Place] = Counter()
    with database.reading(owner) as connection:
        for some in chunked(sorted(set(session_ids))):
            rows = connection.execute(query.where(sessions.c.session_id.in_(some)))
            sizes.update({(session_id, occurrence): count for session_id, occurrence, count in rows})
    return sizes


def _named(sources: object) -> tuple[str, ...]:
    return tuple(map(str, sources)) if isinstance(sources, list) else ()


def _is_text(content: object) -> bool:
    return isinstance(content, str) and not isinstance(content, Garbled)
