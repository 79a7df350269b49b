"""Writes facts that were found in a round to the ledger; the remember graph takes its steps from here."""

from asyncio import to_thread
from collections.abc import Sequence

from daybook.conversation import Draft, Fact, Ledger, Round
from daybook.conversation.errors import LedgerMoved
from daybook.graph.parts import Components
from daybook.ledger import PlainValues, Resolver, WriteThresholds, policy_from
from daybook.ledger.decide import RoundFacts, decide, recalled_before
from daybook.ledger.edges import texts_to_relate, with_edges
from daybook.ledger.facts_by_model import shown_rounds
from daybook.ledger.found_facts import FactRefused, check_facts, waiting_constraints
from daybook.ledger.write_policy import allowed_facts, held_back
from daybook_prompts.replies import FactFound

QUARANTINE_THRESHOLD = 0.3
"""Confidence from which a fact waits to be confirmed or repeated."""
MAX_TRIES = 5
"""How often facts are decided again because another writer posted to the ledger."""


async def write_facts(
    parts: Components, round_: Round, given: Sequence[FactFound]
) -> tuple[FactRefused, ...]:
    """Post facts that somebody found in a round, held to the owner's own words as those of a model are.

    A constraint that is refused waits for the owner all the same. A fact names the record that it changes by
    its id.

    Returns:
        What was refused, with the reasons.

    Raises:
        LedgerMoved: another writer posted during every attempt.
    """
    analyzer = parts.analyzer
    records = (await to_thread(parts.store.ledgers.of, round_.owner)).records
    named = list(dict.fromkeys(fact.record for fact in given if fact.record in records))
    shown = shown_rounds([round_], analyzer, known=[records[name] for name in named])
    ids = {name: f"m{number}" for number, name in enumerate(named, 1)}
    given = [
        fact.model_copy(update={"round": 1, "record": ids.get(fact.record, fact.record)}) for fact in given
    ]
    facts, refused = check_facts(given, shown, analyzer)
    facts += waiting_constraints(given, shown, analyzer)
    for tries in range(MAX_TRIES):
        try:
            held = await _post(parts, round_, facts)
            break
        except LedgerMoved:
            if tries == MAX_TRIES - 1:
                raise
    waiting = "it is sensitive and waits for the owner's yes; hand it in again then"
    return (*refused, *(FactRefused(fact.support.quote, waiting) for fact in facts if fact.slot in held))


def resolver_of(owner: str, parts: Components) -> Resolver:
    """Make what resolves an owner's facts against the ledger."""
    thresholds = WriteThresholds(parts.settings.options.ledger.write_threshold, QUARANTINE_THRESHOLD)
    return Resolver(owner, parts.clock(), thresholds, PlainValues(parts.analyzer))


async def related(drafts: Sequence[Draft], ledger: Ledger, owner: str, parts: Components) -> Sequence[Draft]:
    """Add to drafts the edges between new and known records."""
    options, values = parts.settings.options.ledger, PlainValues(parts.analyzer)
    texts = texts_to_relate(drafts, ledger, options)
    found = await parts.store.text_vectors.embed(owner, texts) if texts else ()
    vectors = dict(zip(texts, found, strict=True))
    return await to_thread(with_edges, drafts, ledger, vectors, values, options)


async def _post(parts: Components, round_: Round, facts: Sequence[Fact]) -> frozenset[str]:
    """Post facts, and return the slots that wait for the owner's consent."""
    store, owner = parts.store, round_.owner
    head = await to_thread(store.ledgers.head, owner)
    ledger = await to_thread(store.ledgers.of, owner)
    policy = policy_from(await to_thread(store.ledgers.policy, owner))
    session = await to_thread(store.session_rounds, owner, round_.session_id)
    found = RoundFacts(round_.round_id, allowed_facts(facts, policy), recalled_before(round_, session))
    decided = decide([found], ledger, resolver_of(owner, parts)).drafts
    drafts = await related(decided, ledger, owner, parts)
    held = held_back(facts, policy)
    await to_thread(
        store.ledgers.post,
        owner,
        drafts,
        posted_at=parts.clock(),
        rounds_read=[round_.round_id],
        held_back={round_.round_id: held},
        after=head,
    )
    return held
