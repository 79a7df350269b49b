"""How often search finds the evidence, on LongMemEval, by the store and the steps that a user gets.

Every question is asked of a memory of its own, without a model. Abstention questions are left out: they
mostly have no evidence.

    uv run python -m eval.retrieval --data ../shared/data/longmemeval_s_dev.json.gz --cache vectors.sqlite
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import track

from agent.embedding import CachedEmbedder, Embedder, VectorCache, load_embedder
from agent.settings import Keying, Settings
from agent.store import Store
from eval.arms import CONCAT, arms, ranking_of
from eval.data.longmemeval import Case, read_cases
from eval.scoring import Scored, score
from eval.tables import as_json, tables

WIDTH = 130
"""Columns to print in where there is no terminal to ask."""


def main() -> None:
    """Print the figures of every arm, and those of the default one by question type."""
    args = _arguments()
    cases = [case for case in read_cases(args.data, limit=args.limit) if not case.abstention]
    with TemporaryDirectory() as scratch:
        cache = VectorCache(args.cache or Path(scratch) / "vectors.sqlite")
        embedder = CachedEmbedder(load_embedder(args.embedder), cache)
        data_dir = args.data_dir or Path(scratch) / "stores"
        scored = asyncio.run(run(cases, embedder=embedder, data_dir=data_dir, concat=args.concat))
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    if args.json:
        console.print_json(data=as_json(scored))
    else:
        console.print(*tables(scored), sep="\n")


async def run(cases: Sequence[Case], *, embedder: Embedder, data_dir: Path, concat: bool) -> list[Scored]:
    """Ask every question under every arm.

    Args:
        cases: the questions, each with evidence.
        embedder: for histories and questions.
        data_dir: where the stores are made; what is there already is not made again.
        concat: whether to measure concat keying too, which needs stores of its own.
    """
    compared = arms(concat=concat)
    by_fields = {name: settings for name, settings in compared.items() if name != CONCAT}
    scored = await _run_arms(cases, by_fields, Keying.MAX_SIM, embedder, data_dir / "fields")
    if concat:
        only = {CONCAT: compared[CONCAT]}
        scored += await _run_arms(cases, only, Keying.CONCAT, embedder, data_dir / "concat")
    return scored


async def _run_arms(
    cases: Sequence[Case],
    compared: Mapping[str, Settings],
    keying: Keying,
    embedder: Embedder,
    data_dir: Path,
) -> list[Scored]:
    scored: list[Scored] = []
    for case in track(cases, f"{data_dir.name} keys", console=Console(stderr=True)):
        with closing(Store.open(data_dir / case.owner, embedder=embedder, keying=keying)) as store:
            await store.add(case.owner, case.sessions)
            for name, settings in compared.items():
                ranking = await ranking_of(case, settings, store=store, embedder=embedder)
                scored.append(Scored(name, case.question_type, score(ranking, case.evidence)))
    return scored


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="a LongMemEval file, plain or gzip")
    parser.add_argument("--cache", type=Path, help="keep vectors in this file for the next run")
    parser.add_argument("--data-dir", type=Path, help="keep the stores in this folder for the next run")
    parser.add_argument("--embedder", default="minilm", help="as DAYBOOK_EMBEDDER")
    parser.add_argument("--limit", type=int, help="read this many questions only")
    parser.add_argument("--concat", action="store_true", help="measure concat keying as well")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


if __name__ == "__main__":
    main()
