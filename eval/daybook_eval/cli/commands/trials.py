"""The commands that load, break and damage: `growth` and `robustness`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from daybook.conversation.errors import BadInput
from daybook.interfaces.cli.command_options import AsJson
from daybook.settings import VectorSearch

if TYPE_CHECKING:
    from daybook_eval.robustness.result import PartResult, RobustnessSettings


def growth(
    rounds: Annotated[
        list[int] | None, typer.Option(min=1, help="Rounds of one owner; may be repeated.", metavar="N")
    ] = None,
    owners: Annotated[int, typer.Option(min=0, help="Owners of a memory of many.", metavar="N")] = 0,
    owner_rounds: Annotated[
        int, typer.Option(min=1, help="Rounds of each of those owners.", metavar="N")
    ] = 1_000,
    facts: Annotated[
        list[int] | None, typer.Option(min=1, help="Facts of a ledger; may be repeated.", metavar="N")
    ] = None,
    at_once: Annotated[int, typer.Option(min=1, help="Questions asked at once.", metavar="N")] = 50,
    repeats: Annotated[
        int, typer.Option(min=1, help="How often what takes little time is timed.", metavar="N")
    ] = 9,
    seed: Annotated[int, typer.Option(help="The same seed says the same.")] = 1,
    database_url: Annotated[
        str | None, typer.Option(help="An empty database for the rounds.", metavar="URL")
    ] = None,
    chroma_url: Annotated[
        str | None, typer.Option(help="A Chroma server for the vectors.", metavar="URL")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Keep the figures in this file.", metavar="FILE")
    ] = None,
    against: Annotated[
        Path | None, typer.Option(help="Show those of an earlier file beside them.", metavar="FILE")
    ] = None,
    work_dir: Annotated[
        Path | None, typer.Option(help="Make the memories here, and leave them.", metavar="DIR")
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
    from rich.console import Console

    from daybook_eval.embedders import HashedWords
    from daybook_eval.growth.memories import GrowthPlan
    from daybook_eval.growth.report import Sections, measure_growth, read_figures, show_growth, write_figures

    before = read_figures(against) if against else None
    about = {"embedder": HashedWords().fingerprint, "seed": seed, "at_once": at_once, "repeats": repeats}

    def done(name: str, so_far: Sections) -> None:
        typer.echo(f"{name} is measured", err=True)
        if json_file:
            write_figures(json_file, so_far, about)

    with TemporaryDirectory() as folder:
        plan = GrowthPlan(
            work_dir=work_dir or Path(folder),
            rounds=tuple(rounds or (1_000, 10_000)),
            owners=owners,
            owner_rounds=owner_rounds,
            facts=tuple(facts or (1_000, 3_000)),
            at_once=at_once,
            repeats=repeats,
            seed=seed,
            database_url=database_url,
            chroma_url=chroma_url,
        )
        sections = measure_growth(plan, done)
    show_growth(Console(width=110), sections, before)


def robustness(
    only: Annotated[
        list[str] | None,
        typer.Option(help="Run this part; may be repeated. 'list' names them.", metavar="PART"),
    ] = None,
    kills: Annotated[int, typer.Option(min=1, help="Processes killed at random.")] = 20,
    histories: Annotated[
        int, typer.Option(min=1, help="Operations of two and three processes at once.")
    ] = 200,
    operations: Annotated[int, typer.Option(min=1, help="Calls for 20 owners at once.")] = 400,
    damages: Annotated[int, typer.Option(min=1, help="Damages of derived files.")] = 10,
    truth_damages: Annotated[int, typer.Option(min=1, help="Damages of the database.")] = 5,
    mutations: Annotated[
        int, typer.Option(min=1, help="Mutated files for each importer, and for each form of documents.")
    ] = 20,
    forgets: Annotated[int, typer.Option(min=1, help="Random forgets.")] = 20,
    seed: Annotated[int, typer.Option(help="The same seed draws the same operations.")] = 1,
    database_url: Annotated[
        str | None, typer.Option(help="Keep the rounds in this empty database.", metavar="URL")
    ] = None,
    work_dir: Annotated[
        Path | None, typer.Option(help="Keep the memories here. Default: thrown away.", metavar="DIR")
    ] = None,
    vectors: Annotated[
        VectorSearch, typer.Option(help="What searches vectors while processes are killed and side by side.")
    ] = VectorSearch.AUTO,
    matrix: Annotated[
        bool,
        typer.Option("--matrix", help="Instead, run every command beside a chat, an import and a reader."),
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
    from daybook_eval.robustness.result import PARTS, RobustnessSettings, present
    from daybook_eval.robustness.show import results_shape, show_results

    if only == ["list"]:
        for name in present():
            typer.echo(f"{name:<12}{PARTS[name]}")
        return
    if matrix:
        _matrix(work_dir, as_json=as_json)
        return
    with _directory(work_dir) as directory:
        settings = RobustnessSettings(
            work_dir=directory,
            seed=seed,
            database_url=database_url,
            vectors=vectors,
            kills=kills,
            operations=operations,
            histories=histories,
            damages=damages,
            truth_damages=truth_damages,
            mutations=mutations,
            forgets=forgets,
        )
        results = [_measure(name, settings) for name in _chosen(only, present())]
    if as_json:
        typer.echo(json.dumps(results_shape(results, seed=seed), ensure_ascii=False))
    else:
        show_results(results)
    if any(result.failures for result in results):
        raise typer.Exit(1)


def _measure(name: str, settings: RobustnessSettings) -> PartResult:
    """Run a part in a directory of its own, and tell on standard error how long it took."""
    from daybook_eval.robustness.result import measure_part

    directory = settings.work_dir / name
    directory.mkdir(parents=True, exist_ok=True)
    began = perf_counter()
    result = measure_part(name, replace(settings, work_dir=directory))
    typer.echo(f"{name}: {result.runs} in {perf_counter() - began:.0f} s", err=True)
    return result


def _chosen(only: list[str] | None, names: list[str]) -> list[str]:
    """Choose the parts to run; raises BadInput if one is named that there is not."""
    if unknown := [name for name in only or () if name not in names]:
        raise BadInput(f"{', '.join(unknown)}: none of {', '.join(names)}, list", source="--only")
    return [name for name in names if not only or name in only]


def _directory(work_dir: Path | None) -> AbstractContextManager[Path]:
    """Give the directory of the memories: a given one stays, and must be new or empty.

    Raises:
        BadInput: something is in it.
    """
    if work_dir is None:
        return _scratch()
    if work_dir.exists() and any(work_dir.iterdir()):
        raise BadInput("it is not empty", source=work_dir)
    return nullcontext(work_dir)


@contextmanager
def _scratch() -> Iterator[Path]:
    with TemporaryDirectory(prefix="daybook-robustness-") as scratch:
        yield Path(scratch)


def _matrix(work_dir: Path | None, *, as_json: bool) -> None:
    """Run the matrix of commands and neighbours."""
    from daybook_eval.robustness.matrix import run_matrix
    from daybook_eval.robustness.show import matrix_shape, show_matrix

    with _directory(work_dir) as directory:
        cells = run_matrix(directory)
    if as_json:
        typer.echo(json.dumps(matrix_shape(cells), ensure_ascii=False))
    else:
        show_matrix(cells)
    if not all(cell.kept_its_word for cell in cells):
        raise typer.Exit(1)
