"""Abstention: asks every question once by rules, and counts what is declined, rightly and wrongly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from statistics import fmean
from tempfile import gettempdir

from daybook.interfaces.rendering.screen import Screen
from daybook_eval.ablations.arms import answer, any_question
from daybook_eval.ablations.job import Ablate, Measured, measure
from daybook_eval.ablations.study import Arm, Asked, Study
from daybook_eval.data.build import PLANTED
from daybook_eval.data.case import OTHER_HALF, RUBRIC, RULES_HALF, half_of


class Sort(StrEnum):
    """What the right answer to a question is."""

    ANSWERABLE = "answerable"
    RUBRIC = "rubric"
    """Answerable, but any answer will do that a rubric allows."""
    UNANSWERABLE = "unanswerable"
    """Written to have no answer."""
    PLANTED = "planted"
    """Of another history."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one question was answered."""

    half: str
    sort: Sort
    not_known: bool
    nearest: bool
    doubt: float
    """That the rules have; 0 where a record answered."""
    contains: bool
    """Whether an answer, not one that says "not known", holds the expected one word for word."""
    contains_words: bool
    """The same by its content words, in any order."""
    words: int
    """Length of the text."""


STUDY = Study(
    "abstention",
    "what is declined, by rules alone",
    (Arm("rules", {"chat_model": None}, answer),),
    columns=tuple(
        f"answer {name}" for name in ("not_known", "nearest", "doubt", "contains", "contains_words", "words")
    ),
    main="answer not_known",
    answers=True,
    asks=any_question,
    plants=True,
)
STUDIES = {STUDY.name: STUDY}


def ask_all(
    data: Path,
    given: tuple[tuple[str, str], ...],
    *,
    cache: Path,
    limit: int | None = None,
    concurrency: int | None = None,
) -> Iterator[Outcome]:
    """Ask the questions of a file, and of every history one that it cannot answer, without a chat model."""
    job = Ablate((STUDY.name,), (*given, ("chat_model", None)), cache, Path(gettempdir()), __name__)
    for measured in measure(data, job, limit=limit, concurrency=concurrency):
        yield from map(outcome_of, measured)


def outcome_of(measured: Measured) -> Outcome:
    """Tell what became of a question; its half is that of its history."""
    asked, values = measured.asked, measured.values
    not_known = bool(values["answer not_known"])
    answered = not asked.abstention and not not_known
    return Outcome(
        half=half_of(asked.owner),
        sort=_sort_of(asked),
        not_known=not_known,
        nearest=bool(values["answer nearest"]),
        doubt=values["answer doubt"],
        contains=answered and bool(values["answer contains"]),
        contains_words=answered and bool(values["answer contains_words"]),
        words=int(values["answer words"]),
    )


def _sort_of(asked: Asked) -> Sort:
    if asked.question_id.endswith(PLANTED):
        return Sort.PLANTED
    if asked.abstention:
        return Sort.UNANSWERABLE
    return Sort.RUBRIC if asked.question_type == RUBRIC else Sort.ANSWERABLE


HALVES = (RULES_HALF, OTHER_HALF)
LIMITS = tuple(tenth / 20 for tenth in range(1, 20))
"""The doubts of the curve."""


@dataclass(frozen=True, slots=True)
class Row:
    """The questions of one sort in one half."""

    half: str
    sort: Sort
    questions: int
    not_known: float
    """Share that ends in "not known", with or without what comes nearest."""
    nearest: float
    """Share that ends in "not known" with what comes nearest."""
    contains: float
    contains_words: float
    words: float
    """Mean length of the answers."""


@dataclass(frozen=True, slots=True)
class Point:
    """What would be declined if the answer were "not known" from that doubt on; shares of one half."""

    half: str
    limit: float
    answerable: float | None
    unanswerable: float | None
    planted: float | None


def rows(outcomes: Iterable[Outcome]) -> list[Row]:
    """Count outcomes by half and sort; only those that there are."""
    outcomes = list(outcomes)
    grouped = (
        (half, sort, [outcome for outcome in outcomes if (outcome.half, outcome.sort) == (half, sort)])
        for half in HALVES
        for sort in Sort
    )
    return [_row(half, sort, some) for half, sort, some in grouped if some]


def curve(outcomes: Iterable[Outcome]) -> list[Point]:
    """Say for each limit what it declines, half by half."""
    outcomes = list(outcomes)
    return [
        Point(
            half,
            limit,
            *(
                _mean(
                    [
                        outcome.doubt > limit
                        for outcome in outcomes
                        if (outcome.half, outcome.sort) == (half, sort)
                    ]
                )
                for sort in (Sort.ANSWERABLE, Sort.UNANSWERABLE, Sort.PLANTED)
            ),
        )
        for half in HALVES
        for limit in LIMITS
    ]


def _row(half: str, sort: Sort, some: Sequence[Outcome]) -> Row:
    return Row(
        half,
        sort,
        questions=len(some),
        not_known=fmean(outcome.not_known for outcome in some),
        nearest=fmean(outcome.nearest for outcome in some),
        contains=fmean(outcome.contains for outcome in some),
        contains_words=fmean(outcome.contains_words for outcome in some),
        words=fmean(outcome.words for outcome in some),
    )


def _mean(values: Sequence[bool]) -> float | None:
    return fmean(values) if values else None


_COLUMNS = ("=half", "=questions", "#asked", "#not known", "#nearest", "#contains", "#its words", "#words")
_CURVE = ("=half", "#doubt above", "#answerable", "#unanswerable", "#planted")


def show_abstention(shown: Mapping[str, tuple[Sequence[Row], Sequence[Point]]]) -> None:
    """Print a table for each file, and its curve where there is one."""
    screen = Screen()
    for name, (counted, points) in shown.items():
        screen.line((name, "bold"))
        screen.table(_COLUMNS, map(_row_cells, counted), always_headed=True)
        if points:
            screen.line('declined, if the answer were "not known" from that doubt on:')
            screen.table(_CURVE, map(_point_cells, points), always_headed=True)


def _row_cells(row: Row) -> Sequence[str]:
    shares = (row.not_known, row.nearest, row.contains, row.contains_words)
    return (row.half, row.sort.value, str(row.questions), *map(_share, shares), f"{row.words:.0f}")


def _point_cells(point: Point) -> Sequence[str]:
    shares = (point.answerable, point.unanswerable, point.planted)
    return (point.half, f"{point.limit:.2f}", *map(_share, shares))


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
