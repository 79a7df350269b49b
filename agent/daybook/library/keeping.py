"""What goes into a memory, what is kept in it, and what is forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from daybook.conversation import Round, Session
from daybook.graph.event_loop import blocking
from daybook.graph.forget import forget
from daybook.graph.parts import Parts
from daybook.library.graph_calls import final_state
from daybook.library.ledger_actions import LedgerActions
from daybook.remember.decide import Decision
from daybook.store import Added, CheckResult, Preview, Receipt, Selector, SessionSummary, Stats

if TYPE_CHECKING:
    from daybook.graph.remember import RememberGraph

Progress = Callable[[int, int], None]
"""Called with the rounds done and the rounds there are."""


class Keeping:
    """The half of `Daybook` that keeps and forgets."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    @cached_property
    def ledger(self) -> LedgerActions:
        """What is known about the owners, and what they can do about it."""
        return LedgerActions(self.parts)

    async def aadd(
        self, sessions: Iterable[Session], *, owner: str, progress: Progress | None = None
    ) -> Added:
        """Keep sessions. Rounds that are there already are skipped; a session that has grown gains the rest.

        Raises:
            StoreError: it could not be written; nothing of the session at hand was kept.
            ModelError: the embedder failed; what was acknowledged is kept, and indexed at the next open.
        """
        added = await self.parts.store.add(owner, sessions, progress=progress)
        if self.parts.settings.ledger:
            await self.aremember(owner=owner)
        return added

    async def aremember(self, *, owner: str, dry: bool = False) -> Decision:
        """Post the facts of rounds that were not read for facts yet; `aadd` and `achat` do it by themselves.

        Args:
            owner: whose rounds are read.
            dry: write nothing, and say what would be posted.

        Returns:
            What was posted, and what was refused and why.
        """
        state = await final_state(self._remember_graph, {"owner": owner, "dry": dry}, None)
        return Decision(tuple(state.get("done", ())), tuple(state.get("refusals", ())))

    async def asessions(self, *, owner: str) -> list[SessionSummary]:
        """List the owner's sessions in time order."""
        return self.parts.store.sessions(owner)

    async def arounds(self, *, owner: str, session_id: str) -> list[Round]:
        """Return the rounds of a session in their order.

        Raises:
            UnknownItem: the owner has no such session.
        """
        return self.parts.store.session_rounds(owner, session_id)

    async def aforget(self, selector: Selector, *, owner: str) -> Receipt:
        """Forget for good what a selector names, with everything that tells it.

        Rounds, records, vectors, words, caches and known exports: a search proves that nothing is left.
        A later import does not bring it back.

        Args:
            selector: `BySession`, `ByTime`, `ByRecord`, `BySlot`, `ByPhrase` or `Everything`.
            owner: whose memory.

        Raises:
            UnknownItem: the owner has no such session, record or slot.
            BadInput: a phrase without a word.
        """
        return await forget(self.parts, selector, owner=owner)

    async def awould_forget(self, selector: Selector, *, owner: str) -> Preview:
        """Say what `aforget` would take away; it changes nothing.

        Raises:
            UnknownItem, BadInput: as of `aforget`.
        """
        return self.parts.store.would_forget(owner, selector)

    async def astats(self, *, owner: str | None = None) -> Stats:
        """Count what is kept, for one owner or for all."""
        return self.parts.store.stats(owner)

    async def areindex(self, *, owner: str | None = None, progress: Progress | None = None) -> None:
        """Make the vectors and words anew from the rounds; needed after a change of the embedder."""
        await self.parts.store.reindex(owner, progress=progress)
        if self.parts.settings.ledger:
            for name in self.parts.store.owners() if owner is None else [owner]:
                await self.aremember(owner=name)

    async def acheck(self) -> list[CheckResult]:
        """Look whether the store is sound, part by part: each finding says whether it is `ok`."""
        return self.parts.store.check()

    add = blocking(aadd)
    remember = blocking(aremember)
    sessions = blocking(asessions)
    rounds = blocking(arounds)
    forget = blocking(aforget)
    would_forget = blocking(awould_forget)
    stats = blocking(astats)
    reindex = blocking(areindex)
    check = blocking(acheck)

    @cached_property
    def _remember_graph(self) -> RememberGraph:
        from daybook.graph.remember import build_remember_graph

        return build_remember_graph(self.parts)
