"""Makes the context of a message of what search found: the best rounds with their neighbours, above a floor.

Allergies and diets go before them where they may matter, and the few records of the ledger that are near.
"""

from asyncio import to_thread
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from time import perf_counter

from daybook.answer.chat_passages import passages_within
from daybook.answer.closest_text import dated
from daybook.answer.constraints import EmbeddedExamples, StatedConstraints, Statement
from daybook.answer.context import ContextItem, ItemKind, MemoryContext
from daybook.answer.model_input import known_block, quoted_for_model
from daybook.conversation import (
    SLOTS,
    Candidate,
    FoundPassage,
    Ledger,
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
from daybook.retrieve.relevance import relevance_floor
from daybook.retrieve.superseded import SupersededWords, superseded_words
from daybook.retrieve.token_counter import TokenCounter
from daybook.store import Store
from daybook.store.search_index import SearchIndex
from daybook_prompts import JsonValue, as_data

_RECORD = 0.45
"""Least cosine of a record that is put in."""
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
_MAX_INDEXED = 100
"""Rounds that are asked of an index too large to be held in memory."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the search of the recall graph found for a message."""

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


@dataclass(frozen=True, slots=True)
class _View:
    """What of a memory a message may see."""

    message: str
    ledger: Ledger
    superseded: SupersededWords
    as_of: datetime | None
    """The moment after which nothing is seen; None sees everything."""
    in_dialogue: frozenset[str]
    """What the user said in the running dialogue, which is before the model already."""
    analyzer: Analyzer

    @classmethod
    def of(cls, asked: Question, message: str, ledger: Ledger, analyzer: Analyzer) -> "_View":
        said = frozenset(turn.content for turn in asked.dialogue if turn.role is Role.USER)
        return cls(message, ledger, superseded_words(ledger), asked.as_of, said, analyzer)

    def has_round(self, round_: Round) -> bool:
        """True if a round may be put in."""
        said = round_.user is not None and round_.user.content in self.in_dialogue
        return not said and (self.as_of is None or round_.said_at <= self.as_of)

    def still_holds(self, statement: Statement) -> bool:
        """True if nothing later superseded a statement."""
        words = self.superseded.of(statement.round)
        return not any(old.start < statement.stop and statement.start < old.stop for old in words)

    def item_of_constraint(self, statement: Statement) -> ContextItem:
        """Make an item of the statement of a constraint."""
        passage = statement.passage()
        shown = dated(passage, statement.round.said_at, self.analyzer)
        line = {**_said(statement.round), "user": shown, **self._remarks(statement.round, passage)}
        return ContextItem(ItemKind.CONSTRAINT, passage, statement.round, line=line)

    def item_of_record(self, record: Record, round_: Round, kind: ItemKind) -> ContextItem:
        """Make an item of a record and the round that states it last."""
        line = known_block([record], self.ledger)[0]
        return ContextItem(kind, record.support[-1].quote, round_, record, line)

    def item_of_round(self, found: Candidate, room: int) -> ContextItem | None:
        """Make an item of a round: the user's turn, and what matches of the reply.

        None where nothing is left of it: a turn that only asks is not shown.
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
            {"words": text[part.start : part.stop][:60], **quoted_for_model(Authorship(part.mode, part.by))}
            for part in self.analyzer.authored(text)
            if part.mode in NAMED_AS_ANOTHERS and text[part.start : part.stop].strip()[:60] in passage
        ]
        fallen: list[JsonValue] = [
            {"words": old.quote, "on": f"{old.at:%Y-%m-%d}", **({"by": old.by} if old.by else {})}
            for old in self.superseded.of(round_)
            if old.quote in passage
        ]
        return {**({"quoted": passed_on} if passed_on else {}), **({"superseded": fallen} if fallen else {})}


class ContextFinder:
    """Makes contexts. The vectors of its examples are made at its first use."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        count_tokens: TokenCounter,
        analyzer: Analyzer,
    ) -> None:
        self._store, self._embedder, self._count_tokens = store, embedder, count_tokens
        self._analyzer = analyzer
        self._stated = StatedConstraints(store, analyzer)
        self._examples: EmbeddedExamples | None = None

    async def find(self, asked: Question, found: Found, *, budget: int) -> MemoryContext:
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
        view = _View.of(asked, found.message, found.ledger.ledger, self._analyzer)
        items: list[ContextItem] = []
        if await self._is_bodily(asked, found.queries):
            items += await self._constraint_items(asked.owner, found.index, view)
        items += await self._near_records(asked.owner, found.ledger, view, items)
        items += await self._round_items(found, view, items)
        chosen, tokens = self._within(items, budget)
        documents, taken = passages_within(found.passages, budget - tokens, self._count_tokens)
        return MemoryContext(
            found.message,
            asked.asked_at,
            chosen,
            documents=documents,
            tokens=tokens + taken,
            milliseconds=(perf_counter() - began) * 1000,
        )

    async def find_constraints(self, asked: Question, *, budget: int) -> tuple[ContextItem, ...]:
        """Look up the allergies and diets, whatever a message is about."""
        ledger = await to_thread(self._store.ledgers.of, asked.owner, as_of=asked.as_of)
        view = _View.of(asked, "", ledger, self._analyzer)
        items = await self._constraint_items(asked.owner, await self._store.index(asked.owner), view)
        return self._within(items, budget)[0]

    async def _is_bodily(self, asked: Question, queries: Vectors) -> bool:
        """True if allergies and diets may matter; a language without examples takes them to."""
        examples = await self._embedded()
        if examples is None:
            return True
        before = [turn.content for turn in asked.dialogue if turn.role is Role.USER][-_TURNS_BEFORE:]
        return examples.is_bodily(queries, await self._embedder.embed(before) if before else queries[:0])

    async def _embedded(self) -> EmbeddedExamples | None:
        """Embed the examples of the language at their first use; None where it has none."""
        given = self._analyzer.examples
        if self._examples is None and given is not None:
            self._examples = await EmbeddedExamples.of(given(), self._embedder)
        return self._examples

    async def _constraint_items(self, owner: str, index: SearchIndex, view: _View) -> list[ContextItem]:
        """Make items of the constraints that hold: those stated, and those that only the ledger has."""
        examples, stated = await self._embedded(), list[Statement]()
        if examples is not None:
            keys = await index.near(examples.constraints.positive, limit=_MAX_INDEXED)
            found = await self._stated.of(owner, keys, index.words.rounds, examples.constraints, view.as_of)
            stated = _current([statement for _, statement in found], view)
        waiting = {record.record_id for record in view.ledger.open_constraints()}
        records = [
            record
            for record in view.ledger.with_status(Status.ACTIVE)
            if _is_constraint(record) and record.record_id not in waiting
        ]
        seen = {statement.round.round_id for statement in stated}
        others = [record for record in records if not seen.intersection(record.round_ids)]
        return [
            *(
                replace(view.item_of_constraint(statement), record=_record_of(statement, records))
                for statement in stated
            ),
            *await self._record_items(owner, others, view, ItemKind.CONSTRAINT),
        ]

    async def _near_records(
        self, owner: str, ledger: LedgerContext, view: _View, taken: Sequence[ContextItem]
    ) -> list[ContextItem]:
        """Make items of the active records that are near to the message, nearest first."""
        there = _rounds_of(taken)
        near = [
            found
            for found in sorted(ledger.scored, key=lambda scored: -scored.similarity)
            if found.similarity >= _RECORD
            and found.record.status is Status.ACTIVE
            and not there.intersection(found.record.round_ids)
        ]
        records = [found.record for found in near[:MAX_RECORDS]]
        return await self._record_items(owner, records, view, ItemKind.FACT)

    async def _record_items(
        self, owner: str, records: Sequence[Record], view: _View, kind: ItemKind
    ) -> list[ContextItem]:
        """Make items of records, with the words that state each last."""
        names = list(dict.fromkeys(record.support[-1].round_id for record in records))
        there = await to_thread(self._store.rounds, owner, names) if names else []
        rounds = {round_.round_id: round_ for round_ in there}
        said = [(record, rounds.get(record.support[-1].round_id)) for record in records]
        return [
            view.item_of_record(record, round_, kind)
            for record, round_ in said
            if round_ is not None and view.has_round(round_)
        ]

    async def _round_items(
        self, looked_up: Found, view: _View, taken: Sequence[ContextItem]
    ) -> list[ContextItem]:
        """Make items of the best rounds, each followed by its neighbours; none if all are below the floor."""
        floor = relevance_floor(view.message, looked_up.index.words)
        there = {item.round.round_id for item in taken}
        best = [
            found
            for found in looked_up.candidates[:_MAX_ROUNDS]
            if found.round.round_id not in there and view.has_round(found.round)
        ]
        if max((found.relevance for found in best), default=0.0) < floor:
            return []
        names = [found.round.round_id for found in best[:_WITH_NEIGHBOURS]]
        near_by = await to_thread(self._store.neighbours, looked_up.index.owner, names)
        beside = {_place(round_): round_ for round_ in near_by}
        items: list[ContextItem | None] = []
        for rank, found in enumerate(best):
            items.append(view.item_of_round(found, _REPLY_ROOM))
            if rank >= _WITH_NEIGHBOURS:
                continue
            session, occurrence, position = _place(found.round)
            for near in (position - 1, position + 1):
                if (round_ := beside.get((session, occurrence, near))) and view.has_round(round_):
                    items.append(view.item_of_round(Candidate(round_, 0.0), _NEIGHBOUR_ROOM))
        once = {item.round.round_id: item for item in reversed(items) if item}
        return [
            item
            for item in items
            if item and once[item.round.round_id] is item
            if item.round.round_id not in there
        ]

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


