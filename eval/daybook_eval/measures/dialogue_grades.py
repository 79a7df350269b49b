"""CA, QA and QR: grades that a model gives to a response and to a rewritten question.

The paper takes all three from a model with fixed templates and prints them on a scale up to 100; it does
not show the templates. Here a grader is a protocol, so that a judge with prompts of its own, people, or a
script can fill it.

Source: HiMeS, section 4.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean
from typing import Protocol

FULL_MARKS = 100.0


class Criterion(StrEnum):
    """What is graded."""

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


class Grader(Protocol):
    """Gives grades."""

    async def grade(self, criterion: Criterion, exhibit: Exhibit) -> float | None:
        """A grade from 0 to `FULL_MARKS`; None where the reply could not be read."""


@dataclass(frozen=True, slots=True)
class Grades:
    """The mean of the grades that could be read."""

    mean: float | None
    """0 to `FULL_MARKS`; None where none could be read."""
    graded: int
    asked: int


def grades_of(given: Iterable[float | None]) -> Grades:
    """Average grades; None is one that could not be read.

    Raises:
        ValueError: a grade is outside of the scale.
    """
    given = list(given)
    grades = [grade for grade in given if grade is not None]
    if any(not 0 <= grade <= FULL_MARKS for grade in grades):
        raise ValueError(f"grades go from 0 to {FULL_MARKS:g}: {grades}")
    return Grades(fmean(grades) if grades else None, len(grades), len(given))
