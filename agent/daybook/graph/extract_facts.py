"""Extracts the facts of rounds by a chat model, several rounds of a session a call."""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from daybook.conversation import SLOTS, Fact, Ledger, Record, Round, Status
from daybook.conversation.errors import DeadlineExceeded, ModelError, ModelUnavailable
from daybook.graph.parts import Components
from daybook.ledger import facts_by_model
from daybook.ledger.facts_by_model import nearest_records, statements_of, words_before
from daybook.models.llm import ChatModel
from daybook.store.fact_queue import QueuedRound

ROUNDS_A_CALL = 10
"""Of one session, read by one call of a model: user turns are short, and one helps to read the next."""
ALONE_FROM = 2
"""Failures from which a round goes alone, so that it costs those beside it nothing more."""

FactsByRound: TypeAlias = Mapping[str, tuple[Fact, ...]]
LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Extracted:
    """The facts that a model found in some rounds, and the rounds on which it failed."""

    facts: FactsByRound
    """Of every round that was read, by its id."""
    failed: Sequence[str] = ()
    """Ids of the rounds on which the model itself failed."""
    unserved: Sequence[str] = ()
    """Ids of the rounds for which it could not be reached, or the budget was used up."""


async def extract_by_model(
    waiting: Sequence[QueuedRound],
    ledger: Ledger,
    parts: Components,
    model: ChatModel,
    *,
    agreed: bool = False,
) -> Extracted:
    """Extract what the owner says of themselves; a call that fails costs none of the others.

    Args:
        waiting: of one owner, in the order in which they were said.
        ledger: of that owner; a call is shown those of its records that its rounds may be about.
        parts: with the budget of a question, which bounds all calls together.
        model: is called once for every batch of `calls_of`, side by side.
        agreed: whether the owner was shown what it takes: then no budget of a question bounds it.
    """
    shared = parts.models.meter()
    calls = list(calls_of(waiting))
    found = await asyncio.gather(
        *(_call(rounds, ledger, parts, (parts.models.meter() if agreed else shared).metered(model, "extract"))
          for rounds in calls)
    )  # fmt: skip
    facts: dict[str, tuple[Fact, ...]] = {}
    failed: list[str] = []
    unserved: list[str] = []
    for rounds, result in zip(calls, found, strict=True):
        round_ids = [round_.round_id for round_ in rounds]
        if isinstance(result, ModelError):
            away = isinstance(result, DeadlineExceeded | ModelUnavailable)
            (unserved if away else failed).extend(round_ids)
        else:
            facts |= {
                round_id: tuple(fact for fact in result if fact.support.round_id == round_id)
                for round_id in round_ids
            }
    return Extracted(facts, failed, unserved)


def calls_of(waiting: Iterable[QueuedRound]) -> Iterator[Sequence[Round]]:
    """Yield the rounds of each call; a round on which a model has failed repeatedly goes alone."""
    sessions: dict[tuple[str, int, bool], list[Round]] = {}  # they may overlap in time
    for entry in waiting:
        sessions.setdefault(_session(entry), []).append(entry.round)
    for (*_, alone), rounds in sessions.items():
        size = 1 if alone else ROUNDS_A_CALL
        yield from (rounds[first : first + size] for first in range(0, len(rounds), size))


def _session(entry: QueuedRound) -> tuple[str, int, bool]:
    return entry.round.session_id, entry.round.occurrence, entry.failures >= ALONE_FROM


async def _call(
    rounds: Sequence[Round], ledger: Ledger, parts: Components, model: ChatModel
) -> list[Fact] | ModelError:
    try:
        return await facts_by_model(
            rounds,
            model,
            parts.prompts["extract_facts"],
            parts.analyzer,
            before=await asyncio.to_thread(said_before, rounds, parts),
            known=await _known(rounds, ledger, parts),
        )
    except ModelError as error:
        LOG.warning("facts of %d rounds are left for later: %s", len(rounds), error)
        return error


def said_before(rounds: Sequence[Round], parts: Components) -> Mapping[str, str]:
    """Return what was said before the user turn of each round of a session, by the round's id."""
    session: Sequence[Round] = rounds
    if _begins_within(rounds):
        session = parts.store.session_rounds(rounds[0].owner, rounds[0].session_id) or rounds
    return {round_.round_id: words_before(round_, session, parts.analyzer) for round_ in rounds}


def showable(rounds: Sequence[Round], ledger: Ledger) -> list[Record]:
    """List the records that were known when rounds were said, and rest on other rounds as well.

    They are active, or constraints that wait for the owner.
    """
    read, last = {round_.round_id for round_ in rounds}, max(round_.said_at for round_ in rounds)
    return [
        record
        for record in ledger.with_status(Status.ACTIVE, Status.QUARANTINED)
        if (record.status is Status.ACTIVE or SLOTS[record.slot].constraint)
        and record.support[0].said_at <= last
        and not read.issuperset(record.round_ids)
    ]


def _begins_within(rounds: Sequence[Round]) -> bool:
    """True if a round of the session precedes one of these and is not among them."""
    places = {round_.position for round_ in rounds}
    return any(place and place - 1 not in places for place in places)


async def _known(rounds: Sequence[Round], ledger: Ledger, parts: Components) -> list[Record]:
    """Choose what a call is shown of the ledger, by the nearness of its texts to what the rounds say."""
    records = showable(rounds, ledger)
    analyzer = parts.analyzer
    statements = [found for round_ in rounds if (found := statements_of(round_, analyzer))]
    if not records or not statements:
        return []
    vectors = await parts.store.text_vectors.embed(rounds[0].owner, [record.text for record in records])
    embedded = await parts.embedder.embed([text for found in statements for text in found])
    ends = list(accumulate(map(len, statements)))
    return nearest_records(
        records,
        vectors,
        [embedded[stop - len(found) : stop] for found, stop in zip(statements, ends, strict=True)],
    )
