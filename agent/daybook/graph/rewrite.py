"""Makes a question stand alone: by the trained rewriter, else by the chat model, else by rules."""

from __future__ import annotations

from daybook.conversation import Question
from daybook.errors import ModelError
from daybook.graph.parts import Parts
from daybook.llm import ModelsWithFallback
from daybook.settings import ModelRole
from daybook.understand import rewrite_by_model, rewrite_by_trained_model


async def rewrite_question(
    asked: Question, models: ModelsWithFallback, parts: Parts, by_rules: tuple[str, str]
) -> tuple[str, str]:
    """Make a question stand alone from its dialogue.

    A trained rewriter was named for this one step, so it comes before the chat model. It costs nothing
    and sends nothing, and is not metered. Where it fails, the step is done by rules and named in
    `models.degraded`.

    Args:
        asked: the question and its dialogue.
        models: the chat models of this question.
        parts: hold the rewriter and the prompts.
        by_rules: what the rules make of it, in the form of what is returned.

    Returns:
        The question, and the claim of an earlier answer that the user disputes, or "". The trained
        rewriter tells of none, so beside it the rules' stands.
    """
    if parts.rewriter is None:
        return await models.call(
            "rewrite",
            ModelRole.UNDERSTAND,
            lambda model: rewrite_by_model(asked.text, asked.dialogue, model, parts.prompts["rewrite"]),
            by_rules,
        )
    try:
        prompt = parts.prompts["rewrite_trained"]
        text = await rewrite_by_trained_model(asked.text, asked.dialogue, parts.rewriter, prompt)
        return text, by_rules[1]
    except ModelError as error:
        models.fell_back("rewrite", str(error))
        return by_rules
