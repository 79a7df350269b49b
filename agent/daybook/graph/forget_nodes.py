"""The nodes of the chat graph that handle requests to forget; such messages are not stored."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass
from datetime import datetime

from langchain_core.messages import AIMessage

from daybook.conversation import Question, Role, Round, Turn
from daybook.errors import UnknownItem
from daybook.graph.chat_state import ChatState
from daybook.graph.forgetting import (
    Proposal,
    ask_first,
    forget,
    plain_proposal,
    receipt_text,
    selector_of,
    selectors_for,
    wider_request,
)
from daybook.graph.parts import Parts
from daybook.graph.steps import Update
from daybook.store import Preview, Selector
from daybook.understand import ForgetRequest, WithholdRequest, says_yes

WITHHELD = "I keep nothing of that."


@dataclass(frozen=True, slots=True)
class ForgetNodes:
    """Handles requests to forget, and requests not to keep something."""

    parts: Parts

    async def propose(self, state: ChatState) -> Update:
        """Show what would be forgotten and ask for confirmation, or keep nothing of the message."""
        return await to_thread(self._proposal, state)

    def _proposal(self, state: ChatState) -> Update:
        asked, wanted = state["asked"], state["request"]
        if isinstance(wanted, WithholdRequest) and wanted.this:
            return _said(WITHHELD, asked.asked_at)
        request = wanted if isinstance(wanted, ForgetRequest) else ForgetRequest("")
        session = self._session(asked, state["session_id"])
        if found := self._first(request, asked.owner, session):
            selector, preview = found
            more = wider_request(request)
            wider = self._first(more, asked.owner, session) if more else None
            if more is None or wider is None or set(wider[1].texts) <= set(preview.texts):
                text = ask_first(preview)
            else:
                text = ask_first(preview, more.about, wider[1])
            return {**_said(text, asked.asked_at), "proposal": plain_proposal(selector)}
        about = f" about “{request.about}”" if request.about else ""
        return _said(f"I find nothing{about} that I could forget.", asked.asked_at)

    def _first(
        self, request: ForgetRequest, owner: str, session: list[Round]
    ) -> tuple[Selector, Preview] | None:
        """Find the most specific selector of a request that removes anything."""
        store = self.parts.store
        for selector in selectors_for(request, store.ledgers.of(owner), session):
            try:
                preview = store.would_forget(owner, selector)
            except UnknownItem:
                continue
            if preview.texts:
                return selector, preview
        return None

    async def forget(self, state: ChatState) -> Update:
        """Forget what was proposed and confirmed."""
        asked, proposal = state["asked"], state["proposal"]
        assert proposal is not None
        receipt = await forget(self.parts, selector_of(proposal), owner=asked.owner)
        return {**_said(receipt_text(receipt), asked.asked_at), "proposal": None}

    def _session(self, asked: Question, session_id: str) -> list[Round]:
        try:
            return self.parts.store.session_rounds(asked.owner, session_id)
        except UnknownItem:
            return []


def _said(text: str, moment: datetime) -> dict[str, object]:
    return {
        "reply": Turn(Role.ASSISTANT, text, moment, sources=()),
        "messages": [AIMessage(text)],
        "round_id": "",
    }


def is_agreed(message: str, proposal: Proposal | None) -> bool:
    """True if a message agrees to what the reply before it proposed."""
    return proposal is not None and says_yes(message)
