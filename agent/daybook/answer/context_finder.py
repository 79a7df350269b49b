"""Makes the context of a message of what search found: the best rounds with their neighbours, above a floor.

Allergies and diets go before them where they may matter, and the few records of the ledger that are near.
"""

from asyncio import to_thread
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter

from daybook.answer.closest_text import dated
from daybook.answer.constraints import EmbeddedExamples, StatedConstraints, Statement
from daybook.answer.context import ContextItem, DocumentItem, ItemKind, MemoryContext
from daybook.answer.model_input import MAX_NAME, known_block, passage_line, quoted_for_model
from daybook.conversation import (
    SLOTS,
    Candidate,
    FoundPassage,
    Polarity,
    Question,
    Record,
    Role,
    Round,
    Status,
)
from daybook.conversation.authorship import NAMED_AS_ANOTHERS, Authorship
from daybook.conversation.language import Analyzer
from daybook.models.embedding import Embedder
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve.ledger_lookup import LedgerContext
from daybook.retrieve.packing import matching_passage
from daybook.retrieve.relevance import bears_on, relevance_floor
from daybook.retrieve.superseded import superseded_words
from daybook.retrieve.token_counter import TokenCounter
from daybook.store import Store
from daybook.store.search_index import SearchIndex
from daybook_prompts import JsonValue, as_data

_RECORD = 0.45
"""Least cosine of a record that is put in."""
_ON_A_TEXT = 0.15
"""How much nearer all has to be to a message that asks for work on a text: that is no subject of memory."""
MAX_RECORDS = 3
MAX_CONSTRAINTS = 16
"""The latest so many are put in."""
_MAX_ROUNDS = 10
"""Rounds of the search that are looked at."""
_WITH_NEIGHBOURS = 2
"""The best so many bring the rounds before and after them."""
_USER_ROOM = 800
"""Characters that are shown of a user's turn; of a longer one those around what matched."""
_REPLY_ROOM, _NEIGHBOUR_ROOM = 240, 120
"""Characters that are shown of a reply, and of that of a neighbour."""
_TURNS_BEFORE = 2
"""Of the user, in the dialogue, that tell what a message is about as well: "and for dessert?"."""
MAX_PASSAGES, _PASSAGE = 3, 0.4
"""Passages of documents that are put in, and their least cosine."""
_MAX_INDEXED = 100
"""Rounds that are asked of an index too large to be held in memory."""


@dataclass(frozen=True, slots=True)
class FoundContext:
    """Result of the recall graph's search for a message."""

    message: str
    """In stand-alone form."""
    queries: Vectors
    """Unit vectors of its phrasings."""
    index: SearchIndex
    candidates: Sequence[Candidate]
    """Best first."""
    ledger: LedgerContext
    passages: Sequence[FoundPassage] = ()
    """Of documents, best first."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds by step."""


@dataclass(frozen=True, slots=True)
class _View:
    """The part of memory that a message may see, and how it is shown."""

    asked: Question
    message: str
    """In stand-alone form."""
    ledger: LedgerContext
    analyzer: Analyzer

    @property
    def raised(self) -> float:
        """By how much the floor is higher for the message."""
        return _ON_A_TEXT if self.analyzer.works_on_text(self.asked.text) else 0.0

    def has_round(self, round_: Round) -> bool:
        """True if a round may be put in: what the running dialogue holds is before the model already."""
        if self.asked.as_of is not None and round_.said_at > self.asked.as_of:
            return False
        said = round_.user.content if round_.user else None
        return all(turn.role is not Role.USER or turn.content != said for turn in self.asked.dialogue)

    def holds(self, statement: Statement) -> bool:
        """True if a statement may be put in, and nothing later superseded it."""
        fallen = self.ledger.superseded.of(statement.round)
        return self.has_round(statement.round) and not any(
            old.start < statement.stop and statement.start < old.stop for old in fallen
        )

    def item_of_constraint(self, statement: Statement, records: Sequence[Record]) -> ContextItem:
        """Make an item of the statement of a constraint, with the record that rests on its round."""
        passage, round_ = statement.passage(), statement.round
        shown = dated(passage, round_.said_at, self.analyzer)
        line = {**_said(round_), "user": shown, **self._remarks(round_, passage)}
        record = next((record for record in records if round_.round_id in record.round_ids), None)
        return ContextItem(ItemKind.CONSTRAINT, passage, round_, record, line)

    def item_of_round(self, found: Candidate, room: int) -> ContextItem | None:
        """Make an item of a round: the user's turn, and what matches of the reply.

        None if nothing is left of it: a turn that only asks is not shown.
        """
        round_, line, words = found.round, dict[str, JsonValue](_said(found.round)), list[str]()
        for turn in round_.turns:
            only_asks = turn.role is Role.USER and self.analyzer.only_asks(turn.content)
            if only_asks or not turn.content.strip():
                continue
            most = _USER_ROOM if turn.role is Role.USER else room
            matches = [span for span in found.matches if span.role is turn.role]
            shown = matching_passage(found, turn.role, matches, self.message, most, self.analyzer)
            name = _name(turn.speaker or turn.role.value, turn.role)
            line[name] = dated(shown, round_.said_at, self.analyzer)
            words.append(shown)
        if not words:
            return None
        line |= self._remarks(round_, words[0])
        return ContextItem(ItemKind.ROUND, words[0], round_, line=line, score=found.relevance)

    def _remarks(self, round_: Round, passage: str) -> dict[str, JsonValue]:
        """Say of shown words of the user whose they are, and what of them no longer holds."""
        text = round_.user.content if round_.user else ""
        passed_on: list[JsonValue] = [
            {"words": words, **quoted_for_model(Authorship(part.mode, part.by))}
            for part in self.analyzer.authored(text)
            if part.mode in NAMED_AS_ANOTHERS
            and (words := text[part.start : part.stop].strip()[:MAX_NAME]) in passage
        ]
        fallen: list[JsonValue] = [
            {"words": old.quote, "on": f"{old.at:%Y-%m-%d}", **({"by": old.by} if old.by else {})}
            for old in self.ledger.superseded.of(round_)
            if old.quote in passage
        ]
        return {**({"quoted": passed_on} if passed_on else {}), **({"superseded": fallen} if fallen else {})}


