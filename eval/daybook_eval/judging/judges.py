"""The chat models that judge: how they are opened, asked many at once, and what each is asked."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Protocol, TypeVar

from daybook.conversation import Usage
from daybook.conversation.errors import BadSettings, ModelError, ModelUnavailable, UnreadableReply
from daybook.models.llm import ChatModel, Meter, ask, load_chat_models
from daybook.settings import Settings
from daybook_eval.runs.execute_run import RunProgress
from daybook_prompts import Prompt
from daybook_prompts.replies import Contradicted, Graded


def open_judges(settings: Settings, names: Sequence[str], stack: AsyncExitStack) -> list[ChatModel]:
    """Make the judges, each model once, or the model that answers; the stack closes them.

    A limit on what one question may cost is no limit on judging. Raises BadSettings if no model is named.
    """
    if not names and settings.models.chat_model:
        names = [settings.models.chat_model]
    if not names:
        raise BadSettings(
            "no judge: name a chat model with --model, or set DAYBOOK_CHAT_MODEL (and OPENAI_API_KEY or"
            " OPENAI_BASE_URL)"
        )
    found = []
    for name in dict.fromkeys(names):
        models = load_chat_models(settings.changed(chat_model=name))
        stack.push_async_callback(models.aclose)
        assert models.model is not None
        found.append(models.model)
    return found


TaskT = TypeVar("TaskT")


async def run_concurrently(
    tasks: Sequence[TaskT],
    run: Callable[[TaskT], Awaitable[None]],
    *,
    at_once: int,
) -> list[tuple[TaskT, str]]:
    """Run every task; return those that failed, each with the problem, which stop no others.

    Raises:
        ModelUnavailable: a model cannot be reached, and so nothing more is asked.
        BadSettings: the key, a model's name or the server's address is wrong.
    """
    waiting, progress = iter(tasks), RunProgress(sys.stderr, len(tasks))
    failed: list[tuple[TaskT, str]] = []

    async def work() -> None:
        for task in waiting:
            try:
                await run(task)
            except ModelUnavailable:
                raise
            except ModelError as error:
                failed.append((task, str(error)))
                progress.add(failed=True)
            else:
                progress.add(failed=False)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(tasks))):
                group.create_task(work())
    except ExceptionGroup as together:
        raise together.exceptions[0] from None
    finally:
        progress.end()
    return failed


class Judged(Protocol):
    """Something of a run that judges are asked about."""

    @property
    def question_id(self) -> str:
        """The question that it is of."""


JudgedT = TypeVar("JudgedT", bound=Judged)


@dataclass(frozen=True, slots=True)
class Calls:
    """Outcomes of asking judges."""

    failures: list[dict[str, str]]
    """Judge, question and problem of each mark that could not be had; the same command tries again."""
    usage: Usage
    """Of the calls of this time; marks of earlier times are not in it."""
    judges_itself: tuple[str, ...]

    def asides(self, called: str) -> Iterator[str]:
        """Say what it took, whether a judge is one of those judged, and what could not be had."""
        yield from spent(self.usage)
        for name in self.judges_itself:
            yield f"{name} wrote answers of this run as well: another judge is to be believed more"
        if self.failures:
            first = self.failures[0]
            yield (
                f"{len(self.failures)} {called} could not be had, the first by {first['judge']} on"
                f" {first['question_id']}: {first['problem']}; the same command tries again"
            )


async def ask_judges(
    judged: Sequence[JudgedT],
    settle: Callable[[ChatModel, JudgedT], Awaitable[None]],
    is_open: Callable[[str, JudgedT], bool],
    settings: Settings,
    models: Sequence[str],
    *,
    writers: Collection[str],
) -> Calls:
    """Ask every judge about everything that it has not marked yet; none any more once one cannot be reached.

    `settle` asks about one thing, and keeps the mark; `is_open` says whether the judge of a name is still to
    be asked about it. `writers` are the models that wrote the answers.

    Raises:
        BadSettings: no model is named; or as models raise it.
        ModelUnavailable: a judge cannot be reached, and no others are asked.
    """
    meter = Meter()
    async with AsyncExitStack() as stack:
        judges = open_judges(settings, models, stack)
        metered = [meter.metered(model, "judge") for model in judges]
        tasks = [(model, thing) for thing in judged for model in metered if is_open(model.name, thing)]
        at_once = settings.models.model_concurrency
        failed = await run_concurrently(tasks, lambda task: settle(*task), at_once=at_once)
    failures = [
        {"judge": model.name, "question_id": thing.question_id, "problem": problem}
        for (model, thing), problem in failed
    ]
    wrote = tuple(model.name for model in judges if {model.name, model.fingerprint} & set(writers))
    return Calls(failures, meter.usage, wrote)


def spent(usage: Usage) -> Iterator[str]:
    """Say what calls took, where there were any."""
    if usage.calls:
        yield f"{usage.calls} calls, {usage.input_tokens:,} tokens in, {usage.output_tokens:,} out"


async def grade_by_model(
    model: ChatModel, prompt: Prompt, criterion: str, graded: str, against: str
) -> float | None:
    """Have a text graded by another, from 0 to 100. Returns None if both replies were unreadable.

    `prompt` is `grade`: HiMeS (section 4.2) does not show its own.
    """
    try:
        reply = await ask(model, prompt, Graded, criterion=criterion, graded=graded, against=against)
    except UnreadableReply:
        return None
    return reply.grade


async def contradiction(
    model: ChatModel, prompt: Prompt, response: str, statements: Sequence[str]
) -> float | None:
    """Ask how probable it is that a response contradicts any of the statements; None as `grade_by_model`.

    Raises:
        ModelError, BadSettings: the model failed; there is no probability.
    """
    try:
        reply = await ask(model, prompt, Contradicted, statements=list(statements), response=response)
    except UnreadableReply:
        return None
    return reply.probability
