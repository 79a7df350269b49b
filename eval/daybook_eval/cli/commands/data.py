"""`daybook-eval data`: what data files hold, and where data sets are had from."""

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from daybook.interfaces.cli.command_options import AsJson
from daybook_eval.cli.options import done_by
from daybook_eval.data.cases import DataFormat


@done_by("data.describe:report")
def data(
    files: Annotated[
        list[Path] | None,
        Argument(metavar="[FILE]…", help="Data files, plain or gzip, or folders of them."),
    ] = None,
    format: Annotated[DataFormat, Option("--format", help="What the file holds.")] = DataFormat.AUTO,
    as_json: AsJson = False,
) -> None:
    """Show what files hold, checking them from end to end; without a file, where data sets are had from.

    What is wrong in a file of a folder is said beside the others.

    Examples:
      daybook-eval data
      daybook-eval data longmemeval_s.json.gz --json
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
    "abstention": true marks a question whose right answer is that it is not known.
    """
