"""The nodes of the remember graph: state unpacked, a step called, state returned."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from typing_extensions import TypedDict

from daybook.conversation import Draft, Ledger, Round, apply_drafts
from daybook.errors import LedgerMoved
from daybook.graph.extract_facts import Extract, facts_of_rounds
from daybook.graph.owner import owner_of
from daybook.graph.parts import Parts
from daybook.remember import Fact, Gate, Policy, Resolver, Retention, policy_from
from daybook.remember.decide import Decision, Refusal, RoundFacts, decide, permitted, recalled_before
from daybook.remember.relate import relate, texts_to_relate

BATCH = 200
"""Rounds that are posted together: enough that a transaction costs nothing, few enough to lose little."""
MOST_TRIES = 5
"""How often a batch is decided again because another writer posted to the ledger."""

Update: TypeAlias = Mapping[str, object]


def _union(before: list[str], more: list[str]) -> list[str]:
    return list(dict.fromkeys([*before, *more]))


class RememberInput(TypedDict, total=False):
    """What a caller gives."""

    owner: str
    """Whose rounds are read. Default: the owner of the configuration, or that the graph was built for."""
    dry: bool
    """Decide, and post nothing."""


class RememberOutput(TypedDict):
    """What a caller gets."""

    posted: int
    """Events, or with `dry` how many there would be."""
    refused: list[str]
    """What was kept out of the ledger, and why."""
    degraded: list[str]
    """"extract" where a model failed and rules found the facts."""
    timings: dict[str, float]


class RememberState(RememberInput, total=False):
    """Everything between the two."""

    head: int
    ledger: Ledger
    policy: Policy
    batch: Sequence[Round]
    left: bool
    """Whether rounds wait behind the batch."""
    tries: int
    facts: Mapping[str, tuple[Fact, ...]]
    """By round."""
    round_facts: Sequence[RoundFacts]
    decision: Decision
    drafts: Sequence[Draft]
    """Of the batch."""
    done: Annotated[list[Draft], operator.add]
    """Of all batches."""
    refusals: Annotated[list[Refusal], operator.add]
    posted: int
    refused: list[str]
    degraded: Annotated[list[str], _union]
    timings: Annotated[dict[str, float], operator.or_]


@dataclass(frozen=True, slots=True)
class RememberNodes:
    """The nodes of the graph."""

    parts: Parts
    owner: str | None
    """Whose rounds are read; None where the input or the configuration names it."""
    facts_of: Extract

    async def gather(self, state: RememberState) -> Update:
        """Read the next unposted rounds, the ledger and the policy."""
        owner = owner_of(state.get("owner"), built=self.owner, default=self.parts.default_owner)
        return await asyncio.to_thread(self._next_batch, owner, state)

    async def extract(self, state: RememberState) -> Update:
        """Extract facts about the owner from their own words."""
        facts, failed = await facts_of_rounds(state["batch"], self.parts, self.facts_of)
        return {"facts": facts, "degraded": ["extract"] if failed else []}

    async def permit(self, state: RememberState) -> Update:
        """Filter facts by the owner's policy, and collect what was recalled earlier in the session."""
        return {"round_facts": await asyncio.to_thread(self._permitted, state)}

    def _permitted(self, state: RememberState) -> list[RoundFacts]:
        found = []
        for round_ in state["batch"]:
            facts = permitted(state["facts"][round_.round_id], state["policy"])
            if facts:
                session = self._session(round_, state["batch"])
                found.append(RoundFacts(round_.round_id, facts, recalled_before(round_, session)))
        return found

    async def decide(self, state: RememberState) -> Update:
        """Gate the facts by confidence, and resolve them against the ledger."""
        settings = self.parts.settings
        gate = Gate(settings.facts.write_threshold, settings.facts.quarantine_threshold)
        resolver = Resolver(state["owner"], self.parts.clock(), gate)
        return {"decision": await asyncio.to_thread(decide, state["round_facts"], state["ledger"], resolver)}

    async def relate(self, state: RememberState) -> Update:
        """Add relations between new and known records."""
        drafts, ledger = state["decision"].drafts, state["ledger"]
        texts = texts_to_relate(drafts, ledger)
        vectors = (
            dict(zip(texts, await self.parts.store.text_vectors.embed(state["owner"], texts), strict=True))
            if texts
            else {}
        )
        return {
            "drafts": await asyncio.to_thread(
                relate, drafts, ledger, vectors, self.parts.settings.options.ledger
            )
        }

    async def fade(self, state: RememberState) -> Update:
        """Fade old records of low confidence, as of the latest round of the batch."""
        ledger = apply_drafts(state["ledger"], state["drafts"])
        said = [record.said_at for record in ledger.records.values()]
        now = max([*said, *(round_.said_at for round_ in state["batch"])])
        settings = self.parts.settings
        retention = Retention(settings.facts.record_budget, settings.options.ledger.faded_weight)
        faded = retention.drafts(ledger, now)
        return {"drafts": [*state["drafts"], *faded]}

    async def post(self, state: RememberState) -> Update:
        """Append the events and mark the rounds as read, in one transaction.

        Raises:
            LedgerMoved: another writer posted during every attempt.
        """
        drafts, decision = state["drafts"], state["decision"]
        if not state.get("dry"):
            try:
                await asyncio.to_thread(
                    self.parts.store.ledgers.post,
                    state["owner"],
                    drafts,
                    posted_at=self.parts.clock(),
                    rounds_read=[round_.round_id for round_ in state["batch"]],
                    after=state["head"],
                )
            except LedgerMoved:
                if state.get("tries", 0) >= MOST_TRIES:
                    raise
                return {"tries": state.get("tries", 0) + 1, "left": True}
        reasons = [f"round {one.round_id}: {one.reason}" for one in decision.refused]
        return {
            "tries": 0,
            "done": list(drafts),
            "refusals": list(decision.refused),
            "posted": state["posted"] + len(drafts),
            "refused": [*state["refused"], *reasons],
        }

    def _next_batch(self, owner: str, state: RememberState) -> Update:
        ledgers = self.parts.store.ledgers
        head = ledgers.head(owner)  # before the rest: what is posted from here on is noticed
        batch, more = (
            (ledgers.unposted(owner), False)
            if state.get("dry")
            else self.parts.store.first_unposted(owner, BATCH)
        )
        return {
            "owner": owner,
            "head": head,
            "batch": batch,
            "left": more,
            "ledger": ledgers.of(owner),
            "policy": policy_from(ledgers.policy(owner)),
            "posted": state.get("posted", 0),
            "refused": state.get("refused", []),
        }

    def _session(self, round_: Round, batch: Sequence[Round]) -> Sequence[Round]:
        """Return the rounds of a round's session; read from the store if the batch lacks earlier ones."""
        place = (round_.session_id, round_.occurrence)
        session = [other for other in batch if (other.session_id, other.occurrence) == place]
        if sum(other.position < round_.position for other in session) == round_.position:
            return session
        return self.parts.store.session_rounds(round_.owner, round_.session_id)
