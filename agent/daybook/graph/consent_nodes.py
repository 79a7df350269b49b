"""The question whether sensitive facts may be remembered, and what its answer does."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from langchain_core.messages import AIMessage

from daybook.conversation import Role, Turn, differences
from daybook.graph.chat_state import ChatState, plain_record
from daybook.graph.consents import settle_consent
from daybook.graph.parts import Parts
from daybook.graph.remember import RememberGraph
from daybook.remember.consent import Consent
from daybook.understand import says_no, says_yes

Update: TypeAlias = Mapping[str, object]

GIVEN = "I shall remember such things, and have read again what you said of them."
DECLINED = "I keep none of that among what I know of you, and shall not ask again."


def answers(message: str, consent: Consent | None) -> bool:
    """Whether a message only answers the question that was put with the reply before it."""
    return consent is not None and (says_yes(message) or says_no(message))


@dataclass(frozen=True, slots=True)
class ConsentNodes:
    """Takes the answer to the question."""

    parts: Parts
    remember_graph: RememberGraph

    async def consent(self, state: ChatState) -> Update:
        """Keep the answer, and post the facts that waited for a yes; the message itself is not stored."""
        asked, consent = state["asked"], state["consent"]
        assert consent is not None
        given, family = says_yes(asked.text), consent.get("family", "")
        ledgers = self.parts.store.ledgers
        before = await to_thread(ledgers.of, asked.owner)
        await to_thread(settle_consent, self.parts, asked.owner, family, given=given)
        if given:
            await self.remember_graph.ainvoke({"owner": asked.owner})
        changed = differences(before, await to_thread(ledgers.of, asked.owner))
        text = GIVEN if given else DECLINED
        return {
            "reply": Turn(Role.ASSISTANT, text, asked.asked_at, sources=()),
            "messages": [AIMessage(text)],
            "round_id": "",
            "consent": None,
            "differences": changed,
            "learned": [plain_record(one.after) for one in changed if one.after],
        }
