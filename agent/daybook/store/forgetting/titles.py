"""Titles of sessions go with what they may tell: with any round of the session, or a phrase they hold."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, select, update

from daybook.english.redaction import holds
from daybook.store.rows import chunked
from daybook.store.schema import owners, rounds, sessions


def forget_titles(
    connection: Connection, owner: str, round_ids: Collection[str], phrases: Sequence[str]
) -> dict[str, int]:
    """Take away the titles of sessions that lose something, and those that hold a phrase.

    Returns:
        How many as "titles"; nothing where there were none.
    """
    titled = (
        select(sessions.c.session_pk, sessions.c.title)
        .join(owners, owners.c.owner_pk == sessions.c.owner_pk)
        .where(owners.c.owner == owner, sessions.c.title.is_not(None))
    )
    found = {row.session_pk: row.title for row in connection.execute(titled)}
    gone = {key for key, title in found.items() if title and holds(title, phrases)}
    for names in chunked(sorted(round_ids)):
        of_rounds = select(rounds.c.session_pk).where(rounds.c.round_id.in_(names)).distinct()
        gone |= found.keys() & set(connection.execute(of_rounds).scalars())
    for keys in chunked(sorted(gone)):
        connection.execute(update(sessions).where(sessions.c.session_pk.in_(keys)).values(title=None))
    return {"titles": len(gone)} if gone else {}
