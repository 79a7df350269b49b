"""The commands that measure parts by themselves, their speed, and what damage does to them."""

from pathlib import Path
from typing import Annotated

from typer import Option

from daybook.interfaces.cli.command_options import AsJson
from daybook.settings import VectorSearch
from daybook_eval.cli.options import done_by


@done_by("everyday.contexts:study")
def everyday(
    questions: Annotated[
        Path | None, Option(help="A file of questions, in place of a bundled list.", metavar="FILE")
    ] = None,
    lists: Annotated[
        list[str] | None,
        Option(
            "--list",
            help="A bundled list: unseen_questions, by default, or for development open_questions, "
            "blind_questions, demo_questions. May be repeated.",
            metavar="NAME",
        ),
    ] = None,
    answers: Annotated[bool, Option("--answers", help="Print each question with its answer.")] = False,
    curve: Annotated[
        bool, Option("--curve", help="Say what each floor would show and leave empty, instead.")
    ] = False,
    contexts: Annotated[
        bool, Option("--contexts", help="Say what another model would be given, instead.")
    ] = False,
    by_model: Annotated[
        Path | None,
        Option(
            help="Ask the model of DAYBOOK_CHAT_MODEL, and add question, gold, answer, calls and tokens to "
            "this file of JSON Lines; what it has is not asked again.",
            metavar="FILE",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask everyday questions about whole histories, without a model or with one.

    Who had not seen the code wrote them, a quarter about what was never said. The truth is shown where the
    text has what a right answer must have, and misleads where it begins with what is wrong. Of lists that
    nobody is to tune on, only totals are printed.

    Examples:
      daybook-eval everyday
      daybook-eval everyday --questions kept_apart.json
      daybook-eval everyday --list open_questions --list demo_questions --answers
      daybook-eval everyday --curve --json
      daybook-eval everyday --by-model answers.jsonl
    """


@done_by("constraint_labels:report")
def constraints(
    folder: Annotated[
        Path | None,
        Option("--data-folder", help="Has the real chats; only written messages without it.", metavar="DIR"),
    ] = None,
    verbose: Annotated[bool, Option("--verbose", help="List what came out wrong of half A.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure which messages become statements of allergies and diets, on labels made apart from the rules.

    Examples:
      daybook-eval constraints
      daybook-eval constraints --data-folder ../shared/data --verbose
    """


@done_by("time_expressions:report")
def time_expressions(
    data: Annotated[Path, Option(help="Date-time cases, gzip JSON.", metavar="FILE")],
    longmemeval: Annotated[Path | None, Option(help="LongMemEval's questions.", metavar="FILE")] = None,
    half: Annotated[
        str | None, Option(help="develop or held: with --verbose, only these.", metavar="HALF")
    ] = None,
    verbose: Annotated[bool, Option("--verbose", help="Show every failure and range.")] = False,
    as_json: AsJson = False,
) -> None:
    """Compare how time expressions are read with cases that others wrote, and with evidence.

    Examples:
      daybook-eval time-expressions --data time_expressions.json.gz --longmemeval longmemeval_s.json.gz
    """


@done_by("speed:report")
def bench(as_json: AsJson = False) -> None:
    """Time what people wait for, in seconds of processor, and a warm question beside a bare search.

    Importing the demonstration, `--help`, a cold and a warm question, and keeping 200 rounds, in one run.

    Examples:
      daybook-eval bench
    """


@done_by("robustness.result:report")
def robustness(
    only: Annotated[
        list[str] | None,
        Option(help="Run this part; may be repeated. 'list' names them.", metavar="PART"),
    ] = None,
    kills: Annotated[int, Option(min=1, help="Processes killed at random.")] = 20,
    damages: Annotated[int, Option(min=1, help="Damages of derived files.")] = 10,
    truth_damages: Annotated[int, Option(min=1, help="Damages of the database.")] = 5,
    forgets: Annotated[int, Option(min=1, help="Random forgets.")] = 20,
    seed: Annotated[int, Option(help="The same seed draws the same operations.")] = 1,
    database_url: Annotated[
        str | None, Option(help="Keep the rounds in this empty database.", metavar="URL")
    ] = None,
    work_dir: Annotated[
        Path | None, Option(help="Keep the memories here. Default: thrown away.", metavar="DIR")
    ] = None,
    vectors: Annotated[
        VectorSearch, Option(help="What searches vectors while processes are killed.")
    ] = VectorSearch.AUTO,
    as_json: AsJson = False,
) -> None:
    """Break things on purpose, and count what Daybook then loses, leaks or refuses.

    Texts, operations and damage come from the seed, and a cheap embedder stands in for a model. A line below
    the table tells each broken promise with its seed and step; the exit code is 1 where there is one.

    Examples:
      daybook-eval robustness
      daybook-eval robustness --only kills --kills 1000
    """
