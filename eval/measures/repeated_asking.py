"""RAR, the repeated asking rate: the share of questions that an earlier session has settled already.

The paper says: the proportion of questions repeated across sessions. A question counts as repeated where
some question of an *earlier* session asks the same; asking twice within one session does not count.

Source: HiMeS, section 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agent.store.words import words_of
from eval.measures.shares import Share, share_of


class Sameness(Protocol):
    """Tells whether two questions ask the same."""

    async def same(self, earlier: str, later: str) -> bool | None:
        """None where the reply could not be read."""


class SameWords:
    """Takes questions for the same where they have the same words: a lower bound without a model."""

    async def same(self, earlier: str, later: str) -> bool | None:
        """Compare the sets of stems, stop words left out; two questions without any are not the same."""
        words = frozenset(words_of(earlier))
        return bool(words) and words == frozenset(words_of(later))


async def repeated_asking_rate(sessions: Sequence[Sequence[str]], sameness: Sameness) -> Share:
    """Count repeated questions of one person.

    Args:
        sessions: the questions of each session, the earliest session first.
        sameness: asked of a question and each earlier one, until one is the same.

    Returns:
        Repeated ones among all questions. One that none was found the same as, while some replies
        could not be read, is not judged.
    """
    verdicts: list[bool | None] = []
    earlier: list[str] = []
    for questions in sessions:
        verdicts += [await _is_repeated(question, earlier, sameness) for question in questions]
        earlier += questions
    return share_of(verdicts)


async def _is_repeated(question: str, earlier: Sequence[str], sameness: Sameness) -> bool | None:
    unread = False
    for other in earlier:
        verdict = await sameness.same(other, question)
        if verdict:
            return True
        unread = unread or verdict is None
    return None if unread else False
