"""The state and the nodes of the remember graph: state unpacked, a step called, state returned."""

import asyncio
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from langgraph.config import get_stream_writer
from typing_extensions import TypedDict

from daybook.conversation import Draft, Fact, Ledger, Round, apply_drafts
from daybook.conversation.errors import LedgerMoved
from daybook.graph.extract_facts import extract_by_model
from daybook.graph.parts import Components
from daybook.graph.receive import owner_of
from daybook.graph.steps import Update
from daybook.graph.write_facts import MAX_TRIES, related, resolver_of
from daybook.ledger import Policy, Retention, policy_from
from daybook.ledger.decide import Decision, Refusal, RoundFacts, decide, recalled_before
from daybook.ledger.write_policy import allowed_facts, held_back
from daybook.settings import PaperSignals
from daybook.store.fact_queue import QueuedRound


def _union(before: list[str], more: list[str]) -> list[str]:
    return list(dict.fromkeys([*before, *more]))


class RememberInput(TypedDict, total=False):
    """The input."""

    owner: str
    """The owner of the rounds. Default: the owner of the configuration, or that the graph was built for."""
    agreed: bool
    """The owner was shown what the model takes: no budget of a question bounds it."""


class RememberOutput(TypedDict):
    """The output."""

    posted: int
    """Events."""
    refused: list[str]
    """The rounds whose changes were kept out of the ledger, and why."""
    degraded: list[str]
    """"extract" where a model failed; the rounds wait for the next need."""
    timings: dict[str, float]


class RememberState(RememberInput, RememberOutput, total=False):
    """Everything between the two, and both."""

    head: int
    ledger: Ledger
    policy: Policy
    batch: Sequence[Round]
    left: bool
    """True if rounds may wait behind the batch."""
    waiting: Sequence[QueuedRound]
    """The batch, with how often a model has failed on each."""
    read: Mapping[str, tuple[Fact, ...]]
    """Facts that a model found and that are not posted yet, by round: no call is made twice."""
    passed_over: Annotated[list[str], operator.add]
    """Ids of rounds that a model failed on in this run."""
    stopped: bool
    """True if the model is away, or the budget used up."""
    tries: int
    facts: Mapping[str, tuple[Fact, ...]]
    """By round."""
    round_facts: Sequence[RoundFacts]
    held_back: Mapping[str, frozenset[str]]
    """The slots of which facts wait for the owner's consent, by round."""
    decision: Decision
    drafts: Sequence[Draft]
    """Of the batch."""
    done: Annotated[list[Draft], operator.add]
    """Of all batches."""
    refusals: Annotated[list[Refusal], operator.add]
    degraded: Annotated[list[str], _union]  # type: ignore[misc]
    timings: Annotated[dict[str, float], operator.or_]  # type: ignore[misc]


BATCH = 40
"""Rounds that are posted together: what an interruption costs is a few calls."""
GIVE_UP_AT = 3
"""How often a model may fail on a round before the round is left alone."""


