"""The commands that compare: ablations, the papers' tables, other memories."""

from __future__ import annotations

from pathlib import Path
from tempfile import gettempdir
from typing import Annotated

import typer
from typer import Argument, Option

from daybook.interfaces.cli.command_options import AsJson
from daybook_eval.cli.options import (
    Cache,
    Concurrency,
    Data,
    Limit,
    SetOptions,
    cache_or_default,
    chosen,
    done_by,
    parse_settings,
    required,
)


def ablate(
    data: Data = None,
    only: Annotated[
        list[str] | None,
        Option(help="Make this table; may be repeated. 'list' names them.", metavar="NAME"),
    ] = None,
    by_type: Annotated[
        bool, Option("--by-type", help="Say each table's main measure by question type as well.")
    ] = False,
    limit: Limit = None,
    concurrency: Concurrency = None,
    cache: Cache = None,
    set_options: SetOptions = None,
    as_json: AsJson = False,
) -> None:
    """Change or leave out parts of Daybook, one at a time, and measure what that does.

    Questions that have an answer are asked. Brackets are 95% intervals of differences by pairs.

    Examples:
      daybook-eval ablate --only list
      daybook-eval ablate --data longmemeval_s.json.gz --only mechanisms
      daybook-eval ablate --data locomo10.json --only presets --by-type
    """
    from daybook_eval.ablations.measure import Ablate, measure
    from daybook_eval.ablations.studies import STUDIES
    from daybook_eval.ablations.tables import report
    from daybook_eval.tables import present

    if only == ["list"]:
        typer.echo("\n".join(f"{study.name:<16}{study.about}" for study in STUDIES.values()))
        return
    given, names = parse_settings(set_options), chosen(only, list(STUDIES))
    job = Ablate(tuple(names), given, cache_or_default(cache), Path(gettempdir()))
    collected = measure(required(data, "--data"), job, limit=limit, concurrency=concurrency)
    present(report(collected, by_type=by_type), as_json=as_json)


@done_by("papers:report")
def papers(
    name: Annotated[str, Argument(help="The table; 'list' names them.", metavar="NAME")],
    data: Annotated[Path, Option(help="The folder with the data sets' files.", metavar="DIR")] = Path(
        "../shared/data"
    ),
    out: Annotated[
        Path | None, Option(help="A folder to keep NAME.md and NAME.json in.", metavar="DIR")
    ] = None,
    limit: Limit = None,
    cache: Cache = None,
    set_options: SetOptions = None,
    as_json: AsJson = False,
) -> None:
    """Make a table of one of the five papers again, beside the published figures.

    Those of LongMemEval, TimeRAG-Memory and MemoryStack take facts that were written by hand; what needs a
    chat model is named below each.

    Examples:
      daybook-eval papers list
      daybook-eval papers timerag --data ../shared/data --out results
    """


@done_by("peers.measure:report")
def peers(
    data: Annotated[
        Path,
        Option(help="A file of questions, or BEAM's folder (`daybook-eval data`).", metavar="FILE"),
    ],
    only: Annotated[
        list[str] | None, Option(help="Ask this memory; may be repeated.", metavar="NAME")
    ] = None,
    at: Annotated[
        list[str] | None,
        Option(help="Ask memweave or hindsight with the Python of its environment.", metavar="NAME=PYTHON"),
    ] = None,
    every: Annotated[
        int,
        Option(min=1, help="Ask every Nth question only: files are in order of types.", metavar="N"),
    ] = 1,
    limit: Limit = None,
    cache: Cache = None,
    as_json: AsJson = False,
) -> None:
    """Ask other memories, by their own packages, the same questions as Daybook, with one embedder for all.

    Each is given every round once, in the order of the file, and asked each question as it is; no chat
    model, and nothing leaves this machine. What is not installed is left out: `uv sync --group peers`
    brings all. Brackets are 95% intervals.

    Examples:
      daybook-eval peers --data locomo10.json
      daybook-eval peers --data longmemeval_s.json.gz --every 4 --json
      daybook-eval peers --data locomo10.json --only daybook --only memweave --at memweave=venv/bin/python
    """


@done_by("figures.measure:report")
def figures(
    data: Annotated[Path, Option(help="The folder with the data sets' files.", metavar="FOLDER")],
    out: Annotated[Path, Option(help="Keeps what is measured, so that the command goes on.", metavar="DIR")],
    write: Annotated[
        Path | None,
        Option(
            help="Write DIR/docs/figures.md and the table of DIR/README.md; printed without.", metavar="DIR"
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        Option(help="Measure this part; may be repeated. 'list' names them.", metavar="PART"),
    ] = None,
    limit: Limit = None,
    concurrency: Concurrency = None,
    cache: Cache = None,
) -> None:
    """Make the page of figures: finding on five data sets, everyday questions, forgetting, speed and size.

    The page is written of all that --out holds, with data, commit and interval beside each figure.

    Examples:
      daybook-eval figures --data data --out runs/figures --write .
      daybook-eval figures --data data --out runs/figures --only locomo --only speed
    """
