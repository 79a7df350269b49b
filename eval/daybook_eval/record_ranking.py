"""Recall of the record that answers an update question, by decay, contradiction penalty and cutoff.

Every update question of a planted history is asked of its ledger alone. The right record is the active one
with the expected value; a stale one is any other with a former value.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import fmean

from daybook.conversation import Ledger, Status
from daybook.embedding.embedder import Vectors
from daybook.graph.event_loop import run
from daybook.retrieve import ScoredRecord, rank_records, relevant_records
from daybook.settings import LedgerOptions
from daybook.settings.environment import read_settings
from daybook_eval.measures.answers import contains
from daybook_eval.planted.history import OWNER, PlantedHistory, UpdateQuestion, plant_history
from daybook_eval.study import memory
from daybook_eval.tables import Table

SHOWN = (1, 3, 5, 10, 40)
_PER_YEAR = {"0": 0.0, "0.25 a year": 0.25, "0.25 a month": 3.0, "0.25 a week": 13.0, "0.25 a day": 91.0}
_PENALTIES = (0.0, 0.1, 0.3, 1.0)


@dataclass(frozen=True, slots=True)
class _PlantedMemory:
    """A memory with a planted history, and its questions as vectors."""

    history: PlantedHistory
    ledger: Ledger
    texts: Vectors
    questions: Vectors


def table(seeds: Sequence[int] | None) -> Table:
    """Rank the records of a planted history of each seed, with each decay and each penalty."""
    told = [_build_memory(seed) for seed in seeds or (1, 2, 3)]
    rows = [[f"λ {name}", *_row(told, {"record_decay": decay})] for name, decay in _PER_YEAR.items()]
    rows += [[f"γ {penalty:g}", *_row(told, {"conflict_penalty": penalty})] for penalty in _PENALTIES]
    measures = (*(f"right in {shown}" for shown in SHOWN), "right above stale", "stale first")
    columns = ("", *measures)
    return Table("records shown", columns, rows, figures=True)


def _build_memory(seed: int) -> _PlantedMemory:
    history = plant_history(seed=seed)
    with memory(settings=read_settings) as daybook:
        daybook.add(history.sessions, owner=OWNER)
        ledger = daybook.parts.store.ledgers.of(OWNER)
        embedder = daybook.parts.embedder
        texts = run(embedder.embed([record.text for record in relevant_records(ledger)]))
        questions = run(embedder.embed([question.text for question in history.questions]))
        return _PlantedMemory(history, ledger, texts, questions)


def _row(told: Iterable[_PlantedMemory], changes: dict[str, float]) -> list[str]:
    options = LedgerOptions.model_validate(changes)
    figures = list(chain.from_iterable(_figures(planted_memory, options) for planted_memory in told))
    return [f"{fmean(column):.3f}" for column in zip(*figures, strict=True)]


def _figures(told: _PlantedMemory, options: LedgerOptions) -> Iterator[Sequence[float]]:
    """Measure every question whose answer the ledger has: by K, right above stale, stale first."""
    for number, question in enumerate(told.history.questions):
        ranked = rank_records(
            told.questions[number : number + 1],
            told.ledger,
            told.texts,
            asked_at=told.history.ends_at,
            options=options,
        )
        right = [place for place, scored in enumerate(ranked) if _is_right(scored, question)]
        if right:
            stale = [place for place, scored in enumerate(ranked) if _is_stale(scored, question)]
            shown = [float(right[0] < most) for most in SHOWN]
            yield [*shown, float(right[0] < min(stale, default=len(ranked))), float(stale[:1] == [0])]


def _is_right(one: ScoredRecord, question: UpdateQuestion) -> bool:
    return one.record.status is Status.ACTIVE and contains(one.record.text, question.expected)


def _is_stale(one: ScoredRecord, question: UpdateQuestion) -> bool:
    return not _is_right(one, question) and any(contains(one.record.text, value) for value in question.stale)
