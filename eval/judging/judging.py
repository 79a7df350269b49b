"""Many answers before several judges, side by side, so that it can be stopped and taken up again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from agent.errors import ModelError, ModelUnavailable
from agent.llm import ChatModel
from eval.judging.cases import Case
from eval.judging.judge import judge
from eval.judging.verdicts import Place, Verdict, VerdictFile
from prompts import Prompt

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the verdicts done and the verdicts there are to come by."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A verdict that could not be had; the same command tries again."""

    judge: str
    question_id: str
    problem: str


@dataclass(frozen=True, slots=True)
class Task:
    """One answer for one judge."""

    model: ChatModel
    case: Case


def open_tasks(
    models: Iterable[ChatModel],
    cases: Sequence[Case],
    verdicts: Mapping[Place, Verdict],
    prompts: Mapping[str, Prompt],
) -> list[Task]:
    """List what is not judged yet: no verdict, or one on another answer or by another prompt.

    An answer whose judge could not be read is judged: at temperature 0 it would say the same again.
    """
    return [
        Task(model, case)
        for case in cases
        for model in models
        if not _settled(verdicts.get((model.name, case.kind, case.question_id)), case, prompts)
    ]


def _settled(verdict: Verdict | None, case: Case, prompts: Mapping[str, Prompt]) -> bool:
    return verdict is not None and (verdict.answer_sha256, verdict.prompt_sha256) == (
        case.answer_sha256,
        prompts[case.rule.prompt].sha256,
    )


async def judge_all(
    tasks: Sequence[Task],
    prompts: Mapping[str, Prompt],
    file: VerdictFile,
    *,
    at_once: int,
    progress: Progress = lambda done, total: None,
) -> list[Failure]:
    """Judge, writing each verdict to the file as it comes.

    Args:
        tasks: see `open_tasks`.
        prompts: by name.
        file: keeps what came before an interruption.
        at_once: how many calls may be under way.
        progress: reported to.

    Returns:
        The verdicts that could not be had.

    Raises:
        ModelUnavailable: a judge cannot be reached, and so no others are asked.
        BadSettings: the key, a model's name or the server's address is wrong.
    """
    waiting = iter(tasks)
    failures: list[Failure] = []
    done = 0

    async def work() -> None:
        nonlocal done
        for task in waiting:
            try:
                file.append([await judge(task.model, prompts, task.case)])
            except ModelUnavailable:
                raise
            except ModelError as error:
                failures.append(Failure(task.model.name, task.case.question_id, str(error)))
            done += 1
            progress(done, len(tasks))

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(tasks))):
                group.create_task(work())
    except ExceptionGroup as together:
        raise together.exceptions[0] from None
    return failures
