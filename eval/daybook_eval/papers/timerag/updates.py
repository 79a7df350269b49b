"""Update questions of planted histories, asked of the ledger alone: which value is found, old or new.

Multi-Session Chat has hardly a fact that changes. Planted histories (`daybook_eval.planted`) have: 220
sessions in three years, with facts that change, change back and are corrected. The wordings of half of them
are ones that no rule was tuned on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from daybook.conversation import Record, Status, rounds_of
from daybook.embedding import Embedder
from daybook_eval.measures.containment import contains
from daybook_eval.papers.timerag.memory import TAU, TOP, Memory, Variant, ranked, written
from daybook_eval.papers.timerag.similarity import Similarity, by_meaning
from daybook_eval.planted.history import OWNER, PlantedHistory, UpdateQuestion, plant_history
from daybook_eval.planted.wordings import FIRST, HELD_OUT

SEEDS = (1, 2, 3, 4)
WORDINGS = (FIRST, HELD_OUT)


@dataclass(frozen=True, slots=True)
class Told:
    """A planted history and its memories by threshold of writing."""

    history: PlantedHistory
    memories: dict[float, Memory]
    meaning: Similarity


@dataclass(frozen=True, slots=True)
class UpdateFigures:
    """Shares of update questions. What has no record is missed."""

    questions: int
    recall_1: float
    recall_5: float
    """The active record with the present value is among the first so many."""
    mrr: float
    stale_first: float
    """A record with a former or wrong value stands above it, or alone."""
    active: float
    """Active records at the end, on average."""


async def tell(embedder: Embedder, taus: Sequence[float] = (TAU,)) -> list[Told]:
    """Write the memories of the planted histories."""
    told = []
    for words in WORDINGS:
        for seed in SEEDS:
            history = plant_history(seed=seed, words=words)
            rounds = [one for session in history.sessions for one in rounds_of(session, OWNER)]
            memories = {
                tau: await written(rounds, OWNER, embedder, at=history.ends_at, tau=tau) for tau in taus
            }
            ends = (memory.at(history.ends_at, Variant()) for memory in memories.values())
            texts = [record.text for ledger in ends for record in ledger.records.values()]
            texts += [question.text for question in history.questions]
            told.append(Told(history, memories, await by_meaning(texts, embedder)))
    return told


def update_figures(told: Sequence[Told], variant: Variant) -> UpdateFigures:
    """Ask every update question of every history of a variant's ledger."""
    places = [places for one in told for places in _places(one, variant)]
    rights = [right for right, _ in places]
    active = [
        sum(1 for _ in one.memories[variant.tau].at(one.history.ends_at, variant).with_status(Status.ACTIVE))
        for one in told
    ]
    return UpdateFigures(
        questions=len(places),
        recall_1=fmean(right == 1 for right in rights),
        recall_5=fmean(right is not None and right <= TOP for right in rights),
        mrr=fmean(1 / right if right else 0.0 for right in rights),
        stale_first=fmean(stale is not None and (right is None or stale < right) for right, stale in places),
        active=fmean(active),
    )


def reciprocal_ranks(told: Sequence[Told], variant: Variant) -> list[float]:
    """Give 1 / the place of the right record of every question, 0 where there is none."""
    places = (places for one in told for places in _places(one, variant))
    return [1 / right if right else 0.0 for right, _ in places]


def _places(told: Told, variant: Variant) -> Iterator[tuple[int | None, int | None]]:
    """Give the places, from 1, of the first right and the first stale record of every question."""
    ledger = told.memories[variant.tau].at(told.history.ends_at, variant)
    for question in told.history.questions:
        found = ranked(question.text, ledger, variant, told.meaning, at=told.history.ends_at)
        right = [place for place, one in enumerate(found, 1) if _is_right(one, question)]
        stale = [place for place, one in enumerate(found, 1) if _is_stale(one, question)]
        yield next(iter(right), None), next(iter(stale), None)


def _is_right(record: Record, question: UpdateQuestion) -> bool:
    return record.status is Status.ACTIVE and contains(record.text, question.expected)


def _is_stale(record: Record, question: UpdateQuestion) -> bool:
    return not _is_right(record, question) and any(contains(record.text, one) for one in question.stale)
