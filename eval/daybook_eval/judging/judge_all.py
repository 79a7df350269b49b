"""Judges many answers by several judges concurrently; can be interrupted and resumed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from daybook.llm import ChatModel
from daybook_eval.judging.concurrency import Progress, run_concurrently
from daybook_eval.judging.judge import judge
from daybook_eval.judging.judge_cases import JudgeCase
from daybook_eval.judging.verdicts import Verdict, VerdictFile, VerdictKey
from daybook_prompts import Prompt


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
    case: JudgeCase


def open_tasks(
    models: Iterable[ChatModel],
    cases: Sequence[JudgeCase],
    verdicts: Mapping[VerdictKey, Verdict],
    prompts: Mapping[str, Prompt],
) -> list[Task]:
    """List what is not judged yet: no verdict, or one on another answer or by another prompt.

    An answer whose judge could not be read is judged: at temperature 0 it would say the same again.
    """
    return [
        Task(model, case)
        for case in cases
        for model in models
        if not _is_judged(verdicts.get((model.name, case.kind, case.question_id)), case, prompts)
    ]


def _is_judged(verdict: Verdict | None, case: JudgeCase, prompts: Mapping[str, Prompt]) -> bool:
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

    async def judge_one(task: Task) -> None:
        file.append([await judge(task.model, prompts, task.case)])

    failed = await run_concurrently(tasks, judge_one, at_once=at_once, progress=progress)
    return [Failure(task.model.name, task.case.question_id, problem) for task, problem in failed]
