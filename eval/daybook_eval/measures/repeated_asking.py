"""RAR, the repeated asking rate: the share of questions that an earlier session has settled already.

The paper says: the proportion of questions repeated across sessions. A question counts as repeated where
some question of an *earlier* session asks the same; asking twice within one session does not count.

Source: HiMeS, section 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from daybook.english.words import words_of

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
        """Find the earlier question that asks the same; None where none does.

        Raises:
            CannotTell: nobody can say.
        """


class WordQuestionMatcher:
    """Takes questions for the same where they have the same words: a lower bound without a model.

    The words are stems without stop words, two at least, and what is asked for first (how, where …). A
    shorter question, and one that refers to something said before it ("is that a good idea?"), asks
    nothing by itself: it cannot be compared. On real chats that is every other one.
    """

    async def find_match(self, question: str, earlier: Sequence[str]) -> str | None:
        """Compare the sets of words; the latest of several is named.

        Raises:
            CannotTell: there are earlier questions, but this one cannot be compared.
        """
        if not earlier:
            return None
        words = _wanted_words(question)
        if words is None:
            raise CannotTell
        return next((other for other in reversed(earlier) if _wanted_words(other) == words), None)


def with_earlier(sessions: Sequence[Sequence[str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each question of one person with those of earlier sessions.

    Args:
        sessions: the questions of each session, the earliest session first.
    """
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
