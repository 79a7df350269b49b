"""What of the restated is found: by the raw turns, by a running summary, and by records in variants."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean
from typing import NamedTuple, TypeAlias

import numpy as np

from daybook.conversation import Draft, Event, EventKind, Polarity, Record, Role, Support, Write
from daybook.models.embedding import Embedder
from daybook.retrieve import TokenCounter, token_counter
from daybook.settings import Settings
from daybook.settings.environment import read_settings
from daybook_eval import embedders
from daybook_eval.baselines.summaries import summary_by_rules
from daybook_eval.data.msc import read_dialogues
from daybook_eval.papers.tables import Inputs
from daybook_eval.papers.timerag.memory import (
    TAU,
    THIRD,
    TOP,
    WINDOWS,
    Memory,
    Restated,
    Similarity,
    Variant,
    by_meaning,
    by_words,
    known_at,
    people_of,
    ranked,
    restated_by,
    said_at,
    written,
)


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that a method keeps."""

    text: str
    relevant: bool
    about: str = ""
    said_at: datetime | None = None


Items: TypeAlias = Callable[[Restated, Similarity], Sequence[Kept]]
"""What a method keeps at a query, best first."""


class Found(NamedTuple):
    """The place of the first relevant item of one query, from 1; None where there is none."""

    restated: Restated
    place: int | None
    items: int
    relevant: int


class Recall:
    """The people of a file, what they say again, and their memories."""

    def __init__(
        self,
        queries: Sequence[Restated],
        memories: Mapping[tuple[str, float], Memory],
        meaning: Similarity,
        count_tokens: TokenCounter,
    ) -> None:
        self.queries, self.meaning, self._memories = queries, meaning, memories
        self.count_tokens = count_tokens

    def find(self, items: Items, *, lexical: bool = False) -> list[Found]:
        """Rank what a method keeps, at every query."""
        similarity = by_words if lexical else self.meaning
        found = []
        for query in self.queries:
            marks = [kept.relevant for kept in items(query, similarity)]
            place = marks.index(True) + 1 if any(marks) else None
            found.append(Found(query, place, len(marks), sum(marks)))
        return found

    def records(self, variant: Variant) -> Items:
        """TimeRAG-Memory: the records that were written by then."""

        def items(query: Restated, similarity: Similarity) -> Sequence[Kept]:
            ledger = self._memories[query.person.owner, variant.tau].at(query.at, variant)
            return [
                Kept(record.text, query.is_relevant(record.text), record.slot, record.said_at)
                for record in ranked(query.query(variant.window), ledger, variant, similarity, at=query.at)
            ]

        return items

    def annotated(self, variant: Variant) -> Items:
        """TimeRAG-Memory if it wrote what the annotators did: finding without the misses of writing."""

        def items(query: Restated, similarity: Similarity) -> Sequence[Kept]:
            ledger = Memory(tuple(_as_events(query))).at(query.at, variant)
            return [
                Kept(record.text, int(record.record_id[1:]) in query.wanted, record.slot, record.said_at)
                for record in ranked(query.query(variant.window), ledger, variant, similarity, at=query.at)
            ]

        return items

    def turns(self, query: Restated, similarity: Similarity) -> Sequence[Kept]:
        """Full-History: all that the person had said, turn by turn, by similarity alone.

        Relevant is the turn that told it.
        """
        first, third = query.person.first.turns, query.person.third.turns[: query.place]
        said = [(turn.content, place in query.wanted) for place, turn in enumerate(first)]
        told = {query.known[place].turn for place in query.wanted}
        said += [(turn.content, place in told) for place, turn in enumerate(third) if turn.role is Role.USER]
        order = _nearest(query.query(), [text for text, _ in said], similarity)
        return [Kept(*said[place]) for place in order]

    def summary(self, query: Restated, similarity: Similarity) -> Sequence[Kept]:
        """Summary-Memory: the sentences of the running summary by rules."""
        rounds = query.person.rounds(query.person.first, query.person.third)
        told = [round_ for round_ in rounds if round_.said_at <= query.at]
        texts = summary_by_rules(told, count_tokens=self.count_tokens)
        order = _nearest(query.query(), texts, similarity)
        return [Kept(texts[place], query.is_relevant(texts[place])) for place in order]


