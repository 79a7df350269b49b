"""The two people of a dialogue of Multi-Session Chat, each as the owner of a memory once.

The file holds the third session of a pair. Of the first there are the sentences about either person that it
was begun with; they are told to a memory as that person's own words, a sentence a turn. The second session
is not there. Nothing is dated in the file, so the gap between sessions is ours: `GAP`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TypeAlias

from daybook.ledger.locate import texts_to_locate
from daybook.ledger.relate import relate, texts_to_relate
from daybook.text.english.facts import facts_in

from daybook.conversation import (
    DecayUnit,
    Event,
    Ledger,
    Record,
    Role,
    Round,
    Session,
    Status,
    Turn,
    apply_drafts,
    fold,
    rounds_of,
    slot_descriptions,
)
from daybook.ledger import Decay, Resolver, Retention, WriteThresholds, default_policy
from daybook.ledger.decide import RoundFacts, decide, recalled_before
from daybook.ledger.write_policy import allowed_facts
from daybook.models.embedding import Embedder
from daybook.models.embedding.embedder import Vectors
from daybook.retrieve import asked_slots, bm25_vectors, rank_records, relevant_records, windowed_query
from daybook.settings import LedgerOptions
from daybook.text.english import ENGLISH
from daybook.text.english.words import words_of
from daybook_eval.data.msc import SPEAKERS, MscDialogue
from daybook_eval.measures.fact_matching import AGREEMENT, Saying, agreement, saying_of

GAP = timedelta(days=7)
"""From one session of a pair to the next."""
THIRD = datetime(2021, 5, 15, 12, tzinfo=UTC)
FIRST = THIRD - 2 * GAP
_TURN = timedelta(minutes=1)


@dataclass(frozen=True)
class Person:
    """One of the two people of a dialogue."""

    dialogue: MscDialogue
    speaker: str

    @property
    def owner(self) -> str:
        """Whose memory it is."""
        return f"{self.dialogue.dialogue_id} {self.speaker}"

    @cached_property
    def first(self) -> Session:
        """The first session: what the person was to play, said a sentence a turn."""
        told = (
            Turn(Role.USER, text, FIRST + place * _TURN)
            for place, text in enumerate(self.dialogue.begun_with[self.speaker])
        )
        return Session(f"{self.dialogue.dialogue_id} first", FIRST, tuple(told))

    @cached_property
    def third(self) -> Session:
        """The third session, in which the person is the user and the other the assistant."""
        turns = (
            Turn(Role.USER if turn.speaker == self.speaker else Role.ASSISTANT, turn.text, said_at(place))
            for place, turn in enumerate(self.dialogue.turns)
        )
        return Session(f"{self.dialogue.dialogue_id} third", THIRD, tuple(turns))

    def rounds(self, *sessions: Session) -> list[Round]:
        """Cut sessions into the rounds in which the person says something."""
        cut = (round_ for session in sessions for round_ in rounds_of(session, self.owner))
        return [round_ for round_ in cut if round_.user is not None]


def said_at(place: int) -> datetime:
    """Say when turn `place` of the third session is said."""
    return THIRD + place * _TURN


def people_of(dialogues: Sequence[MscDialogue]) -> Iterator[Person]:
    """Give both people of every dialogue."""
    return (Person(dialogue, speaker) for dialogue in dialogues for speaker in SPEAKERS)


Similarity: TypeAlias = Callable[[str, Sequence[str]], tuple[Vectors, Vectors]]
"""From a query and texts to unit vectors, of shapes (1, dim) and (texts, dim)."""


async def by_meaning(texts: Sequence[str], embedder: Embedder) -> Similarity:
    """Compare by the cosines of an embedder."""
    every = list(dict.fromkeys(texts))
    vectors = await embedder.embed(every)
    rows = {text: row for row, text in enumerate(every)}
    return lambda query, among: (vectors[[rows[query]]], vectors[[rows[text] for text in among]])


def by_words(query: str, texts: Sequence[str]) -> tuple[Vectors, Vectors]:
    """Compare by BM25 over stems, as the library does under `lexical_records`."""
    return bm25_vectors(words_of(query), [words_of(text) for text in texts])


BUDGET = 40
"""Active records. Source: section 4, Implementation details, as the next three."""
TAU = 0.55
LAMBDA = 0.25
TOP = 5
QUARANTINE = 0.3
"""The paper names no threshold of quarantine; the product's."""
DECAYED = 0.05
"""Nor does it name the weight under which a record is decayed: at 0.25 a session, after twelve sessions."""
WINDOW = 1
"""Turns of a query before what the other has just said, as under the preset: what the person had said."""
WINDOWS = (0, WINDOW, 3)
PAPER = LedgerOptions(
    record_decay=LAMBDA, record_decay_unit=DecayUnit.SESSION, decayed_below=DECAYED, conflict_penalty=0.3
)
"""γ is the product's: the paper gives none."""


@dataclass(frozen=True, slots=True)
class Variant:
    """TimeRAG-Memory, whole or with a part left out."""

    tau: float = TAU
    updates: bool = True
    """Whether what is no longer so is superseded, and ranked behind what took its place."""
    budget: int = BUDGET
    options: LedgerOptions = field(default_factory=lambda: PAPER)
    window: int = WINDOW


