"""Forgetting in SQL: one transaction takes everything out, and notes what is left to do outside."""

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

_DUTIES = "forgetting"
"""The name under which duties are noted."""


@dataclass(frozen=True, slots=True)
class Duties:
    """What is to be erased outside of the database; noted in it until that is done.

    It holds what is forgotten, so the database is rewritten once the note is dropped.
    """

    names: tuple[str, ...]
    """Ids of rounds and records."""
    texts: tuple[str, ...]
    """What was said or noted."""
    phrases: tuple[str, ...]
    """Words that may stand nowhere any more."""
    embedded: tuple[str, ...]
    """Texts whose vectors a cache may hold."""
    exports: tuple[str, ...]
    """Files that the memory was written to."""


def erase(connection: Connection, truth: RoundTable, plan: ForgetPlan, duties: Duties) -> None:
    """Put what a plan leaves in place of what there was.

    The owner's vectors begin a new generation, and the rounds that stay are marked to be indexed: so a
    crash right after leaves a store that the next open can finish.
    """
    truth.bury(connection, plan.names)
    _erase_pins(connection, plan)
    _erase_rounds(connection, plan)
    rewrite_events(connection, plan.owner, plan.events)
    state = read_state(connection, plan.owner)
    write_state(connection, plan.owner, replace(state, generation=state.generation + 1))
    put(connection, _DUTIES, json.dumps(asdict(duties)))
    put(connection, "scrub", "wanted")


def duties_left(truth: RoundTable) -> Duties | None:
    """Read the duties that a crash or an error left undone; None where there are none."""
    written = truth.noted(_DUTIES)
    if written is None:
        return None
    return Duties(**{name: tuple(values) for name, values in json.loads(written).items()})


def duties_done(truth: RoundTable) -> None:
    """Drop the note of the duties; `Database.scrub` then takes it out of the bytes."""
    with truth.database.writing() as connection:
        if get(connection, _DUTIES) is not None:
            drop(connection, _DUTIES)
            put(connection, "scrub", "wanted")


def _erase_pins(connection: Connection, plan: ForgetPlan) -> None:
    drop_pins(connection, plan.owner, plan.pins)
    rename_pinned(connection, {name: loss.after.round_id for name, loss in plan.losses.items() if loss.after})


def _erase_rounds(connection: Connection, plan: ForgetPlan) -> None:
    """Delete rounds, and give those that lost sentences their new ids and turns."""
    _delete(connection, [name for name, loss in plan.losses.items() if loss.after is None])
    redacted = [(name, loss.after) for name, loss in plan.losses.items() if loss.after is not None]
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
