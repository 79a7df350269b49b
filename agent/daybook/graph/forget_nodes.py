"""The nodes of the chat graph that handle requests to forget; such messages are not stored."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass
from datetime import datetime

from langchain_core.messages import AIMessage

from daybook.conversation import Question, Role, Round, Turn
from daybook.conversation.errors import UnknownItem
from daybook.conversation.language import ForgetRequest, WithholdRequest
from daybook.graph.chat_state import ChatState
from daybook.graph.forgetting import (
    ask_first,
    forget,
    plain_proposal,
    receipt_text,
    selector_of,
    selectors_for,
)
from daybook.graph.parts import Parts
from daybook.graph.steps import Update
from daybook.store import Preview, Selector


@dataclass(frozen=True, slots=True)
class ForgetNodes:
    """Handles requests to forget, and requests not to keep something."""

    parts: Parts

    async def propose(self, state: ChatState) -> Update:
        """Show what would be forgotten and ask for confirmation, or keep nothing of the message."""
        return await to_thread(self._proposal, state)

    def _proposal(self, state: ChatState) -> Update:
        asked, wanted, texts = state["asked"], state["request"], self.parts.language.texts
        if isinstance(wanted, WithholdRequest) and wanted.this:
            return _said(texts.withheld, asked.asked_at)
        request = wanted if isinstance(wanted, ForgetRequest) else ForgetRequest("")
        session = self._session(asked, state["session_id"])
        if found := self._first(request, asked.owner, session):
            selector, preview = found
            more = request.wider
            wider = self._first(more, asked.owner, session) if more else None
            if more is None or wider is None or set(wider[1].texts) <= set(preview.texts):
                text = ask_first(preview, texts)
            else:
                text = ask_first(preview, texts, more.about, wider[1])
            return {**_said(text, asked.asked_at), "proposal": plain_proposal(selector)}
        text = texts.nothing_about.format(about=request.about) if request.about else texts.nothing_to_forget
        return _said(text, asked.asked_at)

    def _first(
        self, request: ForgetRequest, owner: str, session: list[Round]
    ) -> tuple[Selector, Preview] | None:
        """Find the most specific selector of a request that removes anything."""
        store = self.parts.store
        for selector in selectors_for(request, store.ledgers.of(owner), session, self.parts.language.values):
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
        return {**_said(receipt_text(receipt, self.parts.language.texts), asked.asked_at), "proposal": None}

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
