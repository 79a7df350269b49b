"""The commands that load, break and damage: `growth` and `robustness`."""

from pathlib import Path
from typing import Annotated

from typer import Option

from daybook.interfaces.cli.command_options import AsJson
from daybook.settings import VectorSearch
from daybook_eval.cli.options import done_by


@done_by("growth.report:report")
def growth(
    rounds: Annotated[
        list[int] | None, Option(min=1, help="Rounds of one owner; may be repeated.", metavar="N")
    ] = None,
    owners: Annotated[int, Option(min=0, help="Owners of a memory of many.", metavar="N")] = 0,
    owner_rounds: Annotated[int, Option(min=1, help="Rounds of each of those owners.", metavar="N")] = 1_000,
    facts: Annotated[
        list[int] | None, Option(min=1, help="Facts of a ledger; may be repeated.", metavar="N")
    ] = None,
    at_once: Annotated[int, Option(min=1, help="Questions asked at once.", metavar="N")] = 50,
    repeats: Annotated[
        int, Option(min=1, help="How often what takes little time is timed.", metavar="N")
    ] = 9,
    seed: Annotated[int, Option(help="The same seed says the same.")] = 1,
    database_url: Annotated[
        str | None, Option(help="An empty database for the rounds.", metavar="URL")
    ] = None,
    chroma_url: Annotated[str | None, Option(help="A Chroma server for the vectors.", metavar="URL")] = None,
    json_file: Annotated[
        Path | None, Option("--json", help="Keep the figures in this file.", metavar="FILE")
    ] = None,
    against: Annotated[
        Path | None, Option(help="Show those of an earlier file beside them.", metavar="FILE")
    ] = None,
    work_dir: Annotated[
        Path | None, Option(help="Make the memories here, and leave them.", metavar="DIR")
    ] = None,
) -> None:
    """Time what is done with memories of several sizes.

    One owner's memory of each size, ledgers of each number of facts, and a memory of many owners. The texts
    are made up, their words drawn by Zipf's law from 30,000, 20 to 150 of them a side. The embedder adds up
    a direction for each word, so that embedding hides nothing. Every figure that follows an import
    is of a fresh process, and stands beside a bare scan (one matrix product, rank-bm25) of the same rounds.

    Examples:
      daybook-eval growth --json before.json
      daybook-eval growth --rounds 1000 --rounds 100000 --against before.json
      daybook-eval growth --owners 1000 --owner-rounds 1000
    """


@done_by("robustness.result:report")
def robustness(
    only: Annotated[
        list[str] | None,
        Option(help="Run this part; may be repeated. 'list' names them.", metavar="PART"),
    ] = None,
    kills: Annotated[int, Option(min=1, help="Processes killed at random.")] = 20,
    histories: Annotated[int, Option(min=1, help="Operations of two and three processes at once.")] = 200,
    operations: Annotated[int, Option(min=1, help="Calls for 20 owners at once.")] = 400,
    damages: Annotated[int, Option(min=1, help="Damages of derived files.")] = 10,
    truth_damages: Annotated[int, Option(min=1, help="Damages of the database.")] = 5,
    mutations: Annotated[
        int, Option(min=1, help="Mutated files for each importer, and for each form of documents.")
    ] = 20,
    forgets: Annotated[int, Option(min=1, help="Random forgets.")] = 20,
    seed: Annotated[int, Option(help="The same seed draws the same operations.")] = 1,
    database_url: Annotated[
        str | None, Option(help="Keep the rounds in this empty database.", metavar="URL")
    ] = None,
    work_dir: Annotated[
        Path | None, Option(help="Keep the memories here. Default: thrown away.", metavar="DIR")
    ] = None,
    vectors: Annotated[
        VectorSearch, Option(help="What searches vectors while processes are killed and side by side.")
    ] = VectorSearch.AUTO,
    matrix: Annotated[
        bool,
        Option("--matrix", help="Instead, run every command beside a chat, an import and a reader."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Break things on purpose, and count what Daybook then loses, leaks or refuses.

    Texts, operations and damage come from the seed, and a cheap embedder stands in for a model. A line below
    the table tells each broken promise with its seed and step; the exit code is 1 where there is one. With
    the counts that are the defaults it takes about two minutes.

    Examples:
      daybook-eval robustness
      daybook-eval robustness --only kills --kills 1000
      daybook-eval robustness --only walls --operations 10000 --json
      daybook-eval robustness --matrix
    """
