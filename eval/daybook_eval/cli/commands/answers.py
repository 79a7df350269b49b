"""The commands that ask, judge, grade and report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from daybook.interfaces.cli.command_options import AsJson, On, WorkPlace
from daybook.settings import WITHOUT_MODEL, PresetName, Settings
from daybook_eval.cli.options import (
    Cache,
    Concurrency,
    Data,
    Folder,
    Limit,
    Models,
    Preset,
    QuestionIds,
    SetOptions,
    cache_or_default,
    done_by,
    parse_settings,
    required,
)

if TYPE_CHECKING:
    from daybook_eval.runs.executor import QuestionExecutor
    from daybook_eval.runs.question_job import QuestionJob


def run(
    data: Data = None,
    out: Annotated[Path | None, Option(help="The folder of the run.", metavar="DIR")] = None,
    retrieve_only: Annotated[
        bool, Option("--retrieve-only", help="Find and pack, but do not answer.")
    ] = False,
    limit: Limit = None,
    question_ids: QuestionIds = None,
    concurrency: Concurrency = None,
    on: On = WorkPlace.LOCAL,
    cache: Cache = None,
    preset: Preset = None,
    set_options: SetOptions = None,
) -> None:
    """Ask the questions of a data file, each of a memory of its own, and keep a record of each.

    It may be stopped at any moment; the same command goes on. Questions that failed are asked again.
    With --on ray the workers of a Ray cluster ask them; the records are the same, and are written here.

    Examples:
      daybook-eval run --data longmemeval_s.json.gz --out runs/first --retrieve-only
      daybook-eval run --data longmemeval_s.json.gz --out runs/bm25 --set searches=lexical
      daybook-eval run --data BEAM/chats/100K --out runs/beam --retrieve-only
      daybook-eval run --data longmemeval_s.json.gz --out runs/k10 --set rrf_k=10
      daybook-eval run --data longmemeval_s.json.gz --out runs/stack --preset memorystack --set rrf_k=10
    """
    from daybook_eval.data.cases import read_cases
    from daybook_eval.runs.execute_run import execute_run, questions_ahead
    from daybook_eval.runs.question_job import new_run

    data, out, given = required(data, "--data"), required(out, "--out"), dict(parse_settings(set_options))
    if preset is not None:
        given = {"preset": preset, **given}
    job, header = new_run(given, data, answers=not retrieve_only, cache=cache_or_default(cache))
    for told in _otherwise(job.settings):
        typer.echo(told, err=True)
    wanted = question_ids or ()
    tally = execute_run(
        header,
        job,
        read_cases(data, question_ids=wanted, limit=limit),
        folder=out,
        executor=_executor(on, concurrency, job, models=bool(header.models) and not retrieve_only),
        total=questions_ahead(data, out, limit=limit, wanted=wanted),
    )
    skipped = f", {tally.skipped} were done before" if tally.skipped else ""
    typer.echo(f"{out}: {tally.asked} asked, {tally.failed} failed{skipped}", err=True)
    if tally.failed:
        raise typer.Exit(1)


def _otherwise(settings: Settings) -> list[str]:
    """Say what the preset does otherwise for want of a chat model."""
    if settings.preset is None or settings.models.chat_model:
        return []
    without = WITHOUT_MODEL[PresetName(settings.preset)]
    return [f"{settings.preset} without a chat model: {otherwise}" for otherwise in without]


def _executor(on: WorkPlace, concurrency: int | None, job: QuestionJob, *, models: bool) -> QuestionExecutor:
    if on is WorkPlace.RAY:
        from daybook_eval.runs.ray_executor import RayExecutor

        return RayExecutor(concurrency)
    from daybook_eval.runs.execute_run import executor_for

    return executor_for(concurrency, models=models, at_once=job.settings.models.model_concurrency)


@done_by("report.report:report")
def report(
    folders: Annotated[
        list[Path],
        Argument(metavar="RUN…", help="Folders of runs; the others are compared with the first."),
    ],
    questions: Annotated[
        bool | None,
        Option(
            "--questions/--no-questions",
            help="List every question with its answer, the expected one, the verdict and the evidence found. "
            "Default: for runs of at most 40.",
        ),
    ] = None,
    log: Annotated[
        Path | None,
        Option(help="Write what the first run found as LongMemEval's retrieval log, too.", metavar="FILE"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what runs came to, from their records and verdicts alone.

    Retrieval counts the questions that are no abstention; official_turn those of them that have evidence
    of the user's. Failed questions are in no average. Brackets are 95% intervals.

    Examples:
      daybook-eval report runs/first
      daybook-eval report runs/first runs/second --json
    """


@done_by("judging.judge_run:report")
def judge(
    folder: Folder,
    model: Models = None,
    probe: Annotated[
        int, Option(help="Plant nearly right answers to N questions, to try the judges.", metavar="N", min=0)
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Mark the answers of a run as right or wrong.

    Each is marked by the rule of its question's type (prompts/judge_*.md). What a judge says that is
    neither yes nor no counts as unreadable: neither right nor wrong. Verdicts are kept in the run's
    folder as they come, so that an interrupted command goes on where it was.

    Examples:
      daybook-eval judge runs/first --model gpt-4o-2024-08-06 --model another --probe 20
    """


@done_by("judging.grade_run:report")
def grade(
    folder: Folder,
    model: Models = None,
    data: Annotated[
        Path | None,
        Option(
            help="The file that the run was made on: CA and contradiction read in it what was packed.",
            metavar="FILE",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let chat models grade the answers of a run.

    CA is how well an answer agrees with what was put before the reader, QA how well it does what the
    question wants, QR how much of a question its rewriting keeps: up to 100 (daybook_prompts/grade.md).
    Contradiction is the share of answers with a probability of 0.50 or more (daybook_prompts/contradicts.md).
    What cannot be read is no grade, and is counted. Grades are kept in the run's folder as they come, so
    that an interrupted command goes on where it was; `daybook-eval report` shows them.

    Examples:
      daybook-eval grade runs/first --model gpt-4o-mini --data longmemeval_s.json.gz
    """
