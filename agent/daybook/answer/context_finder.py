"""Finds what memory holds that bears on a message: a quick plan by rules, one search, no model."""

from asyncio import to_thread
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from daybook.answer.chat_passages import DocumentFinder
from daybook.answer.context import ContextItem, ItemKind, MemoryContext
from daybook.answer.model_input import known_block, quoted_for_model
from daybook.answer.owner_statements import (
    StandingConstraint,
    StandingConstraints,
    Statement,
    statement_of,
    statement_rows,
)
from daybook.answer.personal_messages import (
    EmbeddedExamples,
    embed_examples,
    is_about_food,
    is_bodily,
    is_personal,
)
from daybook.conversation import (
    SLOTS,
    Answer,
    Ledger,
    Polarity,
    Question,
    Record,
    Role,
    Round,
    Status,
    Superseded,
)
from daybook.conversation.authorship import NAMED_AS_ANOTHERS
from daybook.conversation.language import ConstraintKind, Language
from daybook.models.embedding import Embedder
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve import TokenCounter, rank_records, relevant_records, superseded_words
from daybook.retrieve.dense_search import score_fields
from daybook.settings import LedgerOptions
from daybook.store import Store
from daybook.store.keys import KeyVectors
from daybook.store.search_index import SearchIndex
from daybook_prompts import JsonValue, as_data

MOST_STATEMENTS = 4
"""Rounds that are put in for what their owner stated in them."""
MOST_ANSWERING = 2
"""Rounds that are put in for what answers a question, beside those of `MOST_STATEMENTS`."""
MOST_CONSTRAINTS = 16
"""The latest so many are put in."""
_TURNS_BEFORE = 2
"""Of the user, in the dialogue, that tell what a message is about as well: "and for dessert?"."""
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
_BY_NEARNESS = LedgerOptions(record_decay=0)
"""Records are ranked by what they say alone: what a message is about may have been said long ago."""


@dataclass(frozen=True, slots=True)
class _MemoryView:
    """What of a memory a message may see."""

    ledger: Ledger
    superseded: Mapping[str, Sequence[Superseded]]
    """The superseded statements of each round, by its id."""
    as_of: datetime | None
    """The moment after which nothing is seen; None sees everything."""
    in_dialogue: frozenset[str]
    """What the user said in the running dialogue, which is before the model already."""

    def has_round(self, round_: Round) -> bool:
        """True if a round may be put in."""
        said = round_.user is not None and round_.user.content in self.in_dialogue
        return not said and (self.as_of is None or round_.said_at <= self.as_of)

    def still_holds(self, statement: Statement) -> bool:
        """True if nothing later superseded a statement."""
        words = self.superseded.get(statement.round.round_id, ())
        return not any(old.start < statement.stop and statement.start < old.stop for old in words)

    def item_of(
        self, statement: Statement, kind: ItemKind = ItemKind.ROUND, *, score: float = 0.0
    ) -> ContextItem:
        """Make an item of a statement: its words in context, without what was superseded."""
        passage = statement.passage()
        line: dict[str, JsonValue] = {"said": f"{statement.round.said_at:%Y-%m-%d}", "user": passage}
        if statement.authorship.mode in NAMED_AS_ANOTHERS:
            line["quoted"] = quoted_for_model(statement.authorship)
        fallen = [
            {"words": old.quote, "on": f"{old.at:%Y-%m-%d}", **({"by": old.by} if old.by else {})}
            for old in self.superseded.get(statement.round.round_id, ())
            if old.quote in passage
        ]
        if fallen:
            line["superseded"] = fallen
        quote = statement.text.strip() if fallen and self.still_holds(statement) else passage
        return ContextItem("", kind, quote, statement.round, line=line, score=score)

    def item_of_record(self, record: Record, round_: Round, kind: ItemKind) -> ContextItem:
        """Make an item of a record and the round that states it last."""
        line = known_block([record], self.ledger)[0]
        unspoken = ConstraintKind.UNSPOKEN if SLOTS[record.slot].needs_yes else None
        return ContextItem("", kind, record.support[-1].quote, round_, record, line, unspoken)


