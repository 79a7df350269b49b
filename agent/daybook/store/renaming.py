"""Replaces the id of a round everywhere it is stored, when the round gets a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, func, select, update

from daybook.store.pins import rename_pinned
from daybook.store.rows import chunked
from daybook.store.schema import ledger_events, owners, rounds, sessions, turns
from daybook.store.states import note_rewrite


def posted_of(connection: Connection, names: Iterable[str]) -> set[str]:
    """Return which of those rounds have their facts posted."""
    return {
        name
        for chunk in chunked(sorted(names))
        for name in connection.execute(
            select(rounds.c.round_id).where(rounds.c.round_id.in_(chunk), rounds.c.posted)
        ).scalars()
    }


def follow_renamed(connection: Connection, owner: str, names: Mapping[str, str], posted: set[str]) -> None:
    """Replace old round ids by new ones in pins, in ledger events and in the sources of turns.

    Args:
        connection: of a transaction.
        owner: whose rounds they are.
        names: the new ids by the old ones.
        posted: the old ids of rounds whose facts are posted; the new ones are not offered again.
    """
    if not names:
        return
    rename_pinned(connection, names)
    owner_pk = select(owners.c.owner_pk).where(owners.c.owner == owner).scalar_subquery()
    of_owner = ledger_events.c.owner_pk == owner_pk
    for before, now in names.items():
        draft = func.replace(ledger_events.c.draft, before, now)
        naming = ledger_events.c.draft.contains(before)
        connection.execute(update(ledger_events).where(of_owner, naming).values(draft=draft))
        if before in posted:
            connection.execute(update(rounds).where(rounds.c.round_id == now).values(posted=True))
    note_rewrite(connection)
    _rename_sources(connection, owner, names)


def _rename_sources(connection: Connection, owner: str, names: Mapping[str, str]) -> None:
    query = select(turns.c.round_id, turns.c.role, turns.c.sources)
    query = query.select_from(turns.join(rounds).join(sessions).join(owners))
    for name, role, sources in connection.execute(
        query.where(owners.c.owner == owner, turns.c.sources.is_not(None))
    ).all():
        if not names.keys().isdisjoint(sources):
            renamed = [names.get(source, source) for source in sources]
            turn = update(turns).where(turns.c.round_id == name, turns.c.role == role)
            connection.execute(turn.values(sources=renamed))
