"""`daybook-eval ablate`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.errors import BadInput
from daybook.interfaces.cli.options import AsJson
from daybook.settings import ModelRole, Settings
from daybook.settings.environment import read_settings
from daybook_eval.cli.options import (
    Cache,
    Concurrency,
    Data,
    Limit,
    SetOptions,
    default_cache,
    parse_settings,
    required,
)

if TYPE_CHECKING:
    from daybook_eval.ablations.arm import Study
    from daybook_eval.ablations.collected import Collected


def ablate(
    data: Data = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="Make this table; may be repeated. 'list' names them.", metavar="NAME"),
    ] = None,
    by_type: Annotated[
        bool, typer.Option("--by-type", help="Say each table's main measure by question type as well.")
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
    from daybook_eval.ablations.collected import Collected
    from daybook_eval.ablations.execute import measure
    from daybook_eval.ablations.job import Ablate
    from daybook_eval.ablations.plain import as_plain
    from daybook_eval.ablations.studies import STUDIES

    if only == ["list"]:
        for study in STUDIES.values():
            typer.echo(f"{study.name:<16}{study.about}")
        return
    given = parse_settings(set_options)
    settings = read_settings(**dict(given))
    studies, skipped = _chosen(only, settings)
    file, collected = required(data, "--data"), Collected()
    names = tuple(study.name for study in studies)
    job = Ablate(names, given, cache or default_cache(), Path(gettempdir()))
    for measured in measure(file, job, limit=limit, concurrency=concurrency):
        collected.add(measured, STUDIES)
    if as_json:
        typer.echo(json.dumps(as_plain(collected, studies, skipped), indent=2))
    else:
        _print(collected, studies, skipped, by_type)


def _print(collected: Collected, studies: Sequence[Study], skipped: Mapping[str, str], by_type: bool) -> None:
    from daybook.interfaces.rendering.screen import Screen
    from daybook_eval.ablations.tables import show_study

    screen = Screen()
    for study in studies:
        show_study(screen, collected, study, by_type=by_type)
    for name, reason in skipped.items():
        screen.line(f"{name}: left out, {reason}")


def _chosen(only: list[str] | None, settings: Settings) -> tuple[list[Study], Mapping[str, str]]:
    """Choose the tables that can be made; the others with the reason.

    Raises:
        BadInput: one is named that there is not.
        BadSettings: the only ones that were asked for cannot be made.
    """
    from daybook.errors import BadSettings
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
