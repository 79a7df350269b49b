"""Forgetting in SQL: one transaction deletes everything and stores the cleanup tasks outside the database."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Connection, delete, insert, select, update

from daybook.store.forgetting.planning import ForgetPlan
from daybook.store.ledger import rewrite_events
from daybook.store.pins import drop_pins, rename_pinned
from daybook.store.rounds import RoundTable
from daybook.store.rows import chunked, turn_rows
from daybook.store.schema import owners, rounds, sessions, turns
from daybook.store.states import drop, get, put, read_state, write_state

_CLEANUP = "forgetting"
"""The metadata name under which cleanup tasks are stored."""


@dataclass(frozen=True, slots=True)
class CleanupTasks:
    """What has to be erased outside of the database; stored in it until that is done.

    It holds forgotten texts, so the database is vacuumed once it is dropped.
    """

    names: tuple[str, ...]
    """Ids of rounds and records."""
    texts: tuple[str, ...]
    """Deleted texts of turns and records."""
    phrases: tuple[str, ...]
    """Phrases that may occur nowhere any more."""
    embedded: tuple[str, ...]
    """Texts whose vectors a cache may hold."""
    exports: tuple[str, ...]
    """Files that the memory was exported to."""


def erase(connection: Connection, round_table: RoundTable, plan: ForgetPlan, tasks: CleanupTasks) -> None:
    """Apply a plan to the database: delete, redact, and store the cleanup tasks.

    The owner's vectors begin a new generation and the remaining rounds are marked as not indexed, so the
    next opening can complete the work after a crash.
    """
    round_table.add_tombstones(connection, plan.names)
    _erase_pins(connection, plan)
    _erase_rounds(connection, plan)
    rewrite_events(connection, plan.owner, plan.events)
    state = read_state(connection, plan.owner)
    write_state(connection, plan.owner, replace(state, generation=state.generation + 1))
    put(connection, _CLEANUP, json.dumps(asdict(tasks)))
    put(connection, "scrub", "wanted")


def pending_cleanup(round_table: RoundTable) -> CleanupTasks | None:
    """Read the cleanup tasks that a crash or an error left undone; None if there are none."""
    written = round_table.get_meta(_CLEANUP)
    if written is None:
        return None
    return CleanupTasks(**{name: tuple(values) for name, values in json.loads(written).items()})


def clear_cleanup(round_table: RoundTable) -> None:
    """Delete the stored cleanup tasks; `Database.vacuum` then removes them from the bytes."""
    with round_table.database.writing() as connection:
        if get(connection, _CLEANUP) is not None:
            drop(connection, _CLEANUP)
            put(connection, "scrub", "wanted")


def _erase_pins(connection: Connection, plan: ForgetPlan) -> None:
    drop_pins(connection, plan.owner, plan.pins)
    rename_pinned(
        connection,
        {name: redaction.after.round_id for name, redaction in plan.redactions.items() if redaction.after},
    )


def _erase_rounds(connection: Connection, plan: ForgetPlan) -> None:
    """Delete rounds, and write the new ids and turns of redacted ones."""
    _delete(connection, [name for name, redaction in plan.redactions.items() if redaction.after is None])
    redacted = [
        (name, redaction.after) for name, redaction in plan.redactions.items() if redaction.after is not None
    ]
    for names in chunked([name for name, _ in redacted]):
        connection.execute(delete(turns).where(turns.c.round_id.in_(names)))
    for name, after in redacted:
        connection.execute(update(rounds).where(rounds.c.round_id == name).values(round_id=after.round_id))
    if redacted:
        connection.execute(insert(turns), turn_rows(after for _, after in redacted))
    of_owner = select(sessions.c.session_pk).join(owners).where(owners.c.owner == plan.owner)
    connection.execute(
        delete(sessions).where(
            sessions.c.session_pk.in_(of_owner), sessions.c.session_pk.not_in(select(rounds.c.session_pk))
        )
    )


def _delete(connection: Connection, names: Collection[str]) -> None:
    for chunk in chunked(sorted(names)):
        connection.execute(delete(rounds).where(rounds.c.round_id.in_(chunk)))
