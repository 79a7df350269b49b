"""A training of the query encoder, from the folder of data to the file that is shipped."""

import asyncio
import sys
from dataclasses import asdict
from pathlib import Path

from daybook.settings import Settings
from daybook_eval.embedders import open_embedder
from daybook_eval.tables import Report, Table
from daybook_eval.training.query_encoder.examples import training_memories
from daybook_eval.training.query_encoder.memories import EncodedMemory, encoded
from daybook_eval.training.recipe import QueryRecipe


def run_training(
    data: Path, out: Path, recipe: QueryRecipe, settings: Settings, *, cache: Path | None = None
) -> Report:
    """Train on a folder of development data, write the file of differences, report what was held out.

    Raises:
        BadInput: data is missing.
    """
    from daybook_eval.training.query_encoder.train import train_query_encoder

    memories = asyncio.run(_encoded(data, settings, cache))
    figures = train_query_encoder(memories, out, recipe)
    rows = [(kind, *values) for kind, values in figures.items()]
    table = Table(
        "Query encoder: nDCG@10 of questions held out",
        ("kind", "questions", "before", "after"),
        [(kind, count, f"{before:.3f}", f"{after:.3f}") for kind, count, before, after in rows],
        on=f"{len(memories)} memories, one in six held out",
        figures=True,
    )
    held_out = [dict(zip(("kind", "questions", "before", "after"), row, strict=True)) for row in rows]
    return Report([table], {"recipe": asdict(recipe), "held_out": held_out, "file": str(out)})


async def _encoded(data: Path, settings: Settings, cache: Path | None) -> list[EncodedMemory]:
    embedder = open_embedder(settings, cache=cache)
    memories = []
    for memory in training_memories(data):
        memories.append(await encoded(memory, embedder))
        print(f"{memory.owner}: {len(memory.questions)} questions", file=sys.stderr)
    return memories
