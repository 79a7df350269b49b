"""Table V and Figure 4: records found by what was just said, against the raw turns and a running summary."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from statistics import fmean
from typing import NamedTuple

from daybook.conversation import DecayUnit, Status, rounds_of
from daybook.graph.event_loop import run
from daybook.models.embedding import Embedder
from daybook_eval.measures.answers import contains
from daybook_eval.papers.tables import Inputs, PaperTable
from daybook_eval.papers.timerag.memory import (
    LAMBDA,
    PAPER,
    TAU,
    WINDOW,
    WINDOWS,
    Memory,
    Similarity,
    Variant,
    by_meaning,
    ranked,
    written,
)
from daybook_eval.papers.timerag.recall import Found, Recall, figures, open_embedder, place_figures, prepare
from daybook_eval.planted.history import FIRST, HELD_OUT, OWNER, PlantedHistory, plant_history
from daybook_eval.statistics import paired_bootstrap
from daybook_eval.tables import Cell, Table

_PARTS = ((1, 4), (5, 8), (9, 99))
"""Turns of the third session."""


def make(inputs: Inputs, table: PaperTable) -> Table:
    """Make the table; figures by session and by part of the session are in its details."""
    recall = run(prepare(inputs))
    variant = Variant()
    methods = {
        "Full-History": recall.turns,
        "Summary-Memory": recall.summary,
        "TimeRAG-Memory": recall.records(variant),
        "TimeRAG-Memory, written by the annotators": recall.annotated(variant),
    } | {
        f"the same, {window} turns before": recall.annotated(replace(variant, window=window))
        for window in WINDOWS
        if window != WINDOW
    }
    rows: list[Sequence[Cell]] = []
    details: dict[str, object] = {}
    for name, items in methods.items():
        for lexical, phi in ((False, "MiniLM"), (True, "BM25")):
            found = recall.find(items, lexical=lexical)
            rows.append((name, phi, *figures(found).values(), *table.published.get(name, (None,) * 3)))
            details[f"{name}, {phi}"] = by_session(found)
    on = f"{len(recall.queries)} turns that say again what was known, of msc_session3_valid"
    return table.filled(rows, on, details=details)


def by_session(found: Sequence[Found]) -> dict[str, dict[str, float]]:
    """Give the figures by where the fact was told, and by part of the session in which it is said again."""
    parts = {
        "told in the first session": [finding for finding in found if finding.restated.from_first],
        "told in this session": [finding for finding in found if not finding.restated.from_first],
    } | {
        f"turns {low} to {high}": [finding for finding in found if low <= finding.restated.place <= high]
        for low, high in _PARTS
    }
    return {name: {"queries": len(some), **figures(some)} for name, some in parts.items() if some}


SEEDS = (1, 2, 3, 4)
WORDINGS = (FIRST, HELD_OUT)


class Told(NamedTuple):
    """A planted history and its memories by threshold of writing."""

    history: PlantedHistory
    memories: dict[float, Memory]
    meaning: Similarity

    def places(self, variant: Variant) -> Iterator[tuple[int | None, int | None]]:
        """Give the places, from 1, of the first right and the first stale record of every question.

        Right is an active record with the present value, stale another with a former or wrong one.
        """
        ledger = self.memories[variant.tau].at(self.history.ends_at, variant)
        for question in self.history.questions:
            right, stale = None, None
            found = ranked(question.text, ledger, variant, self.meaning, at=self.history.ends_at)
            for place, record in enumerate(found, 1):
                if record.status is Status.ACTIVE and contains(record.text, question.expected):
                    right = right or place
                elif any(contains(record.text, text) for text in question.stale):
                    stale = stale or place
            yield right, stale


async def tell(embedder: Embedder, taus: Sequence[float] = (TAU,)) -> list[Told]:
    """Write the memories of the planted histories."""
    told = []
    for words in WORDINGS:
        for seed in SEEDS:
            history = plant_history(seed=seed, words=words)
            rounds = [round_ for session in history.sessions for round_ in rounds_of(session, OWNER)]
            memories = {
                tau: await written(rounds, OWNER, embedder, at=history.ends_at, tau=tau) for tau in taus
            }
            ends = (memory.at(history.ends_at, Variant()) for memory in memories.values())
            texts = [record.text for ledger in ends for record in ledger.records.values()]
            texts += [question.text for question in history.questions]
            told.append(Told(history, memories, await by_meaning(texts, embedder)))
    return told


def update_figures(told: Sequence[Told], variant: Variant) -> dict[str, float]:
    """Ask every update question of every history of a variant's ledger. What has no record is missed.

    "recall_1" and "recall_5" are the shares of questions whose active record with the present value is among
    the first so many, "stale_first" of those where one with a former value stands above it, or alone.
    """
    places = [places for history in told for places in history.places(variant)]
    stale_first = (stale is not None and (right is None or stale < right) for right, stale in places)
    return {**place_figures([right for right, _ in places]), "stale_first": fmean(stale_first)}


UNGATED = 1e-6
"""A threshold of writing that everything passes."""
BUDGETS = (10, 20, 40, 80, 160)
ROOMY = 200
"""Records that no history here has: the product's budget."""
RATES = (0.0, 0.1, 0.2, 0.25, 0.3, 0.5)


