"""Asks whether sensitive facts may be remembered, and carries out the answer."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import dataclass, replace

from langchain_core.messages import AIMessage

from daybook.conversation import Role, Round, Turn, differences
from daybook.graph.chat_state import ChatState, plain_record
from daybook.graph.parts import Parts
from daybook.graph.remember import RememberGraph
from daybook.graph.steps import Update
from daybook.remember.write_policy import (
    Consent,
    consent_question,
    families_to_ask,
    held_back,
    policy_from,
)


def open_question(parts: Parts, owner: str, unread: Round | None = None) -> Consent | None:
    """Put the question of the first family of slots that waits for it, and note that it was put.

    Args:
        parts: what it works with.
        owner: whose facts wait.
        unread: a round that may not be posted yet; what it tells waits as well.
    """
    ledgers = parts.store.ledgers
    policy = policy_from(ledgers.policy(owner))
    held = set(parts.store.held_back.slots(owner))
    if unread is not None and parts.settings.ledger:
        held |= held_back(parts.language.facts_of(unread), policy)
    families = families_to_ask(held, policy)
    fresh = [family for family in families if family not in policy.asked]
    if not fresh:
        return None
    asked = replace(policy, asked=policy.asked | {fresh[0]})
    ledgers.keep_policy(owner, asked.to_json())
    return consent_question(fresh[0], parts.language.texts)


def settle_consent(parts: Parts, owner: str, family: str, *, given: bool) -> int:
    """Keep the owner's answer, and have the rounds that waited for it read again where it is yes.

    Returns:
        How many rounds are to be read again.
    """
    ledgers = parts.store.ledgers
    policy = policy_from(ledgers.policy(owner)).with_consent(family, given=given)
    ledgers.keep_policy(owner, policy.to_json())
    return parts.store.held_back.settle(owner, permits=policy.permits, asks=policy.asks)


@dataclass(frozen=True, slots=True)
class ConsentNodes:
    """Takes the answer to the question."""

    parts: Parts
    remember_graph: RememberGraph

    async def consent(self, state: ChatState) -> Update:
        """Keep the answer, and post the facts that waited for a yes; the message itself is not stored."""
        asked, consent = state["asked"], state["consent"]
        assert consent is not None
        given, family = state["message_reading"].says_yes, consent.get("family", "")
        ledgers = self.parts.store.ledgers
        before = await to_thread(ledgers.of, asked.owner)
        await to_thread(settle_consent, self.parts, asked.owner, family, given=given)
        if given:
            await self.remember_graph.ainvoke({"owner": asked.owner})
        changed = differences(before, await to_thread(ledgers.of, asked.owner))
        texts = self.parts.language.texts
        text = texts.consent_given if given else texts.consent_declined
        return {
            "reply": Turn(Role.ASSISTANT, text, asked.asked_at, sources=()),
            "messages": [AIMessage(text)],
            "round_id": "",
            "consent": None,
            "differences": changed,
            "learned": [plain_record(change.after) for change in changed if change.after],
        }
