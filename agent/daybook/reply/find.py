"""Finds what memory holds that bears on a message: a quick plan by rules, one search, no model."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from daybook.conversation import Ledger, Polarity, Question, Record, Role, Round, Status
from daybook.embedding import Embedder
from daybook.embedding.protocol import Vectors
from daybook.english.sentences import sentence_spans
from daybook.remember import SLOTS
from daybook.reply.context import ContextItem, ItemKind, MemoryContext
from daybook.reply.documents import DocumentFinder
from daybook.reply.examples import Examples, embed_examples
from daybook.reply.items import MemoryView
from daybook.reply.personal import is_about_food, is_personal
from daybook.reply.standing import StandingConstraint, StandingConstraints
from daybook.reply.statements import Statement, statement_of, statement_rows
from daybook.retrieve import TokenCounter, relevant_records, superseded_words
from daybook.store import Store
from daybook.store.cosines import cosines
from daybook.store.keys import KeyVectors
from daybook_prompts import as_data

MOST_STATEMENTS = 4
"""Rounds that are put in for what their owner stated in them."""
MOST_CONSTRAINTS = 16
"""The latest so many are put in."""
_SENTENCES = 4
"""Sentences of a message that are looked up by themselves as well."""
_SHORTLIST = 40
"""Statements whose words are looked at."""
_NEAR_ROUNDS = 100
"""Rounds that are asked of an index too large to be held in memory."""
_LEAST = 0.2
"""Least score of a statement that is put in: half the cosine of its round and half its own."""
_RECORD = 0.45
"""Least cosine of a record that is put in."""


class ContextFinder:
    """Looks up what bears on messages. The vectors of its examples are made at its first use."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        count_tokens: TokenCounter,
        documents: DocumentFinder,
        *,
        ledger: bool = True,
    ) -> None:
        self._documents = documents
        self._store, self._embedder, self._count_tokens, self._ledger = store, embedder, count_tokens, ledger
        self._standing = StandingConstraints(store)
        self._examples: Examples | None = None

    async def find(self, asked: Question, message: str, *, budget: int) -> MemoryContext:
        """Look up a message.

        Constraints are always in. Other statements and records are in where the message concerns its
        writer's own life, the nearest first; what the running dialogue holds is left out. Passages of
        documents that are near to it take what is left of the budget.

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
        view = MemoryView(
            ledger,
            superseded_words(ledger),
            asked.as_of,
            frozenset(turn.content for turn in asked.dialogue if turn.role is Role.USER),
        )
        standing = await self._standing.of(asked.owner, keys, index.words.rounds, examples.constraints)
        items = await self._constraint_items(asked.owner, _current(standing, view), view)
        personal = is_personal(message, queries, examples.personal)
        if personal:
            items += await self._fact_items(asked.owner, queries, view, _rounds_of(items))
            items += await self._round_items(asked.owner, queries, keys, view, _rounds_of(items))
        kept, tokens = self._within(items, budget)
        documents, taken = await self._documents.find(asked, _phrasings(message), queries, budget - tokens)
        return MemoryContext(
            message,
            asked.asked_at,
            kept,
            is_personal=personal,
            is_about_food=personal and is_about_food(queries, examples.food),
            documents=documents,
            tokens=tokens + taken,
            milliseconds=(perf_counter() - began) * 1000,
        )

    def _ledger_of(self, asked: Question) -> Ledger:
        return self._store.ledgers.of(asked.owner, as_of=asked.as_of) if self._ledger else Ledger()

    async def _constraint_items(
        self, owner: str, standing: Sequence[StandingConstraint], view: MemoryView
    ) -> list[ContextItem]:
        """Make items of the constraints that were stated, and of those that only the ledger has."""
        records = [one for one in view.ledger.with_status(Status.ACTIVE) if _is_constraint(one)]
        stated = [
            replace(
                view.item_of(one.statement, ItemKind.CONSTRAINT),
                record=_record_of(one.statement, records),
                constraint=one.kind,
            )
            for one in standing
        ]
        seen = {item.round.round_id for item in stated}
        others = [one for one in records if not seen.intersection(one.round_ids)]
        return stated + await self._record_items(owner, others, view, ItemKind.CONSTRAINT)

    async def _fact_items(
        self, owner: str, queries: Vectors, view: MemoryView, taken: set[str]
    ) -> list[ContextItem]:
        """Make items of the active records that are near to the message."""
        records = relevant_records(view.ledger)
        if not records:
            return []
        vectors = await self._store.text_vectors.of(owner, view.ledger, [one.text for one in records])
        near = cosines(queries, vectors).max(axis=0)
        best = [
            records[place]
            for place in np.argsort(-near, kind="stable").tolist()
            if near[place] >= _RECORD
            and records[place].status is Status.ACTIVE
            and not taken.intersection(records[place].round_ids)
        ]
        return await self._record_items(owner, best[:MOST_STATEMENTS], view, ItemKind.FACT)

    async def _record_items(
        self, owner: str, records: Sequence[Record], view: MemoryView, kind: ItemKind
    ) -> list[ContextItem]:
        """Make items of records, with the words that state each last."""
        rounds = await self._rounds(owner, [one.support[-1].round_id for one in records])
        said = [(one, rounds.get(one.support[-1].round_id)) for one in records]
        return [
            view.item_of_record(record, round_, kind)
            for record, round_ in said
            if round_ is not None and view.shows(round_)
        ]

    async def _round_items(
        self, owner: str, queries: Vectors, keys: KeyVectors, view: MemoryView, taken: set[str]
    ) -> list[ContextItem]:
        """Make items of the statements that are nearest to the message, one a round."""
        rows, scores = _scored_statements(keys, queries)
        short = rows[:_SHORTLIST].tolist()
        rounds = await self._rounds(owner, [keys.key(row).round_id for row in short])
        best: dict[str, ContextItem] = {}
        for row, score in zip(short, scores.tolist(), strict=False):
            one = statement_of(keys, row, rounds)
            if one is None or score < _LEAST or one.round.round_id in taken | best.keys():
                continue
            if view.shows(one.round) and one.discloses and view.holds(one):
                best[one.round.round_id] = view.item_of(one, score=score)
            if len(best) == MOST_STATEMENTS:
                break
        return list(best.values())

    async def _rounds(self, owner: str, names: Sequence[str]) -> dict[str, Round]:
        found = await to_thread(self._store.rounds, owner, list(dict.fromkeys(names)))
        return {one.round_id: one for one in found}

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


def _phrasings(message: str) -> list[str]:
    sentences = [message[start:stop] for start, stop in sentence_spans(message)]
    return [message, *sentences[:_SENTENCES]] if len(sentences) > 1 else [message]


def _scored_statements(keys: KeyVectors, queries: Vectors) -> tuple[NDArray[np.intp], Vectors]:
    """Rank the statements by the mean of their own cosine and that of the nearest key of their round.

    A statement in passing seldom says what it is about, which its round does, and a round is about more than
    the statement.
    """
    by_key = cosines(queries, keys.matrix).max(axis=0)
    of_rounds = np.full(len(keys.rounds), -1.0, dtype=np.float32)
    np.maximum.at(of_rounds, keys.round_places, by_key)
    rows = statement_rows(keys)
    scores = (by_key[rows] + of_rounds[keys.round_places[rows]]) / 2
    order = np.argsort(-scores, kind="stable")
    return rows[order], scores[order]


def _current(standing: Sequence[StandingConstraint], view: MemoryView) -> list[StandingConstraint]:
    """Leave the constraints that still hold, the latest of those that say the same, the latest first."""
    texts: dict[str, StandingConstraint] = {}
    for one in reversed(standing):
        if view.shows(one.statement.round) and view.holds(one.statement):
            texts.setdefault(" ".join(one.statement.own.casefold().split()), one)
    return list(texts.values())[:MOST_CONSTRAINTS]


def _record_of(statement: Statement, records: Iterable[Record]) -> Record | None:
    here = statement.round.round_id
    return next((one for one in records if here in one.round_ids), None)


def _is_constraint(record: Record) -> bool:
    slot = SLOTS.get(record.slot)
    is_none = record.slot == "constraint.allergy" and record.polarity is Polarity.NEGATIVE
    return slot is not None and slot.constraint and not is_none


def _rounds_of(items: Iterable[ContextItem]) -> set[str]:
    return {round_id for item in items for round_id in (item.round.round_id, *item.round_ids)}
