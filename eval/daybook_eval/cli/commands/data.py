"""`daybook-eval data`: what data files hold, and the builders of new ones."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option
from typer.core import TyperGroup

from daybook.interfaces.cli.command_options import AsJson
from daybook_eval.cli.options import GROUP, done_by
from daybook_eval.data.cases import DataFormat

_SHOW = "show"


class _ShowsByDefault(TyperGroup):
    """Takes what is no command for files to show."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        help_asked = any(arg in ("-h", "--help") for arg in args[:1])
        if not help_asked and (not args or args[0] not in self.commands):
            args = [_SHOW, *args]
        return super().parse_args(ctx, args)


data = typer.Typer(
    **GROUP,
    cls=_ShowsByDefault,
    subcommand_metavar="[FILE]… | COMMAND …",
    help="Shows what data files hold, and where data sets are had from; builds new files of old ones.",
    epilog="""\b
Examples:
  daybook-eval data
  daybook-eval data longmemeval_s.json.gz --json
  daybook-eval data plant --data longmemeval_s.json.gz --out planted.jsonl.gz

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
)

Data = Annotated[Path, Option("--data", help="The file to build from.", metavar="FILE")]
Out = Annotated[Path, Option("--out", help="The file to write, JSON Lines; packed where it ends in .gz.")]
Seed = Annotated[int, Option("--seed", help="The same seed gives the same file.")]
AnyFormat = Annotated[DataFormat, Option("--format", help="What the file holds.")]
Limit = Annotated[int | None, Option(min=1, help="Questions to write.")]


@data.command(_SHOW)
@done_by("data.describe:report")
def show(
    files: Annotated[
        list[Path] | None,
        Argument(metavar="[FILE]…", help="Data files, plain or gzip, or folders of them."),
    ] = None,
    format: AnyFormat = DataFormat.AUTO,
    as_json: AsJson = False,
) -> None:
    """Show what files hold, checking them from end to end; without a file, where data sets are had from.

    What is wrong in a file of a folder is said beside the others.
    """


@data.command("plant")
@done_by("data.build:plant_file")
def plant(
    data: Data,
    out: Out,
    seed: Seed = 0,
    format: AnyFormat = DataFormat.AUTO,
    limit: Limit = None,
    as_json: AsJson = False,
) -> None:
    """Build questions that cannot be answered, by asking each of a history that lacks its evidence."""
