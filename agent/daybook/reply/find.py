"""Finds what memory holds that bears on a message: a quick plan by rules, one search, no model."""

from __future__ import annotations

import re
from asyncio import to_thread
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Ledger, Polarity, Question, Record, Role, Round, Status, Superseded
from daybook.embedding import Embedder
from daybook.embedding.protocol import Vectors
from daybook.english.sentences import sentence_spans
from daybook.read import known_block
from daybook.remember import SLOTS
from daybook.reply.context import ContextItem, ItemKind, MemoryContext
from daybook.reply.examples import Contrast, Examples, embed_examples
from daybook.reply.standing import StandingConstraint, StandingConstraints
from daybook.reply.statements import Statement, statement_of, statement_rows
from daybook.retrieve import TokenCounter, superseded_words
from daybook.store import Store
from daybook.store.cosines import cosines
from daybook.store.keys import KeyVectors
from daybook_prompts import JsonValue, as_data

MOST_STATEMENTS = 4
"""Rounds that are put in for what their owner stated in them."""
MOST_CONSTRAINTS = 16
"""The latest so many are put in."""
_SENTENCES = 4
"""Sentences of a message that are looked up by themselves as well."""
_SHORTLIST = 40
_NEAR_ROUNDS = 100
_PERSONAL, _IN_FIRST_PERSON = 0.08, 0.06
"""By how much a message must be nearer to an example of personal ones, and what it has of that by its "I"."""
_LEAST = 0.2
"""Least score of a statement that is put in: half the cosine of its round and half its own."""
_RECORD = 0.45
"""Least cosine of a record that is put in."""
_FIRST_PERSON = re.compile(
    r"\b(?:i|i['’](?:m|ve|d|ll)|my|mine|myself|we|we['’]\w+|us|our|ours)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Memory:
    """What an owner's memory has, as one message looks at it."""

    keys: KeyVectors
    ledger: Ledger
    superseded: Mapping[str, Sequence[Superseded]]
    hidden: frozenset[str]
    """What the user said in the running dialogue; it is before the model already."""


class ContextFinder:
    """Looks up what bears on messages. The vectors of its examples are made at its first use."""

    def __init__(
        self, store: Store, embedder: Embedder, count_tokens: TokenCounter, *, ledger: bool = True
    ) -> None:
        self._store, self._embedder, self._count_tokens, self._ledger = store, embedder, count_tokens, ledger
        self._standing = StandingConstraints(store)
        self._examples: Examples | None = None

    async def find(self, asked: Question, message: str, *, budget: int) -> MemoryContext:
        """Look up a message.

        Constraints are always in. Other statements and records are in where the message concerns its
        writer's own life, the nearest first; what the running dialogue holds is left out.

        Args:
            asked: the message as it came, with its owner, moment and dialogue.
            message: in stand-alone form.
            budget: tokens that the block may take.

        Raises:
            ModelError: the embedder failed.
            StoreError: the memory cannot be read.
        """
        began = perf_counter()
        examples = self._examples = self._examples or await embed_examples(self._embedder)
        queries = await self._embedder.embed(_phrasings(message))
        index = await self._store.index(asked.owner)
        wanted = np.concatenate([queries, examples.constraints.positive])
        keys = await index.near(wanted, limit=_NEAR_ROUNDS)
        ledger = await to_thread(self._ledger_of, asked)
        memory = _Memory(
            keys,
            ledger,
            superseded_words(ledger),
            frozenset(turn.content for turn in asked.dialogue if turn.role is Role.USER),
        )
        standing = await self._standing.of(asked.owner, keys, index.words.rounds, examples.constraints)
        items = await self._constraint_items(asked, _current(standing, asked, memory), memory)
        personal = is_personal(message, queries, examples.personal)
        if personal:
            taken = {item.round.round_id for item in items}
            items += await self._fact_items(asked, queries, memory, taken)
            taken = {round_id for item in items for round_id in item.round_ids}
            items += await self._round_items(asked, queries, memory, taken)
        kept, tokens = self._within(items, budget)
        return MemoryContext(
            message,
            asked.asked_at,
            kept,
            is_personal=personal,
            is_about_food=personal and _margin(queries, examples.food) > 0,
            tokens=tokens,
            milliseconds=(perf_counter() - began) * 1000,
        )

    def _ledger_of(self, asked: Question) -> Ledger:
        return self._store.ledgers.of(asked.owner, as_of=asked.as_of) if self._ledger else Ledger()

    async def _constraint_items(
        self, asked: Question, standing: Sequence[StandingConstraint], memory: _Memory
    ) -> list[ContextItem]:
        """Make items of the constraints that were stated, and of those that only the ledger has."""
        records = [one for one in memory.ledger.with_status(Status.ACTIVE) if _is_constraint(one)]
        stated = [
            replace(
                _round_item(one.statement, memory),
                kind=ItemKind.CONSTRAINT,
                record=_record_of(one.statement, records),
                constraint=one.kind,
            )
            for one in standing
        ]
        seen = {item.round.round_id for item in stated}
        others = [one for one in records if not seen.intersection(one.round_ids)]
        items = await self._record_items(asked, others, memory)
        return stated + [replace(item, kind=ItemKind.CONSTRAINT) for item in items]

    async def _fact_items(
        self, asked: Question, queries: Vectors, memory: _Memory, taken: set[str]
    ) -> list[ContextItem]:
        """Make items of the records that are near to the message."""
        ledger = memory.ledger
        records = [one for one in ledger.with_status(Status.ACTIVE) if not taken.intersection(one.round_ids)]
        if not records:
            return []
        vectors = await self._store.text_vectors.embed(asked.owner, [one.text for one in records])
        near = cosines(queries, vectors).max(axis=0)
        order = np.argsort(-near, kind="stable")[:MOST_STATEMENTS].tolist()
        best = [records[place] for place in order if near[place] >= _RECORD]
        return await self._record_items(asked, best, memory)

    async def _record_items(
        self, asked: Question, records: Sequence[Record], memory: _Memory
    ) -> list[ContextItem]:
        """Make items of records, with the words that state each last."""
        names = [one.support[-1].round_id for one in records]
        rounds = {one.round_id: one for one in await to_thread(self._store.rounds, asked.owner, names)}
        return [
            ContextItem(
                "",
                ItemKind.FACT,
                one.support[-1].quote,
                rounds[name],
                one,
                known_block([one], memory.ledger)[0],
            )
            for one, name in zip(records, names, strict=True)
            if name in rounds and _is_visible(rounds[name], asked, memory)
        ]

    async def _round_items(
        self, asked: Question, queries: Vectors, memory: _Memory, taken: set[str]
    ) -> list[ContextItem]:
        """Make items of the statements that are nearest to the message, one a round."""
        rows, scores = _scored_statements(memory.keys, queries)
        short = rows[:_SHORTLIST]
        names = list(dict.fromkeys(memory.keys.key(row).round_id for row in short.tolist()))
        rounds = {one.round_id: one for one in await to_thread(self._store.rounds, asked.owner, names)}
        best: dict[str, ContextItem] = {}
        for row, score in zip(short.tolist(), scores.tolist(), strict=False):
            one = statement_of(memory.keys, row, rounds)
            if one is None or score < _LEAST or one.round.round_id in taken | best.keys():
                continue
            if _is_visible(one.round, asked, memory) and one.discloses and not _fallen(one, memory):
                best[one.round.round_id] = replace(_round_item(one, memory), score=score)
            if len(best) == MOST_STATEMENTS:
                break
        return list(best.values())

    def _within(self, items: Sequence[ContextItem], budget: int) -> tuple[tuple[ContextItem, ...], int]:
        """Keep what the budget has room for, in its order, and give each item its mark; rounds by time."""
        kept: list[ContextItem] = []
        left = budget
        for item in items:
            cost = self._count_tokens(as_data({"mark": "m10", **item.line}))
            if cost <= left:
                kept.append(item)
                left -= cost
        order = list(ItemKind)
        kept.sort(key=lambda item: (order.index(item.kind), item.round.said_at, item.round.position))
        marks = (f"m{number}" for number in count(1))
        marked = tuple(
            replace(item, mark=mark, line={"mark": mark, "kind": item.kind.value, **item.line})
            for item, mark in zip(kept, marks, strict=False)
        )
        return marked, budget - left


def is_personal(message: str, vectors: Vectors, examples: Contrast) -> bool:
    """Whether a message concerns its writer's own life: what they eat, plan, own, whom they know.

    Args:
        message: in stand-alone form.
        vectors: of it and of its sentences.
        examples: of messages that do and that do not.
    """
    margin = _margin(vectors, examples) + _IN_FIRST_PERSON * bool(_FIRST_PERSON.search(message))
    return margin >= _PERSONAL


def _margin(vectors: Vectors, examples: Contrast) -> float:
    """By how much the vectors are nearer to the positive examples, where that is most."""
    likes, unlikes = examples.nearest(vectors)
    return float(np.max(likes - unlikes))


def _phrasings(message: str) -> list[str]:
    sentences = [message[start:stop] for start, stop in sentence_spans(message)]
    return [message, *sentences[:_SENTENCES]] if len(sentences) > 1 else [message]


def _scored_statements(keys: KeyVectors, queries: Vectors) -> tuple[NDArray[np.intp], Vectors]:
    """Rank the statements by the mean of their own cosine and that of the nearest key of their round.

    A statement in passing is about something else than its round: "we got the keys last week" in a question
    about clay. The round tells what it was on the occasion of.
    """
    by_key = cosines(queries, keys.matrix).max(axis=0)
    of_rounds = np.full(len(keys.rounds), -1.0, dtype=np.float32)
    np.maximum.at(of_rounds, keys.round_places, by_key)
    rows = statement_rows(keys)
    scores = (by_key[rows] + of_rounds[keys.round_places[rows]]) / 2
    order = np.argsort(-scores, kind="stable")
    return rows[order], scores[order]


def _current(
    standing: Sequence[StandingConstraint], asked: Question, memory: _Memory
) -> list[StandingConstraint]:
    """Leave the constraints that still hold, the latest of those that say the same, the latest first."""
    texts: dict[str, StandingConstraint] = {}
    for one in reversed(standing):
        said = one.statement
        if _is_visible(said.round, asked, memory) and not _fallen(said, memory):
            texts.setdefault(" ".join(said.own.casefold().split()), one)
    return list(texts.values())[:MOST_CONSTRAINTS]


def _record_of(statement: Statement, records: Iterable[Record]) -> Record | None:
    here = statement.round.round_id
    return next((one for one in records if here in one.round_ids), None)


def _is_constraint(record: Record) -> bool:
    slot = SLOTS.get(record.slot)
    is_none = record.slot == "constraint.allergy" and record.polarity is Polarity.NEGATIVE
    return slot is not None and slot.constraint and not is_none


def _round_item(one: Statement, memory: _Memory) -> ContextItem:
    passage = one.passage()
    line: dict[str, JsonValue] = {"said": f"{one.round.said_at:%Y-%m-%d}", "user": passage}
    fallen = [
        {"words": words.quote, "on": f"{words.at:%Y-%m-%d}", **({"by": words.by} if words.by else {})}
        for words in memory.superseded.get(one.round.round_id, ())
        if words.quote in passage
    ]
    return ContextItem(
        "", ItemKind.ROUND, passage, one.round, None, {**line, **({"superseded": fallen} if fallen else {})}
    )


def _fallen(one: Statement, memory: _Memory) -> bool:
    """Whether the statement was superseded later."""
    return any(
        words.start < one.stop and one.start < words.stop
        for words in memory.superseded.get(one.round.round_id, ())
    )


def _is_visible(round_: Round, asked: Question, memory: _Memory) -> bool:
    return (asked.as_of is None or round_.said_at <= asked.as_of) and not _is_said(round_, memory)


def _is_said(round_: Round, memory: _Memory) -> bool:
    """Whether the round stands in the running dialogue."""
    return round_.user is not None and round_.user.content in memory.hidden
