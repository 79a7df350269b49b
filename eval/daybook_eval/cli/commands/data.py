"""`daybook-eval data`: what data files hold, and the builders of new ones."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from daybook.interfaces.cli.command_options import AsJson
from daybook_eval.data.cases import DataFormat

if TYPE_CHECKING:
    from daybook_eval.data.curate import Curator

_SHOW = "show"


class _ShowsByDefault(TyperGroup):
    """Takes what is no command for files to show."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        help_asked = any(arg in ("-h", "--help") for arg in args[:1])
        if not help_asked and (not args or args[0] not in self.commands):
            args = [_SHOW, *args]
        return super().parse_args(ctx, args)


data = typer.Typer(
    cls=_ShowsByDefault,
    rich_markup_mode=None,
    add_completion=False,
    subcommand_metavar="[FILE]… | COMMAND …",
    help="Shows what data files hold, and where data sets are had from; builds new files of old ones.",
    epilog="""\b
Examples:
  daybook-eval data
  daybook-eval data longmemeval_s.json.gz --json
  daybook-eval data compile --data longmemeval_s.json.gz --sessions 500 --out long.jsonl.gz
  daybook-eval data plant --data longmemeval_s.json.gz --out planted.jsonl.gz
  daybook-eval data propose --questions 40 --out proposals.jsonl
  daybook-eval data converse --data proposals.jsonl --out curated.json

\b
Your own format is JSON Lines, one question a line:
  {"question_id": "q1", "question_type": "parking", "question": "Where did I park?",
   "answer": "On level 3.", "asked_at": "2024-05-30T10:18:00+00:00",
   "sessions": [{"session_id": "s1", "started_at": "2024-05-29T08:00:00+00:00",
                 "turns": [{"role": "user", "content": "I parked on level 3."}]}],
   "evidence": [[0, 0]]}
evidence: places of the session and of the turn in it, from 0.
A history that several questions share is given once, before them:
  {"history": "ada", "sessions": […]}
  {"question_id": "q2", "history": "ada", "question_type": …}
"abstention": true marks a question whose right answer is that it is not known.""",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Data = Annotated[Path, typer.Option("--data", help="The file to build from.", metavar="FILE")]
Out = Annotated[
    Path, typer.Option("--out", help="The file to write, JSON Lines; packed where it ends in .gz.")
]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same file.")]
AnyFormat = Annotated[DataFormat, typer.Option("--format", help="What the file holds.")]


@data.command(_SHOW)
def show(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE]…", help="Data files, plain or gzip, or folders of them.", show_default=False
        ),
    ] = None,
    format: AnyFormat = DataFormat.AUTO,
    as_json: AsJson = False,
) -> None:
    """Show what files hold, checking them from end to end; without a file, where data sets are had from.

    What is wrong in a file of a folder is said beside the others.
    """
    from daybook_eval.data.describe import (
        as_text,
        describe_all,
        descriptions_shape,
        show_descriptions,
        show_sources,
    )

    described = describe_all(files or (), format)
    if as_json:
        typer.echo(as_text(descriptions_shape(described)))
    elif files:
        show_descriptions(described)
    else:
        show_sources()


