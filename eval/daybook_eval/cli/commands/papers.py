"""`daybook-eval papers`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from daybook.errors import BadInput
from daybook.interfaces.cli.options import AsJson
from daybook_eval.cli.options import Cache, Concurrency, Limit, SetOptions, default_cache, parse_settings


def papers(
    name: Annotated[str, typer.Argument(help="The table; 'list' names them.", metavar="NAME")],
    data: Annotated[
        Path, typer.Option("--data", help="The folder with the data sets' files.", metavar="DIR")
    ] = Path("../shared/data"),
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="A folder to keep NAME.md and NAME.json in.", metavar="DIR", show_default=False
        ),
    ] = None,
    limit: Limit = None,
    concurrency: Concurrency = None,
    cache: Cache = None,
    set_options: SetOptions = None,
    as_json: AsJson = False,
) -> None:
    """Make a table of one of the five papers again, beside the published figures.

    Examples:
      daybook-eval papers list
      daybook-eval papers keying --data ../shared/data
      daybook-eval papers keying --data ../shared/data --out docs/papers/results
    """
    from daybook_eval.papers.inputs import Inputs
    from daybook_eval.papers.table import as_markdown, as_plain
    from daybook_eval.papers.tables import TABLES

    if name == "list":
        for one, entry in TABLES.items():
            typer.echo(f"{one:<24}{entry.about}")
        return
    if name not in TABLES:
        raise BadInput(f"{name!r} is none of {', '.join(TABLES)}, list", source="NAME")
    given = parse_settings(set_options)
    inputs = Inputs(data, (cache or default_cache()).absolute(), limit, concurrency, given)
    table = TABLES[name].make(inputs)
    command = " ".join(
        [
            f"daybook-eval papers {name} --data {data}",
            *([f"--limit {limit}"] if limit else []),
            *(f"--set {key}={value}" for key, value in given),
        ]
    )
    told, plain = as_markdown(table, command=command), json.dumps(as_plain(table, command=command), indent=2)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{name}.md").write_text(told, encoding="utf-8")
        (out / f"{name}.json").write_text(plain + "\n", encoding="utf-8")
    typer.echo(plain if as_json else told)