class _Asked:
    """Both sets of questions, and the figures of a variant on them."""

    def __init__(self, inputs: Inputs, taus: Sequence[float] = (TAU,)) -> None:
        self.recall: Recall = run(prepare(inputs, taus))
        self.told: list[Told] = run(tell(open_embedder(inputs), taus))
        self.queries = f"{len(self.recall.queries)} turns of msc_session3_valid"
        questions = sum(len(told.history.questions) for told in self.told)
        self.questions = f"{questions} update questions of 8 planted histories"

    def cells(self, variant: Variant) -> Iterator[Cell]:
        """Give the figures of a variant."""
        for items in (self.recall.records(variant), self.recall.annotated(variant)):
            found = figures(self.recall.find(items))
            yield from (found["recall_5"], found["mrr"])
        yield from update_figures(self.told, variant).values()

    def reciprocal_ranks(self, variant: Variant) -> list[float]:
        """Give 1 / the place of the right record of every update question, 0 where there is none."""
        places = (places for history in self.told for places in history.places(variant))
        return [1 / right if right else 0.0 for right, _ in places]


def make_decay(inputs: Inputs, table: PaperTable) -> Table:
    """Make Table IX: rates of decay, in each unit."""
    asked = _Asked(inputs)
    rows: list[Sequence[Cell]] = []
    for unit in DecayUnit:
        for rate in RATES:
            changes = {"record_decay": rate, "record_decay_unit": unit, "decayed_below": 0.0}
            kept = Variant(budget=ROOMY, options=PAPER.model_copy(update=changes))
            published = table.published.get(f"{rate:g}") if unit is DecayUnit.SESSION else None
            rows.append((f"λ = {rate:g} a {unit}", *asked.cells(kept), *(published or (None, None))))
    return table.filled(rows, f"{asked.queries} and {asked.questions}", roomy=ROOMY)


def make_ablation(inputs: Inputs, table: PaperTable) -> Table:
    """Make Table VIII: parts left out, in the paper's unit and in ours; slots by intent added."""
    asked = _Asked(inputs, (TAU, UNGATED))
    rows: list[Sequence[Cell]] = []
    differences: dict[str, object] = {}
    for unit in (DecayUnit.SESSION, DecayUnit.YEAR):
        variants = _ablations(unit)
        whole = asked.reciprocal_ranks(variants["whole"])
        for name, variant in variants.items():
            compared = paired_bootstrap(whole, asked.reciprocal_ranks(variant))
            differences[f"{name}, λ a {unit}"] = asdict(compared)
            published = table.published.get(name) if unit is DecayUnit.SESSION else None
            rows.append((f"{name}, λ a {unit}", *asked.cells(variant), *(published or (None, None))))
    details: dict[str, object] = {"planted MRR against the whole": differences}
    return table.filled(rows, f"{asked.queries} and {asked.questions}", details=details)


def make_budget(inputs: Inputs, table: PaperTable) -> Table:
    """Make Figure 5: active records from 10 to 160."""
    asked = _Asked(inputs)
    largest = max(len(query.known) for query in asked.recall.queries)
    options = PAPER.model_copy(update={"record_decay_unit": DecayUnit.YEAR})
    rows: list[Sequence[Cell]] = []
    for budget in BUDGETS:
        variant = replace(Variant(), budget=budget, options=options)
        ledgers = [told.memories[variant.tau].at(told.history.ends_at, variant) for told in asked.told]
        active = fmean(len(ledger.with_status(Status.ACTIVE)) for ledger in ledgers)
        seen = figures(asked.recall.find(asked.recall.annotated(variant)))
        rows.append((budget, active, *update_figures(asked.told, variant).values(), seen["recall_5"]))
    return table.filled(rows, f"{asked.questions}, and {asked.queries}", largest=largest)


def _ablations(unit: DecayUnit) -> dict[str, Variant]:
    options = PAPER.model_copy(update={"record_decay": LAMBDA, "record_decay_unit": unit})
    whole = Variant(options=options)

    def changed(**values: object) -> Variant:
        return replace(whole, options=options.model_copy(update=values))

    return {
        "whole": whole,
        "without time decay": changed(record_decay=0.0),
        "without update and forgetting": replace(changed(conflict_penalty=0.0), updates=False),
        "without gated writing": replace(whole, tau=UNGATED),
        "without the recency filter": changed(decayed_below=0.0),
        "without the conflict penalty": changed(conflict_penalty=0.0),
        "slots by intent, +0.05": changed(intent_slots=0.05),
        "slots by intent, +0.1": changed(intent_slots=0.1),
        "slots by intent, +0.2": changed(intent_slots=0.2),
        "slots by intent alone": changed(intent_filter=True),
    }
