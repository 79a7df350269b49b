"""Forgetting in SQL: one transaction deletes everything and stores the cleanup tasks outside the database."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field, fields

from sqlalchemy import Connection, delete, exists, insert, select, update

from daybook.conversation import Event
from daybook.store.forgetting.ledger_rewrite import ledger_texts
from daybook.store.forgetting.planning import ForgetPlan
from daybook.store.index_notes import drop_if_empty, note_added, note_removed, rename_collections
from daybook.store.item_writing import delete_items
from daybook.store.ledger import draft_json, note_rewrite
from daybook.store.pins import drop_pins, rename_pinned
from daybook.store.rounds import RoundTable
from daybook.store.rows import checksum, chunked, round_checksum, turn_rows
from daybook.store.schema import index_rows, ledger_events, owners, rounds, sessions, to_index, turns
from daybook.store.states import drop, named, put
from daybook.store.text_vectors import keep_only

CLEANUP = "forgetting"
"""What the metadata names begin with under which cleanup tasks are stored, one for each forgetting."""
_SCRUB = "scrub"
"""The metadata name under which it is noted that bytes of what was deleted may be left in the file."""


@dataclass(frozen=True, slots=True)
class CleanupTasks:
    """What has to be erased outside of the database; stored in it until that is done.

    It holds forgotten texts, until it is done.
    """

    names: tuple[str, ...]
    """Ids of rounds and records."""
    texts: tuple[str, ...]
    """Deleted texts of turns and records."""
    phrases: tuple[str, ...]
    """Phrases that may occur nowhere any more."""
    exports: tuple[str, ...]
    """Files that the memory was exported to."""
    collections: tuple[str, ...] = ()
    """Collections in Chroma that held it."""
    name: str = field(default_factory=lambda: f"{CLEANUP}-{secrets.token_hex(8)}")
    """The metadata name of these tasks."""


def erase(connection: Connection, round_table: RoundTable, plan: ForgetPlan, tasks: CleanupTasks) -> int:
    """Apply a plan to the database: delete, redact, and store the cleanup tasks.

    What the indexes hold of a round goes with it. A redacted round is to be indexed anew.

    Returns:
        How many vectors of texts went.
    """
    round_table.add_tombstones(connection, (*plan.names, *plan.barred))
    _erase_pins(connection, plan)
    _erase_rounds(connection, plan)
    delete_items(connection, [item.item_pk for item in plan.items])
    _rewrite_events(connection, plan.owner, plan.events)
    note_removed(connection, plan.owner)
    drop_if_empty(connection, plan.owner)
    rename_collections(connection, plan.owner)
    put(connection, tasks.name, json.dumps(asdict(tasks)))
    return keep_only(connection, plan.owner, ledger_texts(plan.events), round_table.token)


def pending_cleanup(round_table: RoundTable) -> list[CleanupTasks]:
    """Read the cleanup tasks that are not done: a crash left them, or another process is about to do them."""
    known = {one.name for one in fields(CleanupTasks)} - {"name"}
    with round_table.database.reading(None) as connection:
        written = named(connection, CLEANUP)
    return [
        CleanupTasks(
            **{one: tuple(values) for one, values in json.loads(text).items() if one in known}, name=name
        )
        for name, text in written.items()
    ]


def clear_cleanup(round_table: RoundTable, tasks: CleanupTasks) -> None:
    """Delete cleanup tasks that are done, and note that their bytes may be left in the file."""
    with round_table.database.writing(None) as connection:
        drop(connection, tasks.name)
        put(connection, _SCRUB, "wanted")


def needs_scrub(round_table: RoundTable) -> bool:
    """Whether bytes of what was deleted may be left in the file."""
    return round_table.get_meta(_SCRUB) == "wanted"


def note_scrubbed(round_table: RoundTable) -> None:
    """Note that no bytes of what was deleted are left in the file."""
    round_table.put_meta(_SCRUB, "done")


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
    owner_pk = connection.execute(select(owners.c.owner_pk).where(owners.c.owner == plan.owner)).scalar_one()
    for names in chunked([name for name, _ in redacted]):
        for table in (turns, index_rows, to_index):
            connection.execute(delete(table).where(table.c.round_id.in_(names)))
    for name, after in redacted:
        values = {"round_id": after.round_id, "checksum": round_checksum(after)}
        connection.execute(update(rounds).where(rounds.c.round_id == name).values(values))
    if redacted:
        connection.execute(insert(turns), turn_rows((after for _, after in redacted), owner_pk))
        note_added(connection, owner_pk, [after.round_id for _, after in redacted])
    of_owner = select(sessions.c.session_pk).where(sessions.c.owner_pk == owner_pk)
    connection.execute(
        delete(sessions).where(
            sessions.c.session_pk.in_(of_owner),
            ~exists().where(rounds.c.session_pk == sessions.c.session_pk),
        )
    )


def _delete(connection: Connection, names: Collection[str]) -> None:
    for chunk in chunked(sorted(names)):
        connection.execute(delete(rounds).where(rounds.c.round_id.in_(chunk)))


def _rewrite_events(connection: Connection, owner: str, kept: Sequence[Event]) -> None:
    """Replace all of the owner's events by `kept`; only rows that differ are written."""
    after = {event.event_id: draft_json(event.draft) for event in kept}
    posted = {event.event_id: event.posted_at for event in kept}
    query = select(ledger_events.c.ledger_event_pk, ledger_events.c.draft).join(owners)
    rows = connection.execute(query.where(owners.c.owner == owner)).all()
    for keys in chunked([key for key, _ in rows if key not in after]):
        connection.execute(delete(ledger_events).where(ledger_events.c.ledger_event_pk.in_(keys)))
    for key, draft in rows:
        if key in after and after[key] != draft:
            changed = update(ledger_events).where(ledger_events.c.ledger_event_pk == key)
            connection.execute(changed.values(draft=after[key], checksum=checksum(posted[key], after[key])))
    note_rewrite(connection, owner)
