"""Memory around a chat completion: what bears on the message, and the turn once it is answered."""

from __future__ import annotations

import asyncio
from asyncio import to_thread
from dataclasses import dataclass, field
from datetime import datetime
from weakref import WeakValueDictionary

from daybook.conversation import Role, Round
from daybook.interfaces.operations import round_turns
from daybook.interfaces.server.completions.request import CompletionRequest
from daybook.library.daybook import Daybook
from daybook.reply import MemoryContext
from daybook.understand import request_of

PROMPT = "completion_memory"
NOT_HERE = (
    "Nothing of this message is kept. What is kept already cannot be forgotten by saying so here: `daybook"
    " forget`, POST /v1/forget and the page do that, and show first what would go."
)
"""What is said where a message asks memory to forget, or not to keep."""


@dataclass(frozen=True, slots=True)
class RememberedTurn:
    """One turn of a conversation that goes through us."""

    daybook: Daybook
    owner: str
    request: CompletionRequest
    """As the client sent it."""
    session_id: str
    said_at: datetime
    may_keep: bool
    """False where the client wants nothing kept."""
    gates: WeakValueDictionary[tuple[str, str], asyncio.Lock] = field(repr=False)
    """One for each conversation in which something is being kept."""

    @property
    def asks_to_forget(self) -> bool:
        """Whether the message asks memory to forget something, or not to keep it; then it is not kept."""
        return request_of(self.request.said) is not None

    async def context(self) -> MemoryContext:
        """Look up what bears on the message; of a very long one its end counts, where questions stand."""
        said = self.request.said[-self.daybook.parts.settings.question_limit :]
        return await self.daybook.acontext_for(
            said, owner=self.owner, dialogue=self.request.dialogue, asked_at=self.said_at
        )

    def beside(self, context: MemoryContext) -> CompletionRequest:
        """Put what bears on the message beside it; where nothing does, the request stays as it came."""
        lines = [{key: value for key, value in line.items() if key != "mark"} for line in context.lines]
        if self.asks_to_forget:
            lines.append({"kind": "notice", "notice": NOT_HERE})
        if not lines:
            return self.request
        filled = self.daybook.parts.prompts[PROMPT].fill(
            memory=lines, now=f"{self.said_at:%Y-%m-%d %H:%M (%A)}"
        )
        return self.request.with_memory(f"{filled.instructions}\n\n{filled.data}")

    async def kept_before(self) -> Round | None:
        """Give the round of this very message where it was kept already: the client asks once more.

        A message that repeats the one before it is another one: then that stands in the dialogue.
        """
        last = await to_thread(self.daybook.parts.store.last_round, self.owner, self.session_id)
        before = [turn.content for turn in self.request.dialogue if turn.role is Role.USER]
        is_same = last is not None and last.user is not None and last.user.content == self.request.said
        return last if is_same and before[-1:] != [self.request.said] else None

    async def keep(self, reply: str, context: MemoryContext | None) -> Round | None:
        """Keep what the user said, and the reply where there is one; None where nothing is to be kept.

        What the reply repeats of memory it has as its sources, and so it can never be found as if it had been
        said. A message that asks memory to forget something, or not to keep it, is not kept.
        """
        said = self.request.said
        if not (self.may_keep and said.strip()) or self.asks_to_forget:
            return None
        gate = self.gates.setdefault((self.owner, self.session_id), asyncio.Lock())
        async with gate:
            if before := await self.kept_before():
                return before
            kept = await self.daybook.aappend(
                round_turns(
                    self.request.said,
                    reply,
                    context=context,
                    before=self.request.dialogue,
                    said_at=self.said_at,
                ),
                owner=self.owner,
                session_id=self.session_id,
                said_at=self.said_at,
            )
        return kept.round
