"""The nodes of the chat graph: state unpacked, a step called, state returned."""

from asyncio import to_thread
from dataclasses import dataclass, replace
from datetime import datetime

from langchain_core.messages import AIMessage

from daybook.conversation import Question, Role, Turn, Usage, both_ends
from daybook.conversation.answer_json import plain
from daybook.conversation.language import ForgetRequest, WithholdRequest
from daybook.graph.chat_state import ChatState
from daybook.graph.consent_nodes import ask_consent
from daybook.graph.forgetting import (
    Meant,
    ask_first,
    by_moment,
    meant_by,
    proposal_to_json,
    receipt_text,
    selector_of,
)
from daybook.graph.parts import Components
from daybook.graph.recall import Lookup
from daybook.graph.receive import MAX_MESSAGE_CHARACTERS, MAX_QUESTION_CHARACTERS
from daybook.graph.remember import RememberGraph
from daybook.graph.steps import Update, run_separately
from daybook.text import own_replies


@dataclass(frozen=True, slots=True)
class ChatNodes:
    """From a message to what it wants, and from the reply to what is remembered."""

    parts: Components
    owner: str | None
    """The owner; None if the input or the configuration names one."""
    remember_graph: RememberGraph
    context: Lookup

    async def listen(self, state: ChatState) -> Update:
        """Read the message, and what it wants."""
        limit = MAX_MESSAGE_CHARACTERS
        whole = state.get("asked") or await self.parts.received(state, self.owner, limit)
        session_id = whole.session_id or state.get("session_id") or f"chat-{whole.asked_at:%Y-%m-%d}"
        text = both_ends(whole.text, MAX_QUESTION_CHARACTERS)
        asked = replace(whole, text=text, session_id=session_id)
        proposal, consent = state.get("proposal"), state.get("consent")
        message = self.parts.analyzer.read_message(asked.text)
        if isinstance(message.request, ForgetRequest) and not message.request.is_sure:
            meant = await meant_by(asked, message.request, self.parts, self.context)
            message = message if meant.sentences else replace(message, request=None)
        return {
            "said": whole.text,
            "asked": asked,
            "message_reading": message,
            "session_id": session_id,
            "proposal": proposal if message.says_yes or message.says_no else None,
            "consent": consent if message.says_yes or message.says_no else None,
            "evidence": [],
            "memory_context": [],
            "learned": [],
            "degraded": [],
            "degraded_reasons": {},
            "usage": plain(Usage()),
        }

    async def remember(self, state: ChatState) -> Update:
        """Keep the round, and have a model read it for facts, in the background, where one does.

        Raises:
            BadSettings: a model's key, name or address is wrong. The round is kept all the same.
        """
        asked, store = state["asked"], self.parts.store
        said = (self._message_turn(state), state["reply"])
        for_model = self.parts.learns_in_chat
        remembered = await store.append(
            asked.owner, state["session_id"], said, said_at=asked.asked_at, for_model=for_model
        )
        if "refused" in state:
            raise state["refused"]
        if for_model:
            self.parts.background.start(asked.owner, lambda: self._learn(asked.owner))
        consent = await ask_consent(self.parts, remembered)
        return {"remembered": remembered, "round_id": remembered.round_id, "consent": consent}

    async def _learn(self, owner: str) -> None:
        """Have a model read for facts what waits for it."""
        await run_separately(self.remember_graph, {"owner": owner})

    def _message_turn(self, state: ChatState) -> Turn:
        """Give the message as it is kept: one that only asks is no key, or it would find itself."""
        only_asks = state["message_reading"].only_asks
        return Turn(Role.USER, state["said"], state["asked"].asked_at, sources=() if only_asks else None)


@dataclass(frozen=True, slots=True)
class ForgetNodes:
    """Handles requests to forget, and requests not to keep something."""

    parts: Components
    context: Lookup

    async def propose(self, state: ChatState) -> Update:
        """Show what would be forgotten and ask for confirmation, or keep nothing of the message."""
        asked = state["asked"]
        wanted = state["message_reading"].request
        if isinstance(wanted, WithholdRequest) and wanted.this:
            return _said(own_replies.WITHHELD, asked.asked_at)
        request = wanted if isinstance(wanted, ForgetRequest) else ForgetRequest("")
        selector = await self._meant(asked, request, state["session_id"])
        if selector is not None:
            preview = await to_thread(self.parts.store.preview_forget, asked.owner, selector)
            if preview.texts:
                said = _said(ask_first(preview), asked.asked_at)
                return {**said, "proposal": proposal_to_json(selector)}
        text = own_replies.NOTHING_ABOUT if request.about else own_replies.NOTHING_TO_FORGET
        return _said(text.format(about=request.about), asked.asked_at)

    async def _meant(self, asked: Question, request: ForgetRequest, session_id: str) -> Meant | None:
        """Search for what is to be forgotten; what is not named was said last."""
        if request.about:
            return await meant_by(asked, request, self.parts, self.context)
        session = await to_thread(self.parts.store.session_rounds, asked.owner, session_id)
        return by_moment(session[-1]) if session else None

    async def forget(self, state: ChatState) -> Update:
        """Forget what was proposed if that is confirmed; neither a yes nor a no is kept."""
        asked, proposal = state["asked"], state["proposal"]
        assert proposal is not None
        if not state["message_reading"].says_yes:
            return {**_said(own_replies.NOTHING_FORGOTTEN, asked.asked_at), "proposal": None}
        receipt = await self.parts.store.forget(asked.owner, selector_of(proposal))
        return {**_said(receipt_text(receipt), asked.asked_at), "proposal": None}


def _said(text: str, moment: datetime) -> dict[str, object]:
    return {
        "reply": Turn(Role.ASSISTANT, text, moment, sources=()),
        "messages": [AIMessage(text)],
        "round_id": "",
    }
