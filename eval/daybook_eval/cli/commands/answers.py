"""The commands that ask, judge, grade and report."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.interfaces.cli.command_options import AsJson, On, WorkPlace
from daybook.settings import Settings, preset_needs
from daybook.settings.environment import read_settings
from daybook_eval.cli.options import (
    Cache,
    Concurrency,
    Data,
    Limit,
    Models,
    Preset,
    QuestionIds,
    SetOptions,
    default_cache,
    parse_settings,
    required,
)

if TYPE_CHECKING:
    from daybook_eval.records import Run
    from daybook_eval.runs.executor import QuestionExecutor
    from daybook_eval.runs.question_job import QuestionJob


def run(
    data: Data = None,
    out: Annotated[
        Path | None, typer.Option(help="The folder of the run.", metavar="DIR", show_default=False)
    ] = None,
    retrieve_only: Annotated[
        bool, typer.Option("--retrieve-only", help="Find and pack, but do not answer.")
    ] = False,
    system: Annotated[
        str, typer.Option(help="What is measured; 'list' names them.", metavar="NAME")
    ] = "daybook",
    limit: Limit = None,
    question_ids: QuestionIds = None,
    concurrency: Concurrency = None,
    on: On = WorkPlace.LOCAL,
    cache: Cache = None,
    preset: Preset = None,
    set_options: SetOptions = None,
) -> None:
    """Ask the questions of a data file, each of a memory of its own, and keep a record of each.

    It may be stopped at any moment; the same command goes on. Questions that failed are asked again. Beside
    the records is what was found in the form of LongMemEval's retrieval logs (retrievallog_*.jsonl).
    With --on ray the workers of a Ray cluster ask them; the records are the same, and are written here.

    Examples:
      daybook-eval run --data longmemeval_s.json.gz --out runs/first --retrieve-only
      daybook-eval run --data longmemeval_s.json.gz --out runs/bm25 --system bm25
      daybook-eval run --data BEAM/chats/100K --out runs/beam --retrieve-only
      daybook-eval run --data longmemeval_s.json.gz --out runs/k10 --set rrf_k=10
      daybook-eval run --data longmemeval_s.json.gz --out runs/stack --preset memorystack --set rrf_k=10
    """
    from daybook_eval.baselines import SYSTEMS
    from daybook_eval.data.cases import read_cases
    from daybook_eval.runs.execute_run import RunProgress, execute_run, questions_ahead
    from daybook_eval.runs.retrieval_logs import write_retrieval_logs

    if system == "list":
        for name, made in SYSTEMS.items():
            typer.echo(f"{name:<16}{made.about}")
        return
    data, out = required(data, "--data"), required(out, "--out")
    given = parse_settings(set_options)
    if preset is not None:
        given = (("preset", preset), *given)
    job, header = _prepare(system, given, data, retrieve_only, cache)
    _tell_needs(job.settings)
    cases = read_cases(data, question_ids=question_ids or (), limit=limit)
    ahead = questions_ahead(data, out, limit=limit, wanted=question_ids or ())
    progress = RunProgress(sys.stderr, total=ahead)
    executor = _executor(on, concurrency, job, models=bool(header.models) and not retrieve_only)
    try:
        tally = execute_run(
            header,
            job,
            cases,
            folder=out,
            executor=executor,
            report=lambda record: progress.add(failed=record.status == "failed"),
        )
    finally:
        progress.end()
    write_retrieval_logs(out, data)
    skipped = f", {tally.skipped} were done before" if tally.skipped else ""
    typer.echo(f"{out}: {tally.asked} asked, {tally.failed} failed{skipped}", err=True)
    if tally.failed:
        raise typer.Exit(1)


def _tell_needs(settings: Settings) -> None:
    """Say on standard error what the preset does otherwise for want of a chat model."""
    if settings.preset is None:
        return
    missing = {
        role: otherwise
        for role, otherwise in preset_needs(settings.preset).items()
        if settings.models.model_of(role) is None
    }
    for role, otherwise in missing.items():
        typer.echo(f"{settings.preset} without a model to {role}: {otherwise}", err=True)


def _executor(on: WorkPlace, concurrency: int | None, job: QuestionJob, *, models: bool) -> QuestionExecutor:
    if on is WorkPlace.RAY:
        from daybook_eval.runs.ray_executor import RayExecutor

        return RayExecutor(concurrency)
    from daybook_eval.runs.execute_run import executor_for

    return executor_for(concurrency, models=models, at_once=job.settings.models.model_concurrency)


def _prepare(
    system: str, given: tuple[tuple[str, str], ...], data: Path, retrieve_only: bool, cache: Path | None
) -> tuple[QuestionJob, Run]:
    """Make the job and the header of a run.

    Raises:
        BadInput: there is no such system, or no such file.
        BadSettings: a setting is wrong, or the system needs a model and there is none.
    """
    from daybook.conversation.errors import BadInput, BadSettings
    from daybook_eval.baselines import SYSTEMS
    from daybook_eval.runs.question_job import QuestionJob, run_of, settings_of

    if system not in SYSTEMS:
        raise BadInput(f"{system!r} is none of {', '.join(SYSTEMS)}", source="--system")
    settings = settings_of(system, **dict(given))
    job = QuestionJob(
        system=system,
        settings=settings,
        answers=not retrieve_only,
        cache=(cache or default_cache()).absolute(),
        scratch=Path(),
    )
    header = run_of(job, data)
    reason = SYSTEMS[system].needs_model
    if reason and not header.models:
        raise BadSettings(f"{system} needs a chat model ({reason}): set DAYBOOK_CHAT_MODEL")
    return job, header


def report(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN…",
            help="Folders of runs; the others are compared with the first.",
            show_default=False,
        ),
    ],
    html: Annotated[
        Path | None, typer.Option(help="Write a page that needs nothing else.", metavar="FILE")
    ] = None,
    questions: Annotated[
        bool | None,
        typer.Option(
            "--questions/--no-questions",
            help="List every question with its answer, the expected one, the verdict and the evidence found. "
            "Default: for runs of at most 40.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say what runs came to, from their records and verdicts alone.

    Retrieval counts the questions that are no abstention; official_turn those of them that have evidence
    of the user's. Failed questions are in no average. Brackets are 95% intervals.

    Examples:
      daybook-eval report runs/first
      daybook-eval report runs/first runs/second --html report.html
    """
    from daybook.interfaces.rendering.screen import Screen
    from daybook_eval.report.loading import comparisons, load_runs
    from daybook_eval.report.terminal import show_report

    runs = load_runs(folders)
    compared = comparisons(runs)
    if html is not None:
        from daybook_eval.report.page.beside import published_figures
        from daybook_eval.report.page.page import page

        html.write_text(page(runs, compared, published_figures()), "utf-8")
        typer.echo(f"daybook-eval: {html} is written", err=True)
    if as_json:
        only, *others = (run.plain() | ({"listed": list(run.listed())} if questions else {}) for run in runs)
        shape = {"runs": [only, *others], "comparisons": compared} if others else only
        typer.echo(json.dumps(shape, ensure_ascii=False, indent=2, allow_nan=False))
    elif html is None:
        show_report(Screen(), runs, compared, questions=questions)


