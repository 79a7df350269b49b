"""What answers a question from passages while a rewriter is trained; to training it is a black box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from daybook.english.sentences import sentence_spans
from daybook.english.words import words_of
from daybook.errors import ModelError
from daybook.llm import ChatModel, ask_for_text
from daybook_prompts import Prompt


class Responder(Protocol):
    """Answers questions."""

    async def answer(self, question: str, passages: Sequence[str]) -> str:
        """Answer from the passages, best first; "" where nothing can be said."""


@dataclass(frozen=True, slots=True)
class QuotingResponder:
    """Quotes the sentence with the most words of the question, from the best passage that has any.

    It calls no model, so that training runs offline.
    """

    async def answer(self, question: str, passages: Sequence[str]) -> str:
        """See `Responder`."""
        wanted = set(words_of(question))
        sentences = [text[start:stop] for text in passages for start, stop in sentence_spans(text)]
        # The first of equals: passages come best first.
        best = max(sentences, key=lambda sentence: len(wanted & set(words_of(sentence))), default="")
        return best.strip() if wanted & set(words_of(best)) else ""


@dataclass(frozen=True, slots=True)
class ModelResponder:
    """A chat model that answers in a few words (HiMeS, figure 9, is its own product's)."""

    model: ChatModel
    prompt: Prompt
    """`answer_from_passages`."""

    async def answer(self, question: str, passages: Sequence[str]) -> str:
        """See `Responder`; a model that fails has said nothing."""
        try:
            return await ask_for_text(self.model, self.prompt, question=question, passages=list(passages))
        except ModelError:
            return ""
