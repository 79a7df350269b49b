"""Abstention: asks every question once by rules, and counts what is declined, rightly and wrongly."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from statistics import fmean
from tempfile import gettempdir
from typing import Any

from daybook.conversation.errors import BadInput
from daybook_eval.ablations.arms import answer, any_question
from daybook_eval.ablations.job import Ablate, Measured, measure
from daybook_eval.ablations.study import Arm, Study
from daybook_eval.data.build import PLANTED
from daybook_eval.data.case import OTHER_HALF, RUBRIC, RULES_HALF, half_of
from daybook_eval.study import Scorer, Study as Scored
from daybook_eval.tables import Report, Table


class Sort(StrEnum):
    """What the right answer to a question is."""

    ANSWERABLE = "answerable"
    RUBRIC = "rubric"
    """Answerable, but any answer will do that a rubric allows."""
    UNANSWERABLE = "unanswerable"
    PLANTED = "planted"


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
    if asked.question_id.endswith(PLANTED):
        sort = Sort.PLANTED
    elif asked.abstention:
        sort = Sort.UNANSWERABLE
    else:
        sort = Sort.RUBRIC if asked.question_type == RUBRIC else Sort.ANSWERABLE
    return Outcome(
        half_of(asked.owner),
        sort,
        not_known,
        nearest=bool(values["answer nearest"]),
        doubt=values["answer doubt"],
        contains=answered and bool(values["answer contains"]),
        contains_words=answered and bool(values["answer contains_words"]),
        words=int(values["answer words"]),
    )


LIMITS = tuple(tenth / 20 for tenth in range(1, 20))
_CURVE = (Sort.ANSWERABLE, Sort.UNANSWERABLE, Sort.PLANTED)


def _share(name: str) -> Callable[[Sequence[Outcome]], float]:
    return lambda outcomes: fmean(getattr(outcome, name) for outcome in outcomes)


FIGURES: Scored[Outcome] = Scored(
    "",
    "half, questions",
    (
        Scorer("asked", "questions", len),
        *(
            Scorer(heading, key, _share(key), ".0f" if key == "words" else ".3f")
            for heading, key in (
                ("not known", "not_known"),
                ("nearest", "nearest"),
                ("contains", "contains"),
                ("its words", "contains_words"),
                ("words", "words"),
            )
        ),
    ),
)
"""Of the questions of one sort in one half."""


def by_half_and_sort(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    """Group outcomes by "HALF, SORT"; only those that there are."""
    return {
        f"{half}, {sort}": some
        for half in (RULES_HALF, OTHER_HALF)
        for sort in Sort
        if (some := [outcome for outcome in outcomes if (outcome.half, outcome.sort) == (half, sort)])
    }


def curve(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """Say for each limit, half by half, what share "not known" from that doubt on would decline."""
    doubts = {name: [outcome.doubt for outcome in some] for name, some in by_half_and_sort(outcomes).items()}

    def declined(name: str, limit: float) -> float | None:
        return fmean(doubt > limit for doubt in doubts[name]) if name in doubts else None

    return [
        {"half": half, "limit": limit, **{sort.value: declined(f"{half}, {sort}", limit) for sort in _CURVE}}
        for half in (RULES_HALF, OTHER_HALF)
        for limit in LIMITS
    ]


def study(
    data: Sequence[Path] | None,
    show_curve: bool,
    limit: int | None,
    concurrency: int | None,
    cache: Path,
    given: tuple[tuple[str, str], ...],
) -> Report:
    """Ask the questions of some files; see `ask_all` and `report`. Raises BadInput if none is given."""
    if not data:
        raise BadInput("is missing (--help shows examples)", source="--data")
    outcomes = {
        file.name: list(ask_all(file, given, cache=cache, limit=limit, concurrency=concurrency))
        for file in data
    }
    return report(outcomes, show_curve=show_curve)


def report(outcomes: Mapping[str, Sequence[Outcome]], *, show_curve: bool) -> Report:
    """Give the figures of each file, and its curve."""
    tables, shape = [], {}
    for name, some in outcomes.items():
        sets, points = by_half_and_sort(some), curve(some) if show_curve else []
        figures = FIGURES.shape(sets)
        rows = [{"half": held[0].half, "sort": held[0].sort, **figures[key]} for key, held in sets.items()]
        shape[name] = {"rows": rows, "curve": points}
        tables.append(replace(FIGURES.table(sets), title=name, figures=True))
        if points:
            title = 'declined, if the answer were "not known" from that doubt on'
            cells = [
                [format(cell, ".3f") if isinstance(cell, float) else cell for cell in point.values()]
                for point in points
            ]
            tables.append(Table(title, ("half", "doubt above", *_CURVE), cells, figures=True))
    return Report(tables, shape)
