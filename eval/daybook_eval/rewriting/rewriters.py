"""What rewrites questions: rules, chat models, and a trained model where one is set."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import TypeAlias

from daybook.conversation import Role, Turn
from daybook.errors import ModelError, UnreadableReply
from daybook.llm import ChatModel
from daybook.llm.local import load_local_chat
from daybook.settings import ModelRole, Settings
from daybook.understand import (
    disputed_answer,
    rewrite_by_model,
    rewrite_by_rules,
    rewrite_by_trained_model,
)
from daybook_eval.judging.concurrency import run_concurrently
from daybook_eval.judging.judges import open_judges
from daybook_eval.rewriting.example import RewritingExample
from daybook_prompts import load_prompts

Rewriter: TypeAlias = Callable[[RewritingExample], Awaitable[str]]
"""Makes the question of an example stand alone; raises what a chat model raises."""


def rewritten_by_rules(example: RewritingExample) -> str:
    """Rewrite as Daybook does without a model."""
    turns = turns_of(example)
    return _with_dispute(rewrite_by_rules(example.question, turns), disputed_answer(example.question, turns))


async def by_rules(example: RewritingExample) -> str:
    """Rewrite as Daybook does without a model; a `Rewriter`."""
    return rewritten_by_rules(example)


def by_chat_model(model: ChatModel, settings: Settings) -> Rewriter:
    """Rewrite as Daybook does with a model: where its reply cannot be read, the question stays."""
    prompt = load_prompts(settings.models.prompts)["rewrite"]

    async def rewrite(example: RewritingExample) -> str:
        try:
            found = await rewrite_by_model(example.question, turns_of(example), model, prompt)
        except UnreadableReply:
            return example.question
        return _with_dispute(*found)

    return rewrite


def by_trained_model(model: ChatModel, settings: Settings) -> Rewriter:
    """Rewrite as Daybook does with a trained model: what its guard refuses is done by rules."""
    prompt = load_prompts(settings.models.prompts)["rewrite_trained"]

    async def rewrite(example: RewritingExample) -> str:
        turns = turns_of(example)
        try:
            return await rewrite_by_trained_model(example.question, turns, model, prompt)
        except ModelError:
            return rewritten_by_rules(example)

    return rewrite


def open_rewriters(settings: Settings, stack: AsyncExitStack) -> Mapping[str, Rewriter]:
    """Name all the rewriters that the settings allow: the rules, a chat model, a trained rewriter.

    Raises:
        BadSettings: one that is set cannot be had.
    """
    found: dict[str, Rewriter] = {"rules": by_rules}
    if settings.models.model_of(ModelRole.UNDERSTAND):
        (model,) = open_judges(settings, [], stack)
        found[model.name] = by_chat_model(model, settings)
    if folder := settings.models.rewriter:
        local = load_local_chat(folder, setting="DAYBOOK_REWRITER", deadline=settings.models.call_timeout)
        found["trained"] = by_trained_model(local, settings)
    return found


async def rewrite_all(
    rewriter: Rewriter, examples: Sequence[RewritingExample], *, at_once: int
) -> tuple[list[str], int]:
    """Rewrite the questions of all examples.

    Returns:
        What became of each, the question itself where the model failed; and how often it did.

    Raises:
        ModelUnavailable, BadSettings: the model cannot be had.
    """
    found = [example.question for example in examples]

    async def settle(place: int) -> None:
        found[place] = await rewriter(examples[place])

    failed = await run_concurrently(range(len(examples)), settle, at_once=at_once)
    return found, len(failed)


def turns_of(example: RewritingExample) -> list[Turn]:
    """Read the dialogue of an example as turns; who is no assistant is the user."""
    roles = {"assistant": Role.ASSISTANT}
    return [Turn(roles.get(said.role, Role.USER), said.content) for said in example.dialogue]


def _with_dispute(question: str, disputed: str) -> str:
    return f"{question} The answer {disputed.rstrip('.')} is disputed." if disputed else question
