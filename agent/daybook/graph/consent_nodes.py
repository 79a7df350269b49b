"""Asks whether sensitive facts may be remembered, and carries out the answer."""

from asyncio import to_thread
from collections.abc import Iterable
from dataclasses import dataclass, replace

from langchain_core.messages import AIMessage

from daybook.conversation import Role, Round, Turn, both_ends, differences
from daybook.conversation.errors import BadInput
from daybook.conversation.language import Analyzer
from daybook.graph.chat_state import ChatState, record_to_json
from daybook.graph.parts import Components
from daybook.graph.remember import RememberGraph
from daybook.graph.steps import Update
from daybook.ledger import PlainValues
from daybook.ledger.facts_by_model import own_words
from daybook.ledger.owner_changes import confirm, reject
from daybook.ledger.write_policy import (
    Consent,
    consent_question,
    families_to_ask,
    policy_from,
)
from daybook.text import own_replies

MAX_WAIT = 20
"""Seconds that a turn which may tell something sensitive waits at most for a model to read it for facts."""
_LONGEST_WORDS = 200
"""Characters of a round's words that are put into a question."""


async def ask_consent(parts: Components, kept: Round) -> Consent | None:
    """Ask about what a round tells that waits for the owner, or what its reply was made from.

    A round that may tell such a thing is waited for, where a model is reading it. What is read too late is
    asked about beside a reply that rests on it, and stands in the owner's list until then.

    Returns:
        None if nothing of these rounds waits, or it was asked about before.
    """
    if not parts.settings.ledger:
        return None
    if parts.learns_in_chat and _may_wait(kept, parts):
        await parts.background.wait(kept.owner, seconds=MAX_WAIT)
    return await to_thread(_open_question, parts, kept)


def _open_question(parts: Components, kept: Round) -> Consent | None:
    """Word the question of a constraint, else of the first family of slots, which is noted as asked."""
    owner, ledgers = kept.owner, parts.store.ledgers
    reply_from = (kept.assistant.sources or ()) if kept.assistant else ()
    told = dict.fromkeys([kept.round_id, *reply_from])
    for record in ledgers.of(owner).open_constraints():
        if not told.keys().isdisjoint(record.round_ids):
            return consent_question(record)
    held, policy = parts.store.held_back.by_round(owner), policy_from(ledgers.policy(owner))
    for name in told:
        for family in families_to_ask(held.get(name, ()), policy):
            if family not in policy.asked:
                asked = replace(policy, asked=policy.asked | {family})
                ledgers.keep_policy(owner, asked.to_json())
                (round_,) = parts.store.rounds(owner, [name])
                return consent_question(family, sensitive_words([round_], family, parts.analyzer))
    return None


def _may_wait(round_: Round, parts: Components) -> bool:
    """True if the owner says something in a round that the rules call sensitive."""
    said, analyzer = own_words(round_, parts.analyzer), parts.analyzer
    sentences = (said[start:stop] for start, stop in analyzer.sentences(said))
    return any(map(analyzer.sensitive_slot, sentences))


def sensitive_words(rounds: Iterable[Round], family: str, analyzer: Analyzer) -> str:
    """Give the owner's words in rounds that a family of slots is about; all of them where rules find none."""
    told: list[str] = []
    for round_ in rounds:
        said = own_words(round_, analyzer)
        sentences = [" ".join(said[start:stop].split()) for start, stop in analyzer.sentences(said)]
        told += [it for it in sentences if analyzer.sensitive_slot(it).startswith(f"{family}.")] or sentences
    return both_ends(" ".join(dict.fromkeys(told)), _LONGEST_WORDS).replace("\n", " … ")


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
        """Keep the answer, and post the facts that waited for a yes; the message itself is not stored.

        Raises:
            BadInput: the owner was not asked that.
        """
        asked, consent = state["asked"], state["consent"]
        assert consent is not None
        given, family = state["message_reading"].says_yes, consent.get("family", "")
        ledgers = self.parts.store.ledgers
        before = await to_thread(ledgers.of, asked.owner)
        policy = policy_from(await to_thread(ledgers.policy, asked.owner))
        if family not in policy.asked and family not in before.records:
            raise BadInput(f"{family!r} was not asked about: a yes answers the question of a reply before it")
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
