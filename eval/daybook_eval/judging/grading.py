"""Grades and probabilities by a chat model, by templates of our own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from daybook.errors import UnreadableReply
from daybook.llm import ChatModel, ask
from daybook_eval.measures.dialogue_grades import Criterion, Exhibit
from daybook_prompts import Prompt
from daybook_prompts.replies import Contradicted, Graded


@dataclass(frozen=True, slots=True)
class ModelGrader:
    """A `Grader` that asks a chat model, as HiMeS (section 4.2) does with templates that it does not show."""

    model: ChatModel
    prompt: Prompt
    """`grade`."""

    async def grade(self, criterion: Criterion, exhibit: Exhibit) -> float | None:
        """Have one thing graded, from 0 to 100; None where both replies were unreadable.

        Raises:
            ModelError, BadSettings: the model failed; there is no grade.
        """
        try:
            reply = await ask(
                self.model,
                self.prompt,
                Graded,
                criterion=criterion.value,
                graded=exhibit.graded,
                against=exhibit.against,
            )
        except UnreadableReply:
            return None
        return reply.grade


@dataclass(frozen=True, slots=True)
class ModelInference:
    """An `Inference` that asks a chat model once for all the statements of a response."""

    model: ChatModel
    prompt: Prompt
    """`contradicts`."""

    async def contradiction(self, response: str, statements: Sequence[str]) -> float | None:
        """Have one response compared; None where both replies were unreadable.

        Raises:
            ModelError, BadSettings: the model failed; there is no probability.
        """
        try:
            reply = await ask(
                self.model, self.prompt, Contradicted, statements=list(statements), response=response
            )
        except UnreadableReply:
            return None
        return reply.probability
