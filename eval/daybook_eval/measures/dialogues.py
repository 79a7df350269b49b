"""Grades of HiMeS: how answers agree with context and question, and rewritten questions with theirs."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

FULL_MARKS = 100.0


class Criterion(StrEnum):
    """The criterion of a grade."""

    CONTEXT_ALIGNMENT = "CA"
    """Whether the response (`graded`) means what the retrieved context (`against`) says."""
    QUESTION_RELEVANCE = "QA"
    """Whether the response (`graded`) does what the user wants with the question (`against`)."""
    QUERY_REWRITING = "QR"
    """Whether the rewritten question (`graded`) holds what matters of the dialogue before it
    (`against`)."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One thing to be graded."""

    graded: str
    against: str


@dataclass(frozen=True, slots=True)
class Grades:
    """The mean of the grades that could be read."""

    mean: float | None
    """0 to `FULL_MARKS`; None if none could be read."""
    graded: int
    asked: int


def grades_of(given: Iterable[float | None]) -> Grades:
    """Average grades, of which None could not be read; raises ValueError if one is outside of the scale."""
    given = list(given)
    grades = [grade for grade in given if grade is not None]
    if any(not 0 <= grade <= FULL_MARKS for grade in grades):
        raise ValueError(f"grades go from 0 to {FULL_MARKS:g}: {grades}")
    return Grades(fmean(grades) if grades else None, len(grades), len(given))
