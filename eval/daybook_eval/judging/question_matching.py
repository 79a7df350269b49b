"""Decides by a chat model whether a question was asked before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from daybook.english.words import words_of
from daybook.errors import UnreadableReply
from daybook.llm import ChatModel, ask
from daybook_eval.measures.repeated_asking import CannotTell
from daybook_prompts import Prompt
from daybook_prompts.replies import AskedBefore

_SHOWN = 20
"""Earlier questions that one call shows at most."""


@dataclass(frozen=True, slots=True)
class ModelQuestionMatcher:
    """A `QuestionMatcher` that calls a chat model once for each question with a word of an earlier one."""

    model: ChatModel
    prompt: Prompt
    """`asked_before`."""

    async def find_match(self, question: str, earlier: Sequence[str]) -> str | None:
        """Show the model the earlier questions that have most in common with this one.

        Raises:
            CannotTell: both replies were unreadable, or the last named a question that was not shown.
            ModelError, BadSettings: the model failed.
        """
        shown = nearest(question, earlier)
        if not shown:
            return None
        numbered = [f"{number}. {text}" for number, text in enumerate(shown, start=1)]
        try:
            reply = await ask(self.model, self.prompt, AskedBefore, earlier=numbered, question=question)
        except UnreadableReply as error:
            raise CannotTell from error
        if reply.same_as is None:
            return None
        if not 1 <= reply.same_as <= len(shown):
            raise CannotTell
        return shown[reply.same_as - 1]


def nearest(question: str, earlier: Sequence[str], most: int = _SHOWN) -> list[str]:
    """Choose the earlier questions that share the greatest part of their words, each wording once.

    Returns:
        At most `most`, best first, of equals the latest; those without a word in common are left out.
    """
    words = frozenset(words_of(question))
    shares = {
        other: len(words & theirs) / len(words | theirs)
        for other in reversed(earlier)
        if words & (theirs := frozenset(words_of(other)))
    }
    return sorted(shares, key=lambda other: -shares[other])[:most]
