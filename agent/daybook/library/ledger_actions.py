"""What an owner can do with the ledger: look, decide, set the policy, audit."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation import (
    Event,
    Record,
    RecordDifference,
    Relation,
    Status,
    differences,
)
from daybook.conversation.ledger import undone_events
from daybook.errors import UnknownItem
from daybook.graph.event_loop import blocking
from daybook.graph.receive import moment_of
from daybook.library.owner_decisions import OwnerDecisions, Posted
from daybook.remember import Concern, ConcernKind, Policy, audit, policy_from
from daybook.remember.rates import SlotRates, recalled_in, slot_rates


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """An event of the ledger in its history."""

    event: Event
    counts: bool
    """False where it was taken back."""


class LedgerActions(OwnerDecisions):
    """The ledgers of a memory, for their owners. Every method names the owner; `a…` ones are asynchronous.

    With `dry`, an action writes nothing, and says what it would change.
    """

    async def arecords(
        self, *, owner: str, as_of: datetime | None = None, statuses: Collection[Status] = tuple(Status)
    ) -> list[Record]:
        """List what is known about the owner, by slot and then by when it was said, now or at a moment."""
        ledger = await to_thread(self._ledgers.of, owner, as_of=moment_of("as_of", as_of))
        found = ledger.with_status(*statuses)
        return sorted(found, key=lambda record: (record.slot, record.said_at))

    async def ahistory(self, *, owner: str, last: int | None = None) -> list[LedgerEntry]:
        """List the events of the ledger, or only so many of the latest, the earliest first."""
        events = await to_thread(self._ledgers.events, owner, last=last)
        undone = undone_events(events)
        return [LedgerEntry(event, event.event_id not in undone) for event in events]

    async def arelations(self, *, owner: str, as_of: datetime | None = None) -> list[Relation]:
        """List how records bear on each other, now or at a moment."""
        return list((await to_thread(self._ledgers.of, owner, as_of=moment_of("as_of", as_of))).relations)

    async def arates(self, *, owner: str) -> list[SlotRates]:
        """Count by slot how often what is known was used in chat, and how often it was wrong."""
        ledger, history = await to_thread(self._ledgers.of, owner), await self.ahistory(owner=owner)
        replies = await to_thread(lambda: recalled_in(self._parts.store.all_rounds(owner)))
        return slot_rates(ledger, [entry.event.draft for entry in history if entry.counts], replies)

    async def achanges(
        self, *, owner: str, since: datetime, until: datetime | None = None
    ) -> list[RecordDifference]:
        """Say how the ledger of one moment differs from that of an earlier one."""
        moments = (moment_of("since", since), moment_of("until", until))
        before, after = [await to_thread(self._ledgers.of, owner, as_of=moment) for moment in moments]
        return differences(before, after)

    async def apolicy(self, *, owner: str) -> Policy:
        """Give the owner's rules about what may be written."""
        return policy_from(await to_thread(self._ledgers.policy, owner))

    async def aset_policy(self, policy: Policy, *, owner: str) -> None:
        """Keep other rules; what is written already is left, and shown by the audit.

        Rounds of which something waited for consent that is given now are read again by the next
        `Daybook.remember`.

        Raises:
            UnknownItem: nothing is kept for the owner.
        """
        if owner not in await to_thread(self._parts.store.owners):
            raise UnknownItem(f"nothing is kept for {owner!r}; --owner names another memory")
        await to_thread(self._ledgers.keep_policy, owner, policy.to_json())
        held = self._parts.store.held_back
        await to_thread(held.settle, owner, permits=policy.permits, asks=policy.asks)

    async def aaudit(self, *, owner: str, at: datetime | None = None) -> list[Concern]:
        """Look for what is wrong in the ledger; nothing is changed."""
        policy = await self.apolicy(owner=owner)
        ledger, moment = await to_thread(self._ledgers.of, owner), self._moment(at)
        return await to_thread(audit, ledger, self._parts.store, policy, owner=owner, at=moment)

    async def amend(
        self,
        kinds: Iterable[ConcernKind] = tuple(ConcernKind),
        *,
        owner: str,
        at: datetime | None = None,
        dry: bool = False,
    ) -> Posted:
        """Mend what the audit finds of those kinds, one event for each concern."""
        wanted = set(kinds)
        concerns = await self.aaudit(owner=owner, at=at)
        drafts = [concern.fix for concern in concerns if concern.kind in wanted]
        return await self._post(owner, drafts, self._moment(at), dry=dry)

    records = blocking(arecords)
    history = blocking(ahistory)
    relations = blocking(arelations)
    rates = blocking(arates)
    changes = blocking(achanges)
    policy = blocking(apolicy)
    set_policy = blocking(aset_policy)
    audit = blocking(aaudit)
    mend = blocking(amend)
