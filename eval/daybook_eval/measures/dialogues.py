"""Measures of dialogues: grades of HiMeS, and how often users ask the same again."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from statistics import fmean
from typing import Protocol

from daybook.text.english.words import words_of

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


@dataclass(frozen=True, slots=True)
class Grades:
    """The mean of the grades that could be read."""

    mean: float | None
    """0 to `FULL_MARKS`; None where none could be read."""
    graded: int
    asked: int


def grades_of(given: Iterable[float | None]) -> Grades:
    """Average grades, of which None could not be read; raises ValueError if one is outside of the scale."""
    given = list(given)
    grades = [grade for grade in given if grade is not None]
    if any(not 0 <= grade <= FULL_MARKS for grade in grades):
        raise ValueError(f"grades go from 0 to {FULL_MARKS:g}: {grades}")
    return Grades(fmean(grades) if grades else None, len(grades), len(given))


_WANTED = re.compile(r"\b(?:what|when|where|which|who|whom|whose|why|how)\b", re.IGNORECASE)
_REFERS = re.compile(r"\b(?:it|that|this|they|them|these|those)\b", re.IGNORECASE)
_FEWEST = 2
"""Words that count: what is asked more shortly means what was said just before it ("any suggestions?"), or
nothing in particular ("how's it going?")."""


class CannotTell(Exception):
    """Whether a question was asked before cannot be told: it is not judged."""


class QuestionMatcher(Protocol):
    """Tells whether a question was asked before."""

    async def find_match(self, question: str, earlier: Sequence[str]) -> str | None:
        """Find the earlier question that asks the same, None where none does; raises CannotTell."""


class WordQuestionMatcher:
    """Takes questions for the same where they have the same words: a lower bound without a model.

    The words are stems without stop words, two at least, and what is asked for first (how, where …). A
    shorter question, or one that refers to something before it, cannot be compared: on real chats every other
    one.
    """

    async def find_match(self, question: str, earlier: Sequence[str]) -> str | None:
        """Compare the sets of words; the latest of several is named. Raises CannotTell."""
        if not earlier:
            return None
        words = _wanted_words(question)
        if words is None:
            raise CannotTell
        return next((other for other in reversed(earlier) if _wanted_words(other) == words), None)


def with_earlier(sessions: Sequence[Sequence[str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each question of one person with those of earlier sessions."""
    earlier: tuple[str, ...] = ()
    for questions in sessions:
        for question in questions:
            yield question, earlier
        earlier += tuple(questions)


@lru_cache(maxsize=50_000)  # each question of a history is compared with all later ones
def _wanted_words(question: str) -> tuple[str, frozenset[str]] | None:
    words = frozenset(words_of(question))
    if len(words) < _FEWEST or _REFERS.search(question):
        return None
    wanted = _WANTED.search(question)
    return (wanted.group().lower() if wanted else "", words)
