"""Access to a memory beside asking and keeping: its parts, and what is stored."""

from asyncio import to_thread
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from functools import cached_property
from pathlib import Path

from daybook.conversation import Round
from daybook.conversation.errors import BadInput, UnknownItem
from daybook.conversation.zones import find_zone
from daybook.graph.event_loop import blocking
from daybook.graph.parts import Components
from daybook.library.archive import Archive, Archived, restore_archive, write_archive
from daybook.library.document_actions import DocumentActions, ItemActions
from daybook.library.ledger_actions import LedgerActions
from daybook.store import Added, CheckResult, SessionSummary, Stats
from daybook.store.access_tokens import AccessTokens
from daybook.store.fact_queue import QueueCounts
from daybook.store.indexing import Progress


class MemoryAccess:
    """The parts of a memory that is open. `Daybook` is one; every method has a blocking twin there."""

    def __init__(self, parts: Components) -> None:
        self.parts = parts
        self.settings, self.embedder = parts.settings, parts.embedder
        self.models, self.reply_model = parts.models, parts.models.model
        """The chat models of the steps, and the one that replies; None if rules do."""
        self.prompts, self.analyzer = parts.prompts, parts.analyzer
        self.default_owner = parts.default_owner
        """The owner if nobody is named; None if somebody has to be."""

    def now(self) -> datetime:
        """Give the moment by the clock, timezone-aware."""
        return self.parts.clock()

    async def amoment(self, given: datetime | str | None = None, *, owner: str) -> datetime:
        """Read a moment as an owner tells it, which is now by default.

        Without an offset it is of the owner's zone; one in UTC is told in that zone, and any other offset
        stays. Raises BadInput for what is no moment.
        """
        return await self.parts.moment(given, "said_at", owner)

    async def azone(self, *, owner: str) -> tzinfo:
        """Give the zone in which an owner's days begin."""
        return await to_thread(self.parts.store.zone, owner)

    async def aset_zone(self, name: str | None, *, owner: str) -> None:
        """Have an owner's days begin in a zone, by its IANA name; None for that of the settings.

        Moments that were given with an offset other than UTC's keep it.

        Raises:
            BadInput: there is no such zone.
        """
        try:
            find_zone(name or "UTC")
        except ValueError as error:
            raise BadInput(str(error), source="time_zone") from None
        await to_thread(self.parts.store.keep_zone, owner, name)

    @cached_property
    def ledger(self) -> LedgerActions:
        """The ledgers of the owners."""
        return LedgerActions(self.parts)

    @cached_property
    def documents(self) -> DocumentActions:
        """The documents that answers may rest on beside rounds."""
        return DocumentActions(self.parts)

    @cached_property
    def items(self) -> ItemActions:
        """The items that agents keep under namespaces and keys."""
        return ItemActions(self.parts)

    @property
    def tokens(self) -> AccessTokens:
        """The tokens by which clients of the server are told apart; its methods block."""
        return self.parts.store.tokens

    async def aowners(self) -> list[str]:
        """List the owners with stored data."""
        return await to_thread(self.parts.store.owners)

    async def asessions(self, *, owner: str) -> list[SessionSummary]:
        """List the owner's sessions in time order."""
        return await to_thread(self.parts.store.sessions, owner)

    async def arounds(self, *, owner: str, session_id: str) -> list[Round]:
        """Return the rounds of a session in their order.

        Raises:
            UnknownItem: the owner has no such session.
        """
        found = await to_thread(self.parts.store.session_rounds, owner, session_id)
        if not found:
            raise UnknownItem(f"{owner!r} has no session {session_id!r}: `daybook sessions` lists them")
        return found

    async def afetch(self, round_ids: Sequence[str], *, owner: str) -> list[Round]:
        """Return the owner's rounds of those ids, in that order; unknown ids are left out."""
        return await to_thread(self.parts.store.rounds, owner, round_ids)

    async def aall_rounds(self, *, owner: str) -> list[Round]:
        """Return every round of the owner."""
        return await to_thread(lambda: list(self.parts.store.all_rounds(owner)))

    async def around_ids(self, *, owner: str) -> list[str]:
        """List the ids of the owner's rounds, those last said first; equal moments by their ids."""
        return await to_thread(self.parts.store.round_ids, owner)

    async def alast_round(self, *, owner: str, session_id: str) -> Round | None:
        """Return the last round of a session; None if there is no such session."""
        return await to_thread(self.parts.store.last_round, owner, session_id)

    async def astats(self, *, owner: str | None = None) -> Stats:
        """Count what is kept, for one owner or for all."""
        return await to_thread(self.parts.store.stats, owner)

    async def aunread_by_model(self, *, owner: str) -> int:
        """Count the owner's rounds that no chat model has read for facts."""
        return len(await to_thread(self.parts.store.model_queue.unread, owner))

    async def awaiting_for_model(self, *, owner: str) -> QueueCounts:
        """Count the owner's rounds that wait for a chat model to read them, and those given up."""
        return await to_thread(self.parts.store.model_queue.counts, owner)

    async def acheck(self) -> list[CheckResult]:
        """Look whether the store is sound, part by part: each finding says whether it is `ok`."""
        return await to_thread(self.parts.store.check)

    async def ahas_anything(self, *, owner: str) -> bool:
        """True if a round or an item of the owner is kept."""
        store = self.parts.store
        return owner in await self.aowners() or bool(await to_thread(store.items.table.count, owner))

    async def aforgotten(self, round_ids: Iterable[str]) -> frozenset[str]:
        """Return which of those rounds were forgotten, and so cannot be added again."""
        return await to_thread(self.parts.store.forgotten, round_ids)

    async def aexport(self, path: Path, *, owner: str) -> Archived:
        """Write everything that is kept of an owner to a file; see `write_archive`.

        Raises:
            StoreError: it cannot be written.
        """
        return await to_thread(write_archive, self.parts.store, path, owner=owner, written_at=self.now())

    async def arestore(self, archive: Archive, *, owner: str, progress: Progress | None = None) -> Added:
        """Keep what an archive holds; see `restore_archive`. Its rounds are read for facts by `aremember`."""
        store = self.parts.store
        return await restore_archive(store, archive, owner=owner, posted_at=self.now(), progress=progress)

    owners, sessions, rounds, fetch = (
        blocking(aowners),
        blocking(asessions),
        blocking(arounds),
        blocking(afetch),
    )
    all_rounds, last_round = blocking(aall_rounds), blocking(alast_round)
    stats, check, has_anything = blocking(astats), blocking(acheck), blocking(ahas_anything)
    forgotten = blocking(aforgotten)
    round_ids = blocking(around_ids)
    unread_by_model, waiting_for_model = blocking(aunread_by_model), blocking(awaiting_for_model)
    moment, zone, set_zone = blocking(amoment), blocking(azone), blocking(aset_zone)
    export, restore = blocking(aexport), blocking(arestore)