class ContextFinder:
    """Makes contexts. The vectors of its examples are made at its first use."""

    def __init__(
        self, store: Store, embedder: Embedder, count_tokens: TokenCounter, analyzer: Analyzer
    ) -> None:
        self._store, self._embedder, self._count_tokens = store, embedder, count_tokens
        self._analyzer = analyzer
        self._stated = StatedConstraints(store, analyzer)
        self._examples: EmbeddedExamples | None = None

    async def find(self, asked: Question, found: FoundContext, *, budget: int) -> MemoryContext:
        """Make the context of a message of what search found.

        Allergies and diets are in first, where message or dialogue are about something that they may matter
        to; then records that are near, and the best rounds where one reaches the floor, newest of equals
        first; what the dialogue holds is left out. Near passages of documents take what is left.

        Args:
            asked: the message as it came, with its owner, moment and dialogue.
            found: what search found for it.
            budget: tokens that the block may take.
        """
        began = perf_counter()
        view = _View(asked, found.message, found.ledger, self._analyzer)
        items: list[ContextItem] = []
        if await self._is_bodily(asked, found.queries, view.raised):
            items += await self._constraint_items(found.index, view)
        items += await self._near_records(view, items)
        items += await self._round_items(found, view, {item.round.round_id for item in items})
        chosen, tokens = self._within(items, budget)
        documents, taken = self._passages_within(found.passages, budget - tokens)
        return MemoryContext(
            found.message,
            asked.asked_at,
            chosen,
            documents=documents,
            tokens=tokens + taken,
            timings={**found.timings, "choose": (perf_counter() - began) * 1000},
        )

    async def find_constraints(self, asked: Question, *, budget: int) -> tuple[ContextItem, ...]:
        """Look up the allergies and diets, whatever a message is about."""
        ledger = await to_thread(self._store.ledgers.of, asked.owner, as_of=asked.as_of)
        view = _View(asked, "", LedgerContext(ledger, superseded_words(ledger)), self._analyzer)
        items = await self._constraint_items(await self._store.index(asked.owner), view)
        return self._within(items, budget)[0]

    async def _is_bodily(self, asked: Question, queries: Vectors, raised: float) -> bool:
        """True if allergies and diets may matter; a language without examples takes them to."""
        examples = await self._embedded()
        if examples is None:
            return True
        before = [turn.content for turn in asked.dialogue if turn.role is Role.USER][-_TURNS_BEFORE:]
        told = await self._embedder.embed(before) if before else queries[:0]
        return examples.is_bodily(queries, told, raised=raised)

    async def _embedded(self) -> EmbeddedExamples | None:
        """Embed the examples of the language at their first use. Returns None if it has none."""
        given = self._analyzer.examples
        if self._examples is None and given is not None:
            self._examples = await EmbeddedExamples.of(given(), self._embedder)
        return self._examples

    async def _constraint_items(self, index: SearchIndex, view: _View) -> list[ContextItem]:
        """Make items of the constraints that hold: those stated, and those that only the ledger has."""
        examples, stated, ledger = await self._embedded(), list[Statement](), view.ledger.ledger
        if examples is not None:
            keys = await index.near(examples.constraints.positive, limit=_MAX_INDEXED)
            found = await self._stated.of(
                index.owner, keys, index.words.rounds, examples.constraints, view.asked.as_of
            )
            stated = _current([statement for _, statement in found if view.holds(statement)])
        waiting = {record.record_id for record in ledger.open_constraints()}
        records = [
            record
            for record in ledger.with_status(Status.ACTIVE)
            if _is_constraint(record) and record.record_id not in waiting
        ]
        seen = {statement.round.round_id for statement in stated}
        others = [record for record in records if not seen.intersection(record.round_ids)]
        items = [view.item_of_constraint(statement, records) for statement in stated]
        return [*items, *await self._record_items(others, view, ItemKind.CONSTRAINT)]

    async def _near_records(self, view: _View, taken: Sequence[ContextItem]) -> list[ContextItem]:
        """Make items of the active records near to the message, nearest first, each with words of its own."""
        there = {name for item in taken for name in (item.round.round_id, *item.round_ids)}
        near: dict[str, Record] = {}
        for found in sorted(view.ledger.scored, key=lambda scored: -scored.similarity):
            record = found.record
            is_near = found.similarity >= _RECORD + view.raised and record.status is Status.ACTIVE
            if is_near and not there.intersection(record.round_ids):
                near.setdefault(record.text, record)
        return await self._record_items(list(near.values())[:MAX_RECORDS], view, ItemKind.FACT)

    async def _record_items(
        self, records: Sequence[Record], view: _View, kind: ItemKind
    ) -> list[ContextItem]:
        """Make items of records, with the words that state each last."""
        names = list(dict.fromkeys(record.support[-1].round_id for record in records))
        there = await to_thread(self._store.rounds, view.asked.owner, names) if names else []
        rounds = {round_.round_id: round_ for round_ in there if view.has_round(round_)}
        return [
            ContextItem(kind, last.quote, rounds[last.round_id], record, line)
            for record in records
            if (last := record.support[-1]).round_id in rounds
            for line in known_block([record], view.ledger.ledger)
        ]

    async def _round_items(self, found: FoundContext, view: _View, taken: set[str]) -> list[ContextItem]:
        """Make items of the best rounds, each followed by its neighbours; none if all are below the floor."""
        best = [
            one
            for one in found.candidates[:_MAX_ROUNDS]
            if one.round.round_id not in taken and view.has_round(one.round)
        ]
        floor = relevance_floor(view.message, found.index.words) + view.raised
        if not bears_on(view.message, best, floor=floor, analyzer=self._analyzer):
            return []
        names = [one.round.round_id for one in best[:_WITH_NEIGHBOURS]]
        beside = await to_thread(self._store.neighbours, found.index.owner, names)
        items: dict[str, ContextItem] = {}
        for one, room in _in_a_row(best, [round_ for round_ in beside if view.has_round(round_)]):
            name = one.round.round_id
            if name not in taken and name not in items and (item := view.item_of_round(one, room)):
                items[name] = item
        return list(items.values())

    def _within(self, items: Sequence[ContextItem], budget: int) -> tuple[tuple[ContextItem, ...], int]:
        """Keep what the budget has room for; constraints first, then records, rounds by time."""
        chosen, left = list[ContextItem](), budget
        for item in items:
            item = replace(item, line={"kind": item.kind.value, **item.line})
            cost = self._count_tokens(as_data(item.line))
            if cost <= left:
                chosen.append(item)
                left -= cost
        order = list(ItemKind)
        chosen.sort(key=lambda item: (order.index(item.kind), item.round.said_at, item.round.position))
        return tuple(chosen), budget - left

    def _passages_within(
        self, found: Sequence[FoundPassage], budget: int
    ) -> tuple[tuple[DocumentItem, ...], int]:
        """Keep the near passages, best first, while the budget has room; with the tokens that they take."""
        items, left = list[DocumentItem](), budget
        near = [passage for passage in found if passage.signals.get("dense", 0.0) >= _PASSAGE]
        for passage in near[:MAX_PASSAGES]:
            item = DocumentItem(passage, {"kind": "document", **passage_line(passage.passage)})
            cost = self._count_tokens(as_data(item.line))
            if cost > left:
                break
            items.append(item)
            left -= cost
        return tuple(items), budget - left


