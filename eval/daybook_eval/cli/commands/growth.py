"""`daybook-eval growth`: what a memory costs as it grows."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer


def growth(
    rounds: Annotated[
        list[int] | None,
        typer.Option("--rounds", min=1, help="Rounds of one owner; may be repeated.", metavar="N"),
    ] = None,
    owners: Annotated[
        int, typer.Option("--owners", min=0, help="Owners of a memory of many.", metavar="N")
    ] = 0,
    owner_rounds: Annotated[
        int, typer.Option("--owner-rounds", min=1, help="Rounds of each of those owners.", metavar="N")
    ] = 1_000,
    facts: Annotated[
        list[int] | None,
        typer.Option("--facts", min=1, help="Facts of a ledger; may be repeated.", metavar="N"),
    ] = None,
    at_once: Annotated[
        int, typer.Option("--at-once", min=1, help="Questions asked at once.", metavar="N")
    ] = 50,
    repeats: Annotated[
        int, typer.Option("--repeats", min=1, help="How often what takes little time is timed.", metavar="N")
    ] = 9,
    seed: Annotated[int, typer.Option("--seed", help="The same seed says the same.")] = 1,
    database_url: Annotated[
        str | None, typer.Option("--database-url", help="An empty database for the rounds.", metavar="URL")
    ] = None,
    chroma_url: Annotated[
        str | None, typer.Option("--chroma-url", help="A Chroma server for the vectors.", metavar="URL")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Keep the figures in this file.", metavar="FILE")
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", help="Show those of an earlier file beside them.", metavar="FILE"),
    ] = None,
    work_dir: Annotated[
        Path | None, typer.Option("--work-dir", help="Make the memories here, and leave them.", metavar="DIR")
    ] = None,
) -> None:
    """Time what is done with memories of several sizes.

    One owner's memory of each size, ledgers of each number of facts, and a memory of many owners. The texts
    are made up, their words drawn by Zipf's law from 30,000, 20 to 150 of them a side. The embedder adds up
    signed word hashes in 64 dimensions, so that embedding hides nothing. Every figure that follows an import
    is of a fresh process, and stands beside a bare scan (one matrix product, rank-bm25) of the same rounds.

    Examples:
      daybook-eval growth --json before.json
      daybook-eval growth --rounds 1000 --rounds 100000 --against before.json
      daybook-eval growth --owners 1000 --owner-rounds 1000
    """
    from rich.console import Console

    from daybook_eval.growth.embedder import SignedWords
    from daybook_eval.growth.plan import GrowthPlan
    from daybook_eval.growth.report import Sections, read_figures, show_growth, write_figures
    from daybook_eval.growth.run import measure_growth

    before = read_figures(against) if against else None
    about = {"embedder": SignedWords.fingerprint, "seed": seed, "at_once": at_once, "repeats": repeats}

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
