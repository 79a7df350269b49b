"""The commands that measure parts by themselves: facts that are written, and time expressions."""

from pathlib import Path
from typing import Annotated

from typer import Option

from daybook.interfaces.cli.command_options import AsJson
from daybook_eval.cli.options import done_by

Tau = Annotated[float, Option("--tau", help="From which reliability on facts are written.")]


@done_by("ledger_writing:study")
def ledger_writing(
    data: Annotated[Path, Option(help="Multi-Session Chat, session 3.", metavar="FILE")],
    half: Annotated[
        str | None, Option(help="even or odd: of the dialogues, by place.", metavar="HALF")
    ] = None,
    tau: Tau = 0.55,
    listed: Annotated[
        str | None,
        Option("--list", help="List misses, or extras, in place of figures.", metavar="WHICH"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare the facts that rules write with the annotations of Multi-Session Chat.

    Examples:
      daybook-eval ledger-writing --data msc_session3_valid.json.gz
    """


@done_by("model_facts:report")
def model_facts(data: Annotated[Path, Option(help="A file of LongMemEval.", metavar="FILE")]) -> None:
    """Count what code lets through of a model's facts: true ones, and true ones made false. Calls no model.

    Examples:
      daybook-eval model-facts --data longmemeval_s.json.gz
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
