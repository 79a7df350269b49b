"""Rounds that somebody else's program had, kept one at a time: what it read, and what was learned of it."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation import RecordDifference, Round, Turn, differences
from daybook.errors import BadInput
from daybook.graph.parts import Parts
from daybook.library.graph_runs import GraphRuns


@dataclass(frozen=True, slots=True)
class Appended:
    """A round as it is kept."""

    round: Round
    is_new: bool
    """False where the session's last round says the same: a call that was made twice keeps one round."""
    learned: tuple[RecordDifference, ...]
    """What it changed in the ledger, by rules."""


async def append_round(
    parts: Parts,
    graphs: GraphRuns,
    turns: Sequence[Turn],
    *,
    owner: str,
    session_id: str | None,
    said_at: datetime,
) -> Appended:
    """Keep a round at the end of a session, and post the facts in it: see `Daybook.aappend`."""
    if not owner.strip() or not any(turn.content.strip() for turn in turns):
        raise BadInput("an owner and words are needed", source="append")
    session = session_id or f"{said_at:%Y-%m-%d}"
    last = await to_thread(parts.store.last_round, owner, session)
    if last is not None and last.fields == {turn.role: turn.content for turn in turns}:
        return Appended(last, False, ())
    learns = parts.learns_in_chat
    kept = await parts.store.append(owner, session, turns, said_at=said_at, for_model=learns)
    if not parts.settings.ledger:
        return Appended(kept, True, ())
    before = await to_thread(parts.store.ledgers.of, owner)
    await graphs.remember(owner)
    changed = differences(before, await to_thread(parts.store.ledgers.of, owner))
    if learns:
        parts.background.start(owner, lambda: _learn(graphs, owner))
    return Appended(kept, True, tuple(changed))


async def _learn(graphs: GraphRuns, owner: str) -> None:
    """Have a model read for facts what waits for it."""
    await graphs.remember(owner, by_model=True)