async def prepare(inputs: Inputs, taus: Sequence[float] = (TAU,)) -> Recall:
    """Read a file, write the memories of its people at thresholds of writing, and embed what is compared."""
    people = list(people_of(list(read_dialogues(inputs.file("msc"), limit=inputs.limit))))
    queries = [restated for person in people for restated in restated_by(person)]
    embedder = open_embedder(inputs)
    memories = {
        (person.owner, tau): await written(
            person.rounds(person.first, person.third), person.owner, embedder, at=THIRD, tau=tau
        )
        for person in {query.person.owner: query.person for query in queries}.values()
        for tau in taus
    }
    ends = {name: memory.at(said_at(10**3), Variant()) for name, memory in memories.items()}
    texts = [record.text for ledger in ends.values() for record in ledger.records.values()]
    for query in queries:
        texts += [query.query(window) for window in WINDOWS]
        texts += [known.text for known in query.known]
        texts += [turn.content for turn in (*query.person.first.turns, *query.person.third.turns)]
        texts += summary_by_rules(query.person.rounds(query.person.first, query.person.third))
    return Recall(queries, memories, await by_meaning(texts, embedder), token_counter())


def settings_of(inputs: Inputs) -> Settings:
    """Read the settings, of which `nli` is the tables' own; raises BadSettings if one is unknown."""
    return read_settings(**{name: value for name, value in inputs.settings if name != "nli"})


def open_embedder(inputs: Inputs) -> Embedder:
    """Open the embedder of the settings, with the vectors of earlier runs; raises BadSettings."""
    return embedders.open_embedder(settings_of(inputs), cache=inputs.cache)


def figures(found: Sequence[Found]) -> dict[str, float]:
    """Count what was found over all queries; what is not kept is missed. Raises ValueError without queries.

    "items" kept at a query, on average; "held", the share of queries for which something relevant is kept at
    all; "recall_1" and "recall_5", with something relevant among the first so many; "mrr"; "chance_5",
    Recall@5 of a random order of what is kept.
    """
    if not found:
        raise ValueError("figures need a query")
    places = [finding.place for finding in found]
    return {
        "items": fmean(finding.items for finding in found),
        "held": fmean(place is not None for place in places),
        **place_figures(places),
        "chance_5": fmean(_chance(finding) for finding in found),
    }


def place_figures(places: Sequence[int | None]) -> dict[str, float]:
    """Give "recall_1", "recall_5" and "mrr" of the places of what was sought, from 1; None was missed."""
    return {
        "recall_1": fmean(place == 1 for place in places),
        "recall_5": fmean(place is not None and place <= TOP for place in places),
        "mrr": fmean(1 / place if place else 0.0 for place in places),
    }


def _chance(found: Found) -> float:
    """The probability that a random order has something relevant among its first five."""
    missed = 1.0
    for place in range(min(TOP, found.items)):
        missed *= max(0, found.items - found.relevant - place) / (found.items - place)
    return 1 - missed if found.items else 0.0


def _nearest(query: str, texts: Sequence[str], similarity: Similarity) -> list[int]:
    """Rank the places of texts; of equally near ones the earlier first."""
    if not texts:
        return []
    asked, others = similarity(query, texts)
    return [int(place) for place in np.argsort(-(others @ asked[0]), kind="stable")]


def _as_events(query: Restated) -> Iterator[Event]:
    for place, known in enumerate(query.known):
        session, said = query.person.first if known.turn is None else query.person.third, known_at(known)
        record = Record(
            record_id=f"m{place}",
            slot="other.fact",
            value=known.text,
            polarity=Polarity.POSITIVE,
            text=known.text,
            said_at=said,
            imported_at=THIRD,
            confidence=1.0,
            support=(Support(f"r{place}", session.session_id, 0, len(known.text), known.text, said),),
        )
        yield Event(place, THIRD, Draft(EventKind.WRITE, "annotator", (Write(said, record),)))