def judge(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.", show_default=False)],
    model: Models = None,
    human: Annotated[
        Path | None,
        typer.Option(
            help='People\'s verdicts, one more judge: JSON Lines of {"question_id", "correct"}.',
            metavar="FILE",
        ),
    ] = None,
    probe: Annotated[
        int, typer.Option(help="Plant a wrong and a vague answer for N questions, to try the judges.", min=0)
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Mark the answers of a run as right or wrong.

    Each is marked by the rule of its question's type (prompts/judge_*.md). What a judge says that is
    neither yes nor no counts as unreadable: neither right nor wrong. Verdicts are kept in the run's
    folder as they come, so that an interrupted command goes on where it was.

    Examples:
      daybook-eval judge runs/first --model gpt-4o-2024-08-06 --probe 50
      daybook-eval judge runs/first --human ada.jsonl
    """
    from daybook_eval.judging.judge_run import judge_run
    from daybook_eval.judging.show import progress_bar, show_judged

    settings = read_settings()
    with progress_bar() as progress:
        judged = asyncio.run(
            judge_run(folder, settings, models=model or (), human=human, probe=probe, progress=progress)
        )
    if as_json:
        typer.echo(json.dumps(judged.plain(), ensure_ascii=False, indent=2))
    show_judged(judged, tables=not as_json)
    if judged.failures:
        raise typer.Exit(1)


def grade(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.", show_default=False)],
    model: Models = None,
    data: Annotated[
        Path | None,
        typer.Option(
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
    from daybook_eval.judging.grade_run import grade_run
    from daybook_eval.judging.show import progress_bar, show_graded

    settings = read_settings()
    with progress_bar("grading") as progress:
        graded = asyncio.run(grade_run(folder, settings, models=model or (), data=data, progress=progress))
    if as_json:
        typer.echo(json.dumps(graded.plain(), ensure_ascii=False, indent=2))
    show_graded(graded, tables=not as_json)
    if graded.failures:
        raise typer.Exit(1)