class ContextFinder:
    """Looks up what bears on messages. The vectors of its examples are made at its first use."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        count_tokens: TokenCounter,
        documents: DocumentFinder,
        language: Language,
        *,
        ledger: bool = True,
    ) -> None:
        self._documents, self._language = documents, language
        self._store, self._embedder, self._count_tokens, self._ledger = store, embedder, count_tokens, ledger
        self._standing = StandingConstraints(store, language)
        self._examples: EmbeddedExamples | None = None

    async def find(
        self, asked: Question, message: str, *, budget: int, answers: Sequence[Answer] = ()
    ) -> MemoryContext:
        """Look up a message.

        Constraints are in first, those of what one eats or touches only where message or dialogue are
        about something that they may matter to; then what answers the message's questions. Other statements
        and records come in, nearest first, where the message concerns its writer's own life; what the
        dialogue holds is left out. Near passages of documents take what is left of the budget. A language
        without examples has no constraints but the ledger's, and takes every message to concern its writer.

        Args:
            asked: the message as it came, with its owner, moment and dialogue.
            message: in stand-alone form.
            budget: tokens that the block may take.
            answers: to the message's questions. Where memory knows none, and nothing else bears on the
                message, that is said.
        """
        began = perf_counter()
        examples, sentences = await self._embedded(), self._language.analyzer.sentences(message)
        parts = [message[start:stop] for start, stop in sentences]
        phrasings = [message, *parts[:_SENTENCES]] if len(parts) > 1 else [message]
        before = [turn.content for turn in asked.dialogue if turn.role is Role.USER][-_TURNS_BEFORE:]
        vectors = await self._embedder.embed([*phrasings, *before])
        queries = vectors[: len(phrasings)]
        index = await self._store.index(asked.owner)
        wanted = np.concatenate([queries, examples.constraints.positive]) if examples else queries
        keys = await index.near(wanted, limit=_NEAR_ROUNDS)
        view = await to_thread(self._view_of, asked)
        bodily = examples is None or is_bodily(queries, vectors[len(phrasings) :], examples.bodily)
        items = await self._standing_items(asked, keys, index, view, examples, bodily=bodily)
        answering = await self._answer_items(asked.owner, answers, view, _rounds_of(items))
        personal = examples is None or is_personal(
            queries,
            examples.personal,
            in_first_person=self._language.read_message(message).in_first_person,
        )
        items += answering[: MOST_ANSWERING if personal else MOST_STATEMENTS]
        if personal:
            items += await self._fact_items(asked, queries, view, _rounds_of(items))
            items += await self._round_items(asked.owner, queries, keys, view, _rounds_of(items))
        chosen, tokens = self._within(items, budget)
        documents, taken = await self._documents.find(asked, phrasings, queries, budget - tokens)
        bears = documents or any(item.kind is not ItemKind.CONSTRAINT for item in chosen)
        is_unknown = not bears and all(answer.not_known for answer in answers)
        return MemoryContext(
            message,
            asked.asked_at,
            chosen,
            is_personal=personal,
            is_about_food=examples is not None and personal and is_about_food(queries, examples.food),
            documents=documents,
            unknown=tuple(answer.plan.question for answer in answers[:1] if answer.plan and is_unknown),
            tokens=tokens + taken,
            milliseconds=(perf_counter() - began) * 1000,
        )

    async def find_constraints(self, asked: Question, *, budget: int) -> tuple[ContextItem, ...]:
        """Look up what replies must heed, as `find` does, whatever a message is about."""
        examples, index = await self._embedded(), await self._store.index(asked.owner)
        wanted = examples.constraints.positive if examples else np.empty((0, self._embedder.dim), np.float32)
        keys = await index.near(wanted, limit=_NEAR_ROUNDS)
        view = await to_thread(self._view_of, asked)
        items = await self._standing_items(asked, keys, index, view, examples)
        return self._within(items, budget)[0]

    async def _standing_items(
        self,
        asked: Question,
        keys: KeyVectors,
        index: SearchIndex,
        view: _MemoryView,
        examples: EmbeddedExamples | None,
        *,
        bodily: bool = True,
    ) -> list[ContextItem]:
        """Make items of the constraints that a reply must heed: those stated, and those only the ledger has.

        What is not to be mentioned holds in the session that asks for it, and in others once its record has
        the owner's yes.
        """
        standing: Sequence[StandingConstraint] = ()
        if examples is not None:
            standing = await self._standing.of(asked.owner, keys, index.words.rounds, examples.constraints)
        here = [
            constraint
            for constraint in standing
            if (
                constraint.statement.round.session_id == asked.session_id
                if constraint.kind is ConstraintKind.UNSPOKEN
                else bodily
            )
        ]
        open_ids = {record.record_id for record in view.ledger.open_constraints()}
        records = [
            record
            for record in view.ledger.with_status(Status.ACTIVE)
            if _is_constraint(record) and record.record_id not in open_ids
            if bodily or not SLOTS[record.slot].bodily
        ]
        stated = [
            replace(
                view.item_of(constraint.statement, ItemKind.CONSTRAINT),
                record=_record_of(constraint.statement, records),
                constraint=constraint.kind,
            )
            for constraint in _current(here, view)
        ]
        seen = {item.round.round_id for item in stated}
        others = [record for record in records if not seen.intersection(record.round_ids)]
        return stated + await self._record_items(asked.owner, others, view, ItemKind.CONSTRAINT)

    async def _embedded(self) -> EmbeddedExamples | None:
        """Embed the examples of the language at their first use; None where it has none."""
        given = self._language.texts.examples
        if self._examples is None and given is not None:
            self._examples = await embed_examples(given(), self._embedder)
        return self._examples

    def _view_of(self, asked: Question) -> _MemoryView:
        ledger = self._store.ledgers.of(asked.owner, as_of=asked.as_of) if self._ledger else Ledger()
        in_dialogue = frozenset(turn.content for turn in asked.dialogue if turn.role is Role.USER)
        return _MemoryView(ledger, superseded_words(ledger), asked.as_of, in_dialogue)

    async def _fact_items(
        self, asked: Question, queries: Vectors, view: _MemoryView, taken: set[str]
    ) -> list[ContextItem]:
        """Make items of the active records that are near to the message."""
        texts = [record.text for record in relevant_records(view.ledger)]
        if not texts:
            return []
        vectors = await self._store.text_vectors.of(asked.owner, view.ledger, texts)
        ranked = rank_records(queries, view.ledger, vectors, asked_at=asked.asked_at, options=_BY_NEARNESS)
        best = [
            found.record
            for found in ranked
            if found.similarity >= _RECORD
            and found.record.status is Status.ACTIVE
            and not taken.intersection(found.record.round_ids)
        ]
        return await self._record_items(asked.owner, best[:MOST_STATEMENTS], view, ItemKind.FACT)

    async def _record_items(
        self, owner: str, records: Sequence[Record], view: _MemoryView, kind: ItemKind
    ) -> list[ContextItem]:
        """Make items of records, with the words that state each last."""
        rounds = await self._rounds(owner, [record.support[-1].round_id for record in records])
        said = [(record, rounds.get(record.support[-1].round_id)) for record in records]
        return [
            view.item_of_record(record, round_, kind)
            for record, round_ in said
            if round_ is not None and view.has_round(round_)
        ]

    async def _answer_items(
        self, owner: str, answers: Sequence[Answer], view: _MemoryView, taken: set[str]
    ) -> list[ContextItem]:
        """Make an item of each round that answers rest on: the words around what is quoted.

        Where a reply is quoted, so are the words of the owner that the answer quotes beside it.
        """
        cited = [words for answer in answers if not answer.not_known for words in answer.evidence]
        rounds = await self._rounds(owner, [words.round_id for words in cited])
        items: dict[str, ContextItem] = {}
        for words in cited:
            round_, there = rounds.get(words.round_id), items.get(words.round_id)
            if round_ is None or words.round_id in taken or not view.has_round(round_):
                continue
            own = round_.user.content if round_.user else ""
            start = own.find(words.quote)
            if there and (start < 0 or "user" in there.line):
                continue
            if start >= 0:
                item = view.item_of(
                    Statement(round_, start, start + len(words.quote), self._language), score=1.0
                )
            else:
                line = {"said": f"{round_.said_at:%Y-%m-%d}", "assistant": words.quote}
                item = ContextItem("", ItemKind.ROUND, words.quote, round_, line=line, score=1.0)
            items[words.round_id] = replace(there, line={**item.line, **there.line}) if there else item
        return list(items.values())

    async def _round_items(
        self,
        owner: str,
        queries: Vectors,
        keys: KeyVectors,
        view: _MemoryView,
        taken: set[str],
    ) -> list[ContextItem]:
        """Make items of the statements that are nearest to the message, one a round."""
        rows, scores = _scored_statements(keys, queries)
        short = rows[:_SHORTLIST].tolist()
        rounds = await self._rounds(owner, [keys.key(row).round_id for row in short])
        best: dict[str, ContextItem] = {}
        for row, score in zip(short, scores.tolist(), strict=False):
            found = statement_of(keys, row, rounds, self._language)
            if found is None or score < _LEAST or found.round.round_id in taken | best.keys():
                continue
            if view.has_round(found.round) and found.discloses and view.still_holds(found):
                best[found.round.round_id] = view.item_of(found, score=score)
            if len(best) == MOST_STATEMENTS:
                break
        return list(best.values())

    async def _rounds(self, owner: str, names: Sequence[str]) -> dict[str, Round]:
        found = await to_thread(self._store.rounds, owner, list(dict.fromkeys(names)))
        return {round_.round_id: round_ for round_ in found}

    def _within(self, items: Sequence[ContextItem], budget: int) -> tuple[tuple[ContextItem, ...], int]:
        """Keep what the budget has room for, in its order, and give each item its mark; rounds by time."""
        chosen: list[ContextItem] = []
        left = budget
        for item in items:
            cost = self._count_tokens(as_data({"mark": "m10", **item.line}))
            if cost <= left:
                chosen.append(item)
                left -= cost
        order = list(ItemKind)
        chosen.sort(key=lambda item: (order.index(item.kind), item.round.said_at, item.round.position))
        marks = (f"m{number}" for number in count(1))
        marked = tuple(
            replace(item, mark=mark, line={"mark": mark, "kind": item.kind.value, **item.line})
            for item, mark in zip(chosen, marks, strict=False)
        )
        return marked, budget - left


def _scored_statements(keys: KeyVectors, queries: Vectors) -> tuple[NDArray[np.intp], Vectors]:
    """Rank statements by the mean of their own cosine and their round's best.

    A statement in passing seldom names its subject, which its round does; a round is about more than that.
    """
    fields = score_fields(keys, queries)
    of_rounds = fields.cosines.max(axis=(0, 2))
    rows = statement_rows(keys)
    scores = (fields.nearest[rows] + of_rounds[keys.round_places[rows]]) / 2
    order = np.argsort(-scores, kind="stable")
    return rows[order], scores[order]


def _current(standing: Sequence[StandingConstraint], view: _MemoryView) -> list[StandingConstraint]:
    """Leave the constraints that still hold, the latest of those that say the same, the latest first."""
    texts: dict[str, StandingConstraint] = {}
    for constraint in reversed(standing):
        statement = constraint.statement
        if view.has_round(statement.round) and view.still_holds(statement):
            texts.setdefault(" ".join(statement.own.casefold().split()), constraint)
    return list(texts.values())[:MOST_CONSTRAINTS]


def _record_of(statement: Statement, records: Iterable[Record]) -> Record | None:
    here = statement.round.round_id
    return next((record for record in records if here in record.round_ids), None)


def _is_constraint(record: Record) -> bool:
    slot = SLOTS.get(record.slot)
    is_none = record.slot == "constraint.allergy" and record.polarity is Polarity.NEGATIVE
    return slot is not None and slot.constraint and not is_none


def _rounds_of(items: Iterable[ContextItem]) -> set[str]:
    return {round_id for item in items for round_id in (item.round.round_id, *item.round_ids)}
