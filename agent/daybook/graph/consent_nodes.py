"""Asks whether sensitive facts may be remembered, and carries out the answer."""

from asyncio import to_thread
from dataclasses import dataclass, replace

from langchain_core.messages import AIMessage

from daybook.conversation import Role, Round, Turn, differences
from daybook.graph.chat_state import ChatState, record_to_json
from daybook.graph.parts import Components
from daybook.graph.remember import RememberGraph
from daybook.graph.steps import Update
from daybook.ledger import PlainValues
from daybook.ledger.owner_changes import confirm, reject
from daybook.ledger.write_policy import (
    Consent,
    consent_question,
    families_to_ask,
    policy_from,
)
from daybook.text import own_replies


def open_question(parts: Components, owner: str, kept: Round | None) -> Consent | None:
    """Put the question of a constraint of the round, else of the first family of slots that waits for it.

    A family is noted as asked; a constraint is asked for with the round that states it, or the next one: a
    model reads it after the reply.

    Args:
        parts: what it works with.
        owner: whose facts wait.
        kept: the round that was kept last.
    """
    ledgers = parts.store.ledgers
    policy = policy_from(ledgers.policy(owner))
    held = set(parts.store.held_back.slots(owner))
    if kept is not None and parts.settings.ledger:
        waiting = ledgers.of(owner).open_constraints()
        session = parts.store.session_rounds(owner, kept.session_id) if waiting else []
        recent = {round_.round_id for round_ in session if 0 <= kept.position - round_.position <= 1}
        for record in waiting:
            if record.support[-1].round_id in recent:
                return consent_question(record)
    families = families_to_ask(held, policy)
    fresh = [family for family in families if family not in policy.asked]
    if not fresh:
        return None
    asked = replace(policy, asked=policy.asked | {fresh[0]})
    ledgers.keep_policy(owner, asked.to_json())
    return consent_question(fresh[0])


def settle_consent(parts: Components, owner: str, family: str, *, given: bool) -> int:
    """Keep the owner's answer, and have the rounds that waited for it read again where it is yes.

    A constraint that waits, named by its record, is confirmed or rejected by it.

    Returns:
        How many rounds are to be read again.

    Raises:
        BadInput: nothing of that name waits.
    """
    ledgers = parts.store.ledgers
    ledger, values, now = ledgers.of(owner), PlainValues(parts.analyzer), parts.clock()
    if family in {record.record_id for record in ledger.open_constraints()}:
        draft = confirm(ledger, family, now, values) if given else reject(ledger, [family], now)
        ledgers.post(owner, [draft], posted_at=now)
        return 0
    policy = policy_from(ledgers.policy(owner)).with_consent(family, given=given)
    ledgers.keep_policy(owner, policy.to_json())
    return parts.store.held_back.settle(owner, permits=policy.permits, asks=policy.asks)


@dataclass(frozen=True, slots=True)
class ConsentNodes:
    """Takes the answer to the question."""

    parts: Components
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
        if family in before.records:
            text = own_replies.HEEDED if given else own_replies.NOT_HEEDED
        else:
            text = own_replies.CONSENT_GIVEN if given else own_replies.CONSENT_DECLINED
        return {
            "reply": Turn(Role.ASSISTANT, text, asked.asked_at, sources=()),
            "messages": [AIMessage(text)],
            "round_id": "",
            "consent": None,
            "differences": changed,
            "learned": [record_to_json(change.after) for change in changed if change.after],
        }
