"""The commands that compare: ablations, the papers' tables, other memories."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from daybook.conversation.errors import BadInput
from daybook.interfaces.cli.command_options import AsJson
from daybook.settings import ModelRole, Settings
from daybook.settings.environment import read_settings
from daybook_eval.cli.options import (
    Cache,
    Concurrency,
    Data,
    Limit,
    SetOptions,
    cache_or_default,
    done_by,
    parse_settings,
    required,
)

if TYPE_CHECKING:
    from daybook_eval.ablations.study import Study


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

    Retrieval is measured on the questions that have an answer. Brackets are 95% intervals, of differences by
    pairs; fifths of the questions show how far a figure moves with them.

    Examples:
      daybook-eval ablate --only list
      daybook-eval ablate --data longmemeval_s.json.gz --only mechanisms
      daybook-eval ablate --data locomo10.json --only rankings --by-type
      daybook-eval ablate --data longmemeval_s.json.gz --only rrf --only time --json
    """
    from daybook.interfaces.rendering.screen import Screen
    from daybook_eval.ablations.collected import Collected
    from daybook_eval.ablations.job import Ablate, measure
    from daybook_eval.ablations.studies import STUDIES
    from daybook_eval.ablations.tables import as_plain, show_study

    if only == ["list"]:
        typer.echo("\n".join(f"{study.name:<16}{study.about}" for study in STUDIES.values()))
        return
    given = parse_settings(set_options)
    studies, skipped = _chosen(only, read_settings(**dict(given)))
    file, collected = required(data, "--data"), Collected()
    job = Ablate(tuple(study.name for study in studies), given, cache_or_default(cache), Path(gettempdir()))
    for measured in measure(file, job, limit=limit, concurrency=concurrency):
        collected.add(measured, STUDIES)
    if as_json:
        typer.echo(json.dumps(as_plain(collected, studies, skipped)))
        return
    screen = Screen()
    for study in studies:
        show_study(screen, collected, study, by_type=by_type)
    for name, reason in skipped.items():
        screen.line(f"{name}: left out, {reason}")


def _chosen(only: list[str] | None, settings: Settings) -> tuple[list[Study], Mapping[str, str]]:
    """Choose the tables that can be made; the others with the reason. Raises BadSettings if none is left."""
    from daybook.conversation.errors import BadSettings
    from daybook_eval.ablations.studies import NOT_BUILT, STUDIES

    wanted = only or [*STUDIES, *NOT_BUILT]
    if unknown := [name for name in wanted if name not in {*STUDIES, *NOT_BUILT}]:
        raise BadInput(f"{', '.join(unknown)}: none of {', '.join(STUDIES)}, list", source="--only")
    reads = settings.models.model_of(ModelRole.READ) is not None
    skipped = {name: NOT_BUILT[name] for name in wanted if name in NOT_BUILT}
    for name in wanted:
        if name in STUDIES and STUDIES[name].needs_model and not reads:
            skipped[name] = f"{STUDIES[name].needs_model}: set DAYBOOK_CHAT_MODEL"
    studies = [STUDIES[name] for name in dict.fromkeys(wanted) if name in STUDIES and name not in skipped]
    if not studies:
        raise BadSettings("; ".join(f"{name}: {reason}" for name, reason in skipped.items()))
    return studies, skipped


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
    concurrency: Concurrency = None,
    cache: Cache = None,
    set_options: SetOptions = None,
    as_json: AsJson = False,
) -> None:
    """Make a table of one of the five papers again, beside the published figures.

    Examples:
      daybook-eval papers list
      daybook-eval papers fielded-max-sim --data ../shared/data
      daybook-eval papers fielded-max-sim --data ../shared/data --out docs/papers/results
    """


@done_by("peers.measure:report")
def peers(
    data: Annotated[
        Path,
        Option(help="A file of questions, or BEAM's folder (`daybook-eval data`).", metavar="FILE"),
    ],
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
    """
