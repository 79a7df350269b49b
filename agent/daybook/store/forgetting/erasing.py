"""Forgetting in SQL, in one transaction."""

import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields

from sqlalchemy import Connection, delete, insert, select, update

from daybook.conversation import Event, Round
from daybook.store.forgetting.planning import ForgetPlan
from daybook.store.forgetting.rewriting import ledger_texts
from daybook.store.index_rows import drop_if_empty, note_added, note_removed, rename_collections
from daybook.store.item_table import delete_items
from daybook.store.ledger_table import draft_json, keep_only, note_rewrite
from daybook.store.round_queries import round_checksum, turn_rows
from daybook.store.round_table import RoundTable, drop_empty_sessions
from daybook.store.sql.database import Database
from daybook.store.sql.sql_tables import (
    change_in,
    checksum,
    drop_meta,
    index_rows,
    key_of_owner,
    ledger_events,
    owned,
    read_meta,
    read_metas,
    rounds,
    rows_in,
    sessions,
    to_index,
    turns,
    write_meta,
)
from daybook.text.redaction import holds

CLEANUP = "forgetting"
"""What the metadata names begin with under which cleanup tasks are stored, one for each forgetting."""
_SCRUB = "scrub"
"""The metadata name under which it is noted that bytes of what was deleted may be left in the file."""


@dataclass(frozen=True, slots=True)
class CleanupTasks:
    """What is still to be erased outside of the database, which holds it, forgotten texts too, until then."""

    names: tuple[str, ...]
    """Ids of rounds and records."""
    texts: tuple[str, ...]
    """Deleted texts of turns and records."""
    phrases: tuple[str, ...]
    """Phrases that may occur nowhere any more."""
    collections: tuple[str, ...] = ()
    """Collections in Chroma that held it."""
    name: str = field(default_factory=lambda: f"{CLEANUP}-{secrets.token_hex(8)}")
    """The metadata name of these tasks."""


def erase(connection: Connection, round_table: RoundTable, plan: ForgetPlan, tasks: CleanupTasks) -> int:
    """Apply a plan to the database: delete, redact, store the cleanup tasks. Return how many vectors went.

    Index rows of a round go with it; a redacted round is indexed anew.
    """
    redacted = {name: change.after for name, change in plan.redactions.items() if change.after is not None}
    round_table.add_tombstones(connection, (*plan.names, *plan.barred))
    _erase_rounds(connection, plan, redacted)
    delete_items(connection, [item.item_pk for item in plan.items])
    _rewrite_events(connection, plan.owner, plan.events)
    note_removed(connection, plan.owner)
    drop_if_empty(connection, plan.owner)
    rename_collections(connection, plan.owner)
    write_meta(connection, tasks.name, json.dumps(asdict(tasks)))
    return keep_only(connection, plan.owner, ledger_texts(plan.events), round_table.token)


def forget_titles(
    connection: Connection, owner: str, round_ids: Collection[str], phrases: Sequence[str]
) -> dict[str, int]:
    """Remove titles of sessions that lose something, and titles that hold a phrase; count them."""
    titled = select(sessions.c.session_pk, sessions.c.title).where(owned(sessions, owner))
    titled = titled.where(sessions.c.title.is_not(None))
    found = {key: title for key, title in connection.execute(titled)}
    gone = {key for key, title in found.items() if title and holds(title, phrases)}
    touched = rows_in(connection, select(rounds.c.session_pk).distinct(), rounds.c.round_id, round_ids)
    gone |= found.keys() & {key for (key,) in touched}
    change_in(connection, update(sessions).values(title=None), sessions.c.session_pk, gone)
    return {"titles": len(gone)} if gone else {}


def pending_cleanup(database: Database) -> list[CleanupTasks]:
    """Read the cleanup tasks that are not done: a crash left them, or another process is about to do them."""
    known = {a_field.name for a_field in fields(CleanupTasks)} - {"name"}
    with database.reading(None) as connection:
        written = read_metas(connection, CLEANUP)
    return [
        CleanupTasks(
            **{key: tuple(values) for key, values in json.loads(text).items() if key in known}, name=name
        )
        for name, text in written.items()
    ]


def clear_cleanup(database: Database, tasks: CleanupTasks) -> None:
    """Delete cleanup tasks that are done, and note that their bytes may be left in the file."""
    with database.writing(None) as connection:
        drop_meta(connection, tasks.name)
        write_meta(connection, _SCRUB, "wanted")


def needs_scrub(database: Database) -> bool:
    """True if bytes of what was deleted may be left in the file."""
    with database.reading(None) as connection:
        return read_meta(connection, _SCRUB) == "wanted"


def note_scrubbed(database: Database) -> None:
    """Note that no bytes of what was deleted are left in the file."""
    with database.writing(None) as connection:
        write_meta(connection, _SCRUB, "done")


def _erase_rounds(connection: Connection, plan: ForgetPlan, redacted: Mapping[str, Round]) -> None:
    owner_pk = key_of_owner(connection, plan.owner)
    change_in(connection, delete(rounds), rounds.c.round_id, plan.redactions.keys() - redacted.keys())
    for table in (turns, index_rows, to_index):
        change_in(connection, delete(table), table.c.round_id, redacted)
    for name, after in redacted.items():
        values = {"round_id": after.round_id, "checksum": round_checksum(after)}
        connection.execute(update(rounds).where(rounds.c.round_id == name).values(values))
    if redacted:
        connection.execute(insert(turns), turn_rows(redacted.values(), owner_pk))
        note_added(connection, owner_pk, [after.round_id for after in redacted.values()])
    drop_empty_sessions(connection, plan.owner)


def _rewrite_events(connection: Connection, owner: str, events: Sequence[Event]) -> None:
    """Replace all of the owner's events by `events`; only rows that differ are written."""
    after = {event.event_id: (event.posted_at, draft_json(event.draft)) for event in events}
    query = select(ledger_events.c.ledger_event_pk, ledger_events.c.draft)
    rows = connection.execute(query.where(owned(ledger_events, owner))).all()
    gone = [key for key, _ in rows if key not in after]
    change_in(connection, delete(ledger_events), ledger_events.c.ledger_event_pk, gone)
    for key, draft in rows:
        if key in after and after[key][1] != draft:
            changed = update(ledger_events).where(ledger_events.c.ledger_event_pk == key)
            connection.execute(changed.values(draft=after[key][1], checksum=checksum(*after[key])))
    note_rewrite(connection, owner)