@data.command("compile")
def compile_command(
    data: Data,
    out: Out,
    sessions: Annotated[int, typer.Option(min=1, help="Of each history.")] = 500,
    seed: Seed = 0,
    format: AnyFormat = DataFormat.AUTO,
    question_ids: Annotated[
        list[str] | None,
        typer.Option("--question-id", help="Write this one only; may be repeated.", metavar="ID"),
    ] = None,
    per_type: Annotated[
        int | None, typer.Option(min=1, help="Write N questions of each type.", metavar="N")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Questions to write.")] = None,
    as_json: AsJson = False,
) -> None:
    """Build longer histories: each question's evidence at random places among other questions' sessions."""
    from daybook_eval.data import read_cases
    from daybook_eval.data.build import compile_histories, first_of_each_type

    read = partial(read_cases, data, format=format)
    wanted = [*(question_ids or ()), *(first_of_each_type(read(), per_type) if per_type else ())]
    cases = compile_histories(read, sessions=sessions, seed=seed, question_ids=wanted)
    _write(out, islice(cases, limit), as_json)


@data.command("plant")
def plant(
    data: Data,
    out: Out,
    seed: Seed = 0,
    format: AnyFormat = DataFormat.AUTO,
    limit: Annotated[int | None, typer.Option(min=1, help="Questions to write.")] = None,
    as_json: AsJson = False,
) -> None:
    """Build questions that cannot be answered, by asking each of a history that lacks its evidence."""
    from daybook_eval.data import read_cases
    from daybook_eval.data.build import plant_abstentions

    cases = plant_abstentions(lambda: read_cases(data, format=format), seed=seed)
    _write(out, islice(cases, limit), as_json)


ModelName = Annotated[
    str | None, typer.Option(help="Writes and plays. Default: DAYBOOK_CHAT_MODEL.", metavar="NAME")
]
Yes = Annotated[bool, typer.Option("--yes", help="Send it without asking.")]


@data.command()
def propose(
    out: Annotated[Path, typer.Option(help="The file to write: a proposal a line, to be read and mended.")],
    questions: Annotated[int, typer.Option(min=1, help="How many.", metavar="N")] = 8,
    model: ModelName = None,
    seed: Seed = 0,
    yes: Yes = False,
) -> None:
    """Have a chat model invent people's lives, and propose questions of them with their evidence."""

    async def work(curator: Curator) -> Sequence[str]:
        proposals, problems = await curator.propose(questions)
        out.write_text("".join(f"{one.model_dump_json()}\n" for one in proposals), "utf-8")
        typer.echo(f"{out}: {len(proposals)} proposals; mend them, then: daybook-eval data converse")
        return problems

    _curate(work, model, seed, calls=2 * questions, yes=yes)


@data.command()
def converse(
    data: Annotated[Path, typer.Option(help="Proposals, as `propose` writes them.", metavar="FILE")],
    out: Annotated[Path, typer.Option(help="The file to write, in LongMemEval's form.")],
    asked_at: Annotated[
        datetime, typer.Option(help="When all questions are asked; chats lie before it.")
    ] = datetime(2024, 5, 30, 18, 0),  # noqa: DTZ001 read as UTC below
    model: ModelName = None,
    seed: Seed = 0,
    yes: Yes = False,
) -> None:
    """Have a chat model play the evidence of proposals: chats about a task, in which it comes out in passing.

    Each question is asked of its own chats among those of questions about other things; `data compile` makes
    longer histories of them, `data plant` questions that cannot be answered.
    """
    from daybook_eval.data.cases import write_longmemeval
    from daybook_eval.data.curate import calls_of, read_proposals

    proposals = read_proposals(data)

    async def work(curator: Curator) -> Sequence[str]:
        cases, problems = await curator.converse(proposals, asked_at.replace(tzinfo=UTC))
        typer.echo(f"{out}: {write_longmemeval(out, cases)} questions")
        return problems

    _curate(work, model, seed, calls=calls_of(proposals), yes=yes)


def _curate(
    work: Callable[[Curator], Awaitable[Sequence[str]]],
    model: str | None,
    seed: int,
    *,
    calls: int,
    yes: bool,
) -> None:
    """Say what is to be sent, do it if that is agreed to, and say what failed; failures exit with 1."""
    from daybook.settings.environment import read_settings
    from daybook_eval.data.curate import Curator
    from daybook_eval.judging.judges import open_judges
    from daybook_prompts import load_prompts

    settings = read_settings()

    async def play() -> Sequence[str]:
        async with AsyncExitStack() as stack:
            (player,) = open_judges(settings, [model] if model else [], stack)
            typer.echo(f"{player.name}: about {calls:,} calls", err=True)
            if not yes and not (sys.stdin.isatty() and typer.confirm("Send them?", default=False, err=True)):
                typer.echo("nothing was sent; --yes sends it without asking", err=True)
                raise typer.Exit(1)
            prompts, at_once = load_prompts(settings.models.prompts), settings.models.model_concurrency
            return await work(Curator(player, prompts, seed, at_once))

    problems = asyncio.run(play())
    for problem in problems:
        typer.echo(f"left out: {problem}", err=True)
    if problems:
        raise typer.Exit(1)


def _write(out: Path, cases: Any, as_json: bool) -> None:
    from rich.console import Console
    from rich.progress import track

    from daybook_eval.data.cases import sha256_of
    from daybook_eval.data.describe import as_text
    from daybook_eval.data.lines import write_cases

    console = Console(stderr=True)
    count = write_cases(out, track(cases, "questions", console=console, disable=not console.is_terminal))
    digest = sha256_of(out)
    if as_json:
        typer.echo(as_text({"file": str(out), "questions": count, "sha256": digest}))
    else:
        typer.echo(f"{out}: {count} questions, sha256 {digest}")
