"""Compares the ledger with the facts of a planted history."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from daybook.conversation import Ledger, Polarity, Record, Status
from daybook.settings import FactSettings
from daybook.settings.environment import read_settings
from daybook_eval.measures.answers import contains
from daybook_eval.planted.history import OWNER, PlantedFact, PlantedHistory, UpdateQuestion, plant_history
from daybook_eval.study import Scorer, Study, memory
from daybook_eval.tables import Report

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
        """True if the present value was given; the former one beside it is no fault."""
        return not self.not_known and contains(self.answer, self.question.expected)

    @property
    def stale(self) -> bool:
        """True if a former or wrong value was given in place of the present one."""
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
    quarantined: int
    retired_wrongly: tuple[PlantedFact, ...]
    """Facts that hold and had a record, of which none is active."""
    loops: int
    """Records that were superseded by themselves, over whatever others."""
    asked: tuple[AnsweredQuestion, ...]

    @property
    def right(self) -> int:
        """Update questions that were answered with the present value."""
        return sum(question.right for question in self.asked)

    @property
    def stale(self) -> int:
        """Update questions that were answered with a former or wrong value."""
        return sum(question.stale for question in self.asked)


def measure(seed: int, *, sessions: int, words: str) -> PlantedFigures:
    """Keep a seed's history with the settings of the environment, and compare the ledger with its facts."""
    history = plant_history(seed=seed, sessions=sessions, words=words)
    with memory(settings=read_settings) as daybook:
        daybook.add(history.sessions, owner=OWNER)
        ledger = daybook.parts.store.ledgers.of(OWNER)
        asked = []
        for question in history.questions:
            answer = daybook.ask(question.text, owner=OWNER, asked_at=history.ends_at)
            asked.append(AnsweredQuestion(question, answer.text, answer.not_known))
    return figures(history, ledger, asked)


def figures(history: PlantedHistory, ledger: Ledger, asked: Iterable[AnsweredQuestion]) -> PlantedFigures:
    """Compare a ledger with the planted facts."""
    records = ledger.with_status(*_WRITTEN)
    missed = tuple(
        fact
        for fact in history.truths
        if not any(
            _states(record, fact) and (record.status is Status.ACTIVE or not fact.holds) for record in records
        )
    )
    return PlantedFigures(
        truths=len(history.truths),
        written=len(history.truths) - len(missed),
        missed=missed,
        records=len(records),
        junk=tuple(record for record in records if not _is_true(record, history)),
        quarantined=len(ledger.with_status(Status.QUARANTINED)),
        retired_wrongly=tuple(_retired_wrongly(history, ledger)),
        loops=sum(_is_in_loop(record, ledger) for record in ledger.records.values()),
        asked=tuple(asked),
    )


def _is_true(record: Record, history: PlantedHistory) -> bool:
    """True if a true fact is behind it: one that was planted, or that a saying tells by the way.

    A mistake that is not taken for true any more is no junk, and neither is that a former value is not so.
    """
    former = [fact.key for fact in history.truths if not fact.holds] + list(history.wrong)
    past = record.status is not Status.ACTIVE or record.polarity is Polarity.NEGATIVE
    return (
        any(_states(record, fact) for fact in history.truths)
        or any(_holds_word(record, word) for word in history.also)
        or (past and any(_holds_word(record, key) for key in former))
    )


def _retired_wrongly(history: PlantedHistory, ledger: Ledger) -> Iterator[PlantedFact]:
    for fact in (fact for fact in history.truths if fact.holds):
        statuses = {
            record.status
            for record in ledger.records.values()
            if _states(record, fact) and record.confidence >= _SURE
        }
        if statuses & {Status.SUPERSEDED, Status.DELETED, Status.DECAYED} and Status.ACTIVE not in statuses:
            yield fact


def _states(record: Record, fact: PlantedFact) -> bool:
    return record.polarity == fact.polarity and _holds_word(record, fact.key)


def _holds_word(record: Record, key: str) -> bool:
    return bool(re.search(rf"\b{re.escape(key)}\b", f"{record.value}\n{record.text}", re.IGNORECASE))


def _is_in_loop(record: Record, ledger: Ledger) -> bool:
    seen = {record.record_id}
    following = ledger.records.get(record.superseded_by)
    while following is not None and following.record_id not in seen:
        seen.add(following.record_id)
        following = ledger.records.get(following.superseded_by)
    return following is not None and following.record_id == record.record_id


def _count(name: str) -> Callable[[Sequence[PlantedFigures]], int]:
    def count(histories: Sequence[PlantedFigures]) -> int:
        values = [getattr(figures, name) for figures in histories]
        return sum(value if isinstance(value, int) else len(value) for value in values)

    return count


def _quotient(part: str, whole: str) -> Callable[[Sequence[PlantedFigures]], float]:
    return lambda histories: _count(part)(histories) / max(_count(whole)(histories), 1)


def _with_share(part: str, whole: str) -> Callable[[Sequence[PlantedFigures]], str]:
    return lambda histories: f"{_count(part)(histories)} ({_quotient(part, whole)(histories):.1%})"


STUDY = Study(
    "planted histories",
    "seed",
    (
        Scorer("facts", "facts", _count("truths")),
        Scorer("written", "", _with_share("written", "truths")),
        Scorer("records", "records", _count("records")),
        Scorer("junk", "", _with_share("junk", "records")),
        Scorer("quarantined", "quarantined", _count("quarantined")),
        Scorer("retired wrongly", "retired_wrongly", _count("retired_wrongly")),
        Scorer("loops", "loops", _count("loops")),
        Scorer("", "questions", _count("asked")),
        Scorer("", "written", _quotient("written", "truths")),
        Scorer("", "junk", _quotient("junk", "records")),
        Scorer(
            "updates right",
            "",
            lambda histories: f"{_quotient('right', 'asked')(histories):.1%} of {_count('asked')(histories)}",
        ),
        Scorer("", "updates_right", _quotient("right", "asked")),
        Scorer("updates stale", "updates_stale", _quotient("stale", "asked"), ".1%"),
    ),
)


def report(seed: int, sessions: int, runs: int, words: str, verbose: bool) -> Report:
    """Measure a history of each of so many seeds in a row; `verbose` names the cases behind the figures."""
    seeds = range(seed, seed + runs)
    found = {seed: measure(seed, sessions=sessions, words=words) for seed in seeds}
    sets = {str(seed): [figures] for seed, figures in found.items()}
    shape = {"histories": [{"seed": int(seed), **figures} for seed, figures in STUDY.shape(sets).items()]}
    lines = [line for seed, figures in found.items() for line in _cases(seed, figures)] if verbose else []
    return Report([STUDY.table(sets)], shape, lines)


def _cases(seed: int, figures: PlantedFigures) -> Iterator[str]:
    for fact in figures.missed:
        yield f"{seed} missed: {fact.slot} {fact.polarity}{fact.key} ({fact.how})"
    for record in figures.junk:
        yield f"{seed} junk: {record.slot} {record.polarity}{record.value}: {record.support[0].quote}"
    for fact in figures.retired_wrongly:
        yield f"{seed} retired wrongly: {fact.slot} {fact.key} ({fact.how})"
    for asked in figures.asked:
        if not asked.right:
            fault = "stale" if asked.stale else "not right"
            yield f"{seed} {fault}: {asked.question.text} {asked.question.expected} <> {asked.answer}"
