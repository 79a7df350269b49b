"""Grades the answers of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from daybook.conversation import Usage
from daybook.errors import BadInput
from daybook.llm import ChatModel
from daybook.settings import Settings
from daybook_eval.judging.concurrency import Progress, run_concurrently
from daybook_eval.judging.contexts import with_contexts
from daybook_eval.judging.grade_summary import summarize_grades
from daybook_eval.judging.grades import (
    CONTRADICTION,
    OF_CONTEXT,
    Exhibited,
    Grade,
    GradeFile,
    exhibits_of,
    grades_on_these,
)
from daybook_eval.judging.grading import ModelGrader, ModelInference
from daybook_eval.judging.judge_all import Failure
from daybook_eval.judging.judges import judging_meter, open_judges, wrote_answers
from daybook_eval.measures.dialogue_grades import Criterion, Exhibit
from daybook_eval.run_reader import read_header, records_of
from daybook_prompts import Prompt, load_prompts


@dataclass(frozen=True, slots=True)
class GradedRun:
    """The result of grading a run."""

    judges: dict[str, Any]
    """See `daybook_eval.judging.grade_summary.summarize_grades`."""
    skipped: tuple[str, ...]
    """The measures that were left out, since the texts of the rounds were not there."""
    without_context: int
    """Answers whose packed texts are not in the data file."""
    failures: tuple[Failure, ...]
    usage: Usage
    """What the calls of this time cost."""
    judges_itself: tuple[str, ...]
    """Judges that wrote the answers as well."""

    def plain(self) -> dict[str, Any]:
        """Write it as plain values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Task:
    """One text for one judge."""

    model: ChatModel
    exhibit: Exhibited


async def grade_run(
    folder: Path,
    settings: Settings,
    *,
    models: Sequence[str] = (),
    data: Path | None = None,
    progress: Progress = lambda done, total: None,
) -> GradedRun:
    """Grade what is not graded yet, and sum up every grade that there is.

    Args:
        folder: of the run; the grades are kept in it.
        settings: name the server, and the model where `models` names none.
        models: chat models, each a judge.
        data: the file that the run was made on; without it, nothing is compared with the context.
        progress: reported to.

    Raises:
        BadSettings: no model is named; or as models raise it.
        BadInput: there is no run, it holds no answers, or a file cannot be read or is another one.
        ModelUnavailable: a judge cannot be reached; the grades so far are kept.
    """
    header = read_header(folder)
    everything = list(exhibits_of(records_of(folder)))
    if not everything:
        raise BadInput("the run holds no answers; was it made with --retrieve-only?", source=folder)
    sought = [one for one in everything if one.against]
    if data is not None:
        packed = {record.question_id: record.packed for record in records_of(folder)}
        sought = list(with_contexts(everything, packed, data, header))
    file, prompts = GradeFile(folder), load_prompts(settings.models.prompts)
    meter = judging_meter(settings.models.prices, settings.models.most_thinking_tokens)
    async with AsyncExitStack() as stack:
        judges = open_judges(settings, models, stack)
        tasks = _open_tasks([meter.metered(one, "judge") for one in judges], sought, file.latest(), prompts)

        async def settle(task: _Task) -> None:
            file.append([await _graded(task, prompts)])

        failed = await run_concurrently(
            tasks, settle, at_once=settings.models.model_concurrency, progress=progress
        )
    return GradedRun(
        judges=summarize_grades(grades_on_these(file.latest(), everything), everything),
        skipped=() if data else OF_CONTEXT,
        without_context=(len(everything) - len(sought)) // len(OF_CONTEXT) if data else 0,
        failures=tuple(Failure(task.model.name, task.exhibit.question_id, told) for task, told in failed),
        usage=meter.usage,
        judges_itself=wrote_answers(judges, list(header.models.values())),
    )


def _open_tasks(
    models: Sequence[ChatModel],
    exhibits: Sequence[Exhibited],
    grades: Sequence[Grade],
    prompts: Mapping[str, Prompt],
) -> list[_Task]:
    """List what has no grade yet, or one of another text, by another text or by another prompt."""
    settled = {
        (*grade.key, grade.graded_sha256, grade.against_sha256, grade.prompt_sha256) for grade in grades
    }
    return [
        _Task(model, one)
        for one in exhibits
        for model in models
        if (
            *(model.name, one.measure, one.question_id),
            *(one.graded_sha256, one.against_sha256, _prompt_of(one, prompts).sha256),
        )
        not in settled
    ]


async def _graded(task: _Task, prompts: Mapping[str, Prompt]) -> Grade:
    one, prompt = task.exhibit, _prompt_of(task.exhibit, prompts)
    if one.measure == CONTRADICTION:
        value = await ModelInference(task.model, prompt).contradiction(one.graded, one.against)
    else:
        exhibit = Exhibit(one.graded, "\n\n".join(one.against))
        value = await ModelGrader(task.model, prompt).grade(Criterion(one.measure), exhibit)
    return Grade(
        one.question_id,
        task.model.name,
        one.measure,
        value,
        one.graded_sha256,
        one.against_sha256,
        prompt.sha256,
    )


def _prompt_of(exhibit: Exhibited, prompts: Mapping[str, Prompt]) -> Prompt:
    return prompts["contradicts" if exhibit.measure == CONTRADICTION else "grade"]
