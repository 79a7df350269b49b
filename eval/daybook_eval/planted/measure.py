"""Compares the ledger with the facts of a planted history."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.markup import escape

from daybook import Daybook
from daybook.conversation import Ledger, Polarity, Record, Status
from daybook.graph.event_loop import run
from daybook.settings import FactSettings
from daybook.settings.environment import read_settings
from daybook_eval.measures.answers import contains
from daybook_eval.planted.history import OWNER, PlantedFact, PlantedHistory, UpdateQuestion, plant_history
from daybook_eval.tables import draw

_WRITTEN = (Status.ACTIVE, Status.SUPERSEDED, Status.DECAYED)
"""What stands in the ledger; what is quarantined or was declared wrong does not."""


_SURE = FactSettings().write_threshold
"""Confidence of what was in the ledger once; what only waited was not retired when it faded."""


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """An update question and what was answered."""

    question: UpdateQuestion
    answer: str
    not_known: bool

    @property
    def right(self) -> bool:
        """Whether the present value was given; the former one beside it is no fault."""
        return not self.not_known and contains(self.answer, self.question.expected)

    @property
    def stale(self) -> bool:
        """Whether a former or wrong value was given in place of the present one."""
        return not self.right and any(contains(self.answer, value) for value in self.question.stale)


@dataclass(frozen=True, slots=True)
class PlantedFigures:
    """The figures, with the cases behind them."""

    truths: int
    written: int
    """Facts that have a record: an active one where the fact still holds."""
    missed: tuple[PlantedFact, ...]
    records: int
    junk: tuple[Record, ...]
    """Records with no true fact behind them."""
    quarantined: int
    retired_wrongly: tuple[PlantedFact, ...]
    """Facts that hold and had a record, of which none is active."""
    loops: int
    """Records that were superseded by themselves, over whatever others."""
    asked: tuple[AnsweredQuestion, ...]

    def shares(self) -> Mapping[str, float]:
        """Name the figures as shares of 1."""
        return {
            "written": self.written / self.truths,
            "junk": len(self.junk) / max(self.records, 1),
            "updates_right": sum(one.right for one in self.asked) / len(self.asked),
            "updates_stale": sum(one.stale for one in self.asked) / len(self.asked),
        }


async def measure(daybook: Daybook, history: PlantedHistory) -> PlantedFigures:
    """Ingest a planted history, compare the ledger with its facts, and ask the update questions."""
    await daybook.aadd(history.sessions, owner=OWNER)
    ledger = daybook.parts.store.ledgers.of(OWNER)
    asked = []
    for question in history.questions:
        answer = await daybook.aask(question.text, owner=OWNER, asked_at=history.ends_at)
        asked.append(AnsweredQuestion(question, answer.text, answer.not_known))
    return figures(history, ledger, asked)


def figures(history: PlantedHistory, ledger: Ledger, asked: Iterable[AnsweredQuestion]) -> PlantedFigures:
    """Compare a ledger with the planted facts."""
    records = list(ledger.with_status(*_WRITTEN))
    missed = tuple(fact for fact in history.truths if not _is_written(fact, records))
    return PlantedFigures(
        truths=len(history.truths),
        written=len(history.truths) - len(missed),
        missed=missed,
        records=len(records),
        junk=tuple(record for record in records if not _is_true(record, history)),
        quarantined=sum(1 for _ in ledger.with_status(Status.QUARANTINED)),
        retired_wrongly=tuple(_retired_wrongly(history, ledger)),
        loops=sum(_is_in_loop(record, ledger) for record in ledger.records.values()),
        asked=tuple(asked),
    )


def _is_written(fact: PlantedFact, records: Iterable[Record]) -> bool:
    return any(
        _states(record, fact.key, fact.polarity) and (record.status is Status.ACTIVE or not fact.holds)
        for record in records
    )


def _is_true(record: Record, history: PlantedHistory) -> bool:
    """Whether a true fact is behind it: one that was planted, or that a saying tells by the way.

    A mistake that is not taken for true any more is no junk, and neither is that a former value is not so.
    """
    former = [fact.key for fact in history.truths if not fact.holds] + list(history.wrong)
    past = record.status is not Status.ACTIVE or record.polarity is Polarity.NEGATIVE
    return (
        any(_states(record, fact.key, fact.polarity) for fact in history.truths)
        or any(_holds_word(record, word) for word in history.also)
        or (past and any(_holds_word(record, key) for key in former))
    )


def _retired_wrongly(history: PlantedHistory, ledger: Ledger) -> Iterator[PlantedFact]:
    for fact in (fact for fact in history.truths if fact.holds):
        statuses = {
            record.status
            for record in ledger.records.values()
            if _states(record, fact.key, fact.polarity) and record.confidence >= _SURE
        }
        if statuses & {Status.SUPERSEDED, Status.DELETED, Status.DECAYED} and Status.ACTIVE not in statuses:
            yield fact


def _states(record: Record, key: str, polarity: str) -> bool:
    return record.polarity == polarity and _holds_word(record, key)


def _holds_word(record: Record, key: str) -> bool:
    return bool(re.search(rf"\b{re.escape(key)}\b", f"{record.value}\n{record.text}", re.IGNORECASE))


def _is_in_loop(record: Record, ledger: Ledger) -> bool:
    seen = {record.record_id}
    following = ledger.records.get(record.superseded_by)
    while following is not None and following.record_id not in seen:
        seen.add(following.record_id)
        following = ledger.records.get(following.superseded_by)
    return following is not None and following.record_id == record.record_id


def measure_seeds(seeds: Iterable[int], *, sessions: int, words: str) -> dict[int, PlantedFigures]:
    """Measure a history of each seed with the settings of the environment, each in a memory of its own."""
    found = {}
    for seed in seeds:
        with TemporaryDirectory() as folder:
            settings = read_settings(data_dir=Path(folder))
            with Daybook.open(settings=settings) as daybook:
                found[seed] = run(measure(daybook, plant_history(seed=seed, sessions=sessions, words=words)))
    return found


_COLUMNS = ("seed", "facts", "written", "records", "junk", "quarantined", "retired wrongly", "loops")


def show_planted(found: Mapping[int, PlantedFigures], *, verbose: bool) -> None:
    """Print a line for each history; with `verbose` the cases behind the figures as well."""
    console = Console(highlight=False)
    rows = (_row(seed, one, one.shares()) for seed, one in found.items())
    draw("planted histories", (*_COLUMNS, "updates right", "updates stale"), rows, console=console)
    if verbose:
        for seed, one in found.items():
            _show_cases(console, seed, one)


def _row(seed: int, figures: PlantedFigures, shares: Mapping[str, float]) -> tuple[object, ...]:
    return (
        seed,
        figures.truths,
        f"{figures.written} ({shares['written']:.1%})",
        figures.records,
        f"{len(figures.junk)} ({shares['junk']:.1%})",
        figures.quarantined,
        len(figures.retired_wrongly),
        figures.loops,
        f"{shares['updates_right']:.1%} of {len(figures.asked)}",
        f"{shares['updates_stale']:.1%}",
    )


def planted_shape(found: Mapping[int, PlantedFigures]) -> dict[str, Any]:
    """Write the figures as plain values."""
    return {
        "histories": [
            {
                "seed": seed,
                "facts": one.truths,
                "records": one.records,
                "quarantined": one.quarantined,
                "retired_wrongly": len(one.retired_wrongly),
                "loops": one.loops,
                "questions": len(one.asked),
                **one.shares(),
            }
            for seed, one in found.items()
        ]
    }


def _show_cases(console: Console, seed: int, one: PlantedFigures) -> None:
    for fact in one.missed:
        console.print(f"{seed} missed: {fact.slot} {fact.polarity}{escape(fact.key)} ({fact.how})")
    for record in one.junk:
        said = escape(f"{record.slot} {record.polarity}{record.value}: {record.support[0].quote}")
        console.print(f"{seed} junk: {said}")
    for fact in one.retired_wrongly:
        console.print(f"{seed} retired wrongly: {fact.slot} {escape(fact.key)} ({fact.how})")
    for asked in one.asked:
        if not asked.right:
            fault = "stale" if asked.stale else "not right"
            console.print(
                f"{seed} {fault}: {escape(asked.question.text)} {escape(asked.question.expected)}"
                f" <> {escape(asked.answer)}"
            )