def _said(round_: Round) -> Mapping[str, JsonValue]:
    return {"said": f"{round_.said_at:%Y-%m-%d (%A)}"}


def _name(speaker: str, role: Role) -> str:
    return f"{role.value} {speaker}" if speaker in ("said", "kind", "quoted", "superseded") else speaker


def _place(round_: Round) -> tuple[str, int, int]:
    return (round_.session_id, round_.occurrence, round_.position)


def _current(stated: Sequence[Statement], view: _View) -> list[Statement]:
    """Leave the statements that still hold, the latest of those that say the same, the latest first."""
    texts: dict[str, Statement] = {}
    for statement in reversed(stated):
        if view.has_round(statement.round) and view.still_holds(statement):
            texts.setdefault(" ".join(statement.own.casefold().split()), statement)
    by_passage = {(statement.round.round_id, statement.passage()): statement for statement in texts.values()}
    return list(by_passage.values())[:MAX_CONSTRAINTS]


def _record_of(statement: Statement, records: Iterable[Record]) -> Record | None:
    here = statement.round.round_id
    return next((record for record in records if here in record.round_ids), None)


def _is_constraint(record: Record) -> bool:
    slot = SLOTS.get(record.slot)
    is_none = record.slot == "constraint.allergy" and record.polarity is Polarity.NEGATIVE
    return slot is not None and slot.constraint and not is_none


def _rounds_of(items: Iterable[ContextItem]) -> set[str]:
    return {round_id for item in items for round_id in (item.round.round_id, *item.round_ids)}
