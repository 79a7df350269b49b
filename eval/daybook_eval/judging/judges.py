"""The chat models that judge: how they are opened, asked many at once, and what each is asked."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from daybook.conversation.errors import BadSettings, ModelError, ModelUnavailable, UnreadableReply
from daybook.english.words import words_of
from daybook.llm import Budget, ChatModel, Meter, ask, load_chat_models
from daybook.settings import ModelRole, Price, Settings
from daybook_eval.measures.dialogues import CannotTell, Criterion, Exhibit
from daybook_prompts import Prompt
from daybook_prompts.replies import AskedBefore, Contradicted, Graded


def open_judges(
    settings: Settings, names: Sequence[str], stack: AsyncExitStack, *, or_else: str = ""
) -> list[ChatModel]:
    """Make the judges, each model once, or the model that reads; the stack closes them.

    A limit on what one question may cost is no limit on judging. `or_else` says in the error what else could
    be done.

    Raises:
        BadSettings: no model is named, or as `load_chat_models` raises it.
    """
    if not names and (default := settings.models.model_of(ModelRole.READ)):
        names = [default[0]]
    if not names:
        raise BadSettings(
            "no judge: name a chat model with --model, or set DAYBOOK_CHAT_MODEL (and OPENAI_API_KEY or"
            f" OPENAI_BASE_URL){or_else}"
        )
    found = []
    for name in dict.fromkeys(names):
        only = {f"{role}_model": None for role in ModelRole} | {"chat_model": name, "question_cost": None}
        models = load_chat_models(settings.changed(**only))
        stack.push_async_callback(models.aclose)
        model = models.of(ModelRole.READ)
        assert model is not None
        found.append(model)
    return found


def wrote_answers(judges: Sequence[ChatModel], writers: Sequence[str]) -> tuple[str, ...]:
    """Name the judges that are among those who wrote the answers as well."""
    return tuple(judge.name for judge in judges if {judge.name, judge.fingerprint} & set(writers))


def judging_meter(prices: Mapping[str, Price], thinking_tokens: int) -> Meter:
    """Make a meter for judging, which has no budget."""
    return Meter(Budget(), prices, spare_tokens=thinking_tokens)


TaskT = TypeVar("TaskT")

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many are done and how many there are."""


async def run_concurrently(
    tasks: Sequence[TaskT],
    run: Callable[[TaskT], Awaitable[None]],
    *,
    at_once: int,
    progress: Progress = lambda done, total: None,
) -> list[tuple[TaskT, str]]:
    """Run every task; return those that failed, each with the problem, which stop no others.

    Raises:
        ModelUnavailable: a model cannot be reached, and so nothing more is asked.
        BadSettings: the key, a model's name or the server's address is wrong.
    """
    waiting = iter(tasks)
    failed: list[tuple[TaskT, str]] = []
    done = 0

    async def work() -> None:
        nonlocal done
        for task in waiting:
            try:
                await run(task)
            except ModelUnavailable:
                raise
            except ModelError as error:
                failed.append((task, str(error)))
            done += 1
            progress(done, len(tasks))

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(tasks))):
                group.create_task(work())
    except ExceptionGroup as together:
        raise together.exceptions[0] from None
    return failed


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
    """Choose at most `most` earlier questions that share most of their words, best first, each wording once.

    Of equals the latest comes first; those without a word in common are left out.
    """
    words = frozenset(words_of(question))
    shares = {
        other: len(words & theirs) / len(words | theirs)
        for other in reversed(earlier)
        if words & (theirs := frozenset(words_of(other)))
    }
    return sorted(shares, key=lambda other: -shares[other])[:most]