@dataclass(frozen=True, slots=True)
class Memory:
    """The events of an owner's ledger."""

    events: tuple[Event, ...]

    def at(self, moment: datetime, variant: Variant) -> Ledger:
        """Give the ledger of a moment, with what has faded by then."""
        ledger = fold(self.events, as_of=moment)
        if not variant.updates:
            ledger = replace(
                ledger, records={n: _as_before(record) for n, record in ledger.records.items()}, relations=()
            )
        options = variant.options
        decay = Decay(options.record_decay, options.record_decay_unit, options.decayed_below)
        retention = Retention(variant.budget, options.faded_weight, decay if options.decayed_below else None)
        return apply_drafts(ledger, retention.drafts(ledger, moment))


async def written(
    rounds: Sequence[Round], owner: str, embedder: Embedder, *, at: datetime, tau: float = TAU
) -> Memory:
    """Post what the rules find in an owner's rounds, which come in the order in which they were said.

    `embedder` is of the relations between records, `tau` the confidence from which a fact is written.
    """
    found, policy = [], default_policy()
    for round_ in rounds:
        session = [other for other in rounds if other.session_id == round_.session_id]
        if facts := allowed_facts(facts_in(round_), policy):
            found.append(RoundFacts(round_.round_id, facts, recalled_before(round_, session)))
    resolver = Resolver(owner, at, WriteThresholds(tau, min(QUARANTINE, tau)), ENGLISH.values)
    places = texts_to_locate([fact for told in found for fact in told.facts], (), ENGLISH.values)
    drafts = decide(found, Ledger(), resolver, await _by_text(places, embedder)).drafts
    related = relate(
        drafts, Ledger(), await _by_text(texts_to_relate(drafts, Ledger()), embedder), ENGLISH.values, PAPER
    )
    return Memory(tuple(Event(place, at, draft) for place, draft in enumerate(related)))


def ranked(
    query: str, ledger: Ledger, variant: Variant, similarity: Similarity, *, at: datetime
) -> list[Record]:
    """Rank the records of a ledger by a query, best first."""
    asked, texts = similarity(query, [record.text for record in relevant_records(ledger)])
    slots = asked_slots(query, slot_descriptions(), ENGLISH.analyzer.words)
    scored = rank_records(asked, ledger, texts, asked_at=at, options=variant.options, asked_slots=slots)
    return [found.record for found in scored]


async def _by_text(texts: Sequence[str], embedder: Embedder) -> dict[str, Vectors]:
    return dict(zip(texts, await embedder.embed(texts), strict=True)) if texts else {}


def _as_before(record: Record) -> Record:
    """Undo what a later fact did to a record."""
    fallen = record.status in (Status.SUPERSEDED, Status.DELETED, Status.LAPSED)
    return replace(record, status=Status.ACTIVE, superseded_by="", superseded_at=None) if fallen else record


@dataclass(frozen=True, slots=True)
class Known:
    """A sentence of the annotators about a person."""

    text: str
    turn: int | None
    """The turn of the third session that told it; None for the first session."""


@dataclass(frozen=True, slots=True)
class Restated:
    """A turn in which something known is said again."""

    person: Person
    place: int
    known: tuple[Known, ...]
    """All that was known before the turn."""
    wanted: frozenset[int]
    """Those of it that the turn says again, by their places."""

    @property
    def heard(self) -> str:
        """The last turn before it."""
        return self.query(0)

    def query(self, window: int = WINDOW) -> str:
        """Join the last turn before it and so many turns before that, as the library does."""
        *before, last = self.person.third.turns[: self.place]
        return windowed_query(last.content, before, window)

    @property
    def at(self) -> datetime:
        """When it is asked: as the turn before it is said."""
        return said_at(self.place - 1)

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """What is relevant, as it is compared."""
        return tuple(saying_of(self.known[place].text) for place in sorted(self.wanted))

    @property
    def from_first(self) -> bool:
        """Whether something relevant was told in the first session."""
        return any(self.known[place].turn is None for place in self.wanted)

    def is_relevant(self, text: str) -> bool:
        """Whether a text says something that is relevant."""
        said = saying_of(text)
        return any(agreement(said, wanted) >= AGREEMENT for wanted in self.sayings)


def restated_by(person: Person) -> Iterator[Restated]:
    """List the turns in which a person says again what was known."""
    turns = person.dialogue.turns
    known = [Known(text, None) for text in person.dialogue.begun_with[person.speaker]]
    for place, turn in enumerate(turns):
        if turn.speaker != person.speaker:
            continue
        said = [saying_of(text) for text in turn.statements]
        wanted = frozenset(
            number
            for number, sentence in enumerate(known)
            if any(agreement(other, saying_of(sentence.text)) >= AGREEMENT for other in said)
        )
        if place and wanted:
            yield Restated(person, place, tuple(known), wanted)
        known += [Known(text, place) for text in turn.statements]


def known_at(sentence: Known) -> datetime:
    """Say when something was told."""
    return FIRST if sentence.turn is None else said_at(sentence.turn)