def _in_a_row(best: Sequence[Candidate], beside: Sequence[Round]) -> Iterator[tuple[Candidate, int]]:
    """Put the rounds beside each of the best behind it, all with the characters that a reply may take."""
    for rank, found in enumerate(best):
        yield found, _REPLY_ROOM
        for near in beside if rank < _WITH_NEIGHBOURS else ():
            same = (near.session_id, near.occurrence) == (found.round.session_id, found.round.occurrence)
            if same and abs(near.position - found.round.position) == 1:
                yield Candidate(near, 0.0), _NEIGHBOUR_ROOM


def _said(round_: Round) -> Mapping[str, JsonValue]:
    return {"said": f"{round_.said_at:%Y-%m-%d (%A)}"}


def _name(speaker: str, role: Role) -> str:
    return f"{role.value} {speaker}" if speaker in ("said", "kind", "quoted", "superseded") else speaker


def _current(stated: Sequence[Statement]) -> list[Statement]:
    """Leave the latest of the statements that say the same, and the latest of all, these first."""
    texts: dict[str, Statement] = {}
    for statement in reversed(stated):
        texts.setdefault(" ".join(statement.own.casefold().split()), statement)
    by_passage = {(statement.round.round_id, statement.passage()): statement for statement in texts.values()}
    return list(by_passage.values())[:MAX_CONSTRAINTS]


def _is_constraint(record: Record) -> bool:
    slot = SLOTS.get(record.slot)
    is_none = record.slot == "constraint.allergy" and record.polarity is Polarity.NEGATIVE
    return slot is not None and slot.constraint and not is_none