@dataclass(frozen=True, slots=True)
class RememberNodes:
    """The nodes of the graph."""

    parts: Components
    owner: str | None
    """The owner of the rounds; None if the input or the configuration names one."""

    async def gather(self, state: RememberState) -> Update:
        """Read the next rounds that wait for a model, the ledger and the policy."""
        owner = owner_of(state.get("owner"), built=self.owner, default=self.parts.default_owner)
        return await asyncio.to_thread(self._next_batch, owner, state)

    async def extract(self, state: RememberState) -> Update:
        """Have a model find facts about the owner in their own words."""
        model = self.parts.fact_model
        assert model is not None  # nothing is gathered without one
        owner, queue = state["owner"], self.parts.store.model_queue
        known = state.get("read", {})
        todo = [entry for entry in state["waiting"] if entry.round.round_id not in known]
        agreed = state.get("agreed", False)
        found = await extract_by_model(todo, state["ledger"], self.parts, model, agreed=agreed)
        for names, give_up_at in ((found.failed, GIVE_UP_AT), (found.unserved, None)):
            if names:
                await asyncio.to_thread(queue.note_failures, owner, names, give_up_at=give_up_at)
        facts = {**known, **found.facts}
        return {
            "batch": [round_ for round_ in state["batch"] if round_.round_id in facts],
            "facts": facts,
            "read": facts,
            "passed_over": [*found.failed, *found.unserved],
            "stopped": bool(found.unserved),
            "left": not found.unserved,
            "degraded": ["extract"] if found.failed or found.unserved else [],
        }

    async def apply_policy(self, state: RememberState) -> Update:
        """Filter facts by the owner's policy, and collect what was recalled earlier in the session."""
        held = {name: held_back(facts, state["policy"]) for name, facts in state["facts"].items()}
        return {
            "round_facts": await asyncio.to_thread(self._allowed, state),
            "held_back": {name: slots for name, slots in held.items() if slots},
        }

    def _allowed(self, state: RememberState) -> list[RoundFacts]:
        found = []
        for round_ in state["batch"]:
            facts = allowed_facts(state["facts"][round_.round_id], state["policy"])
            if facts:
                session = self._session(round_, state["batch"])
                recalled = recalled_before(round_, session)
                found.append(RoundFacts(round_.round_id, facts, recalled))
        return found

    async def decide(self, state: RememberState) -> Update:
        """Check the confidence of facts, and resolve them against the ledger."""
        resolver = resolver_of(state["owner"], self.parts)
        return {"decision": await asyncio.to_thread(decide, state["round_facts"], state["ledger"], resolver)}

    async def relate(self, state: RememberState) -> Update:
        """Add the edges between new and known records."""
        drafts = state["decision"].drafts
        return {"drafts": await related(drafts, state["ledger"], state["owner"], self.parts)}

    async def fade(self, state: RememberState) -> Update:
        """Fade old records of low confidence, as of the latest round of the batch."""
        ledger = apply_drafts(state["ledger"], state["drafts"])
        said = [record.said_at for record in ledger.records.values()]
        said += [round_.said_at for round_ in state["batch"]]
        if not said:
            return {"drafts": []}
        now = max(said)
        options = self.parts.settings.options
        is_timerag = options.search.signals is PaperSignals.TIMERAG
        decay = options.ledger.record_decay if is_timerag else None
        faded = Retention(options.ledger.record_budget, decay).drafts(ledger, now)
        return {"drafts": [*state["drafts"], *faded]}

    async def post(self, state: RememberState) -> Update:
        """Append the events and mark the rounds as read, in one transaction.

        Raises:
            LedgerMoved: another writer posted during every attempt.
        """
        drafts, decision = state["drafts"], state["decision"]
        names = [round_.round_id for round_ in state["batch"]]
        try:
            await asyncio.to_thread(
                self.parts.store.ledgers.post,
                state["owner"],
                drafts,
                posted_at=self.parts.clock(),
                rounds_read=names,
                by_model=True,
                held_back=state["held_back"],
                after=state["head"],
            )
        except LedgerMoved:
            if state.get("tries", 0) >= MAX_TRIES:
                raise
            return {"tries": state.get("tries", 0) + 1, "left": True}
        get_stream_writer()({"stage": "post", "event": "read", "rounds": len(names)})
        reasons = [f"round {refusal.round_id}: {refusal.reason}" for refusal in decision.refused]
        return {
            "tries": 0,
            "read": {},
            "done": list(drafts),
            "refusals": list(decision.refused),
            "posted": state["posted"] + len(drafts),
            "refused": [*state["refused"], *reasons],
        }

    def _next_batch(self, owner: str, state: RememberState) -> Update:
        ledgers = self.parts.store.ledgers
        head = ledgers.head(owner)  # before the rest: what is posted from here on is noticed
        waiting: Sequence[QueuedRound] = ()
        if self.parts.fact_model is not None and not state.get("stopped"):
            passed_over = state.get("passed_over", ())
            waiting = self.parts.store.model_queue.first(owner, BATCH, without=passed_over)
        return {
            "owner": owner,
            "head": head,
            "batch": [entry.round for entry in waiting],
            "left": bool(waiting),
            "waiting": waiting,
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
        return self.parts.store.session_rounds(round_.owner, round_.session_id) or session
