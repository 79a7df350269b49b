"""What keeping a history costs beyond embedding it.

The history of one LongMemEval question is added to an empty store, and in the same run the same windows
are embedded with nothing around it. The two take turns, since other work on the machine slows either.

    uv run python -m eval.bench.ingest --data ../shared/data/longmemeval_s_dev.json.gz
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from tempfile import TemporaryDirectory

from rich.console import Console

from agent.conversation import Session, rounds_of
from agent.embedding import CachedEmbedder, Embedder, VectorCache, load_embedder
from agent.settings import Keying
from agent.store import Store
from agent.store.keys import keys_of
from eval.bench.cost import Cost, now
from eval.data.longmemeval import read_cases


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="a LongMemEval file, plain or gzip")
    parser.add_argument("--repeat", type=int, default=3, help="how often each is timed")
    args = parser.parse_args()
    sessions = next(iter(read_cases(args.data))).sessions
    asyncio.run(_measure(sessions, args.repeat, Console()))


async def _measure(sessions: Sequence[Session], repeat: int, console: Console) -> None:
    embedder = load_embedder("minilm")
    rounds = [round_ for session in sessions for round_ in rounds_of(session, "bench")]
    texts = [text for round_ in rounds for _, text in keys_of(round_, embedder, Keying.MAX_SIM)]
    console.print(f"{len(sessions)} sessions, {len(rounds)} rounds, {len(texts)} windows")
    await embedder.embed(texts[:8])
    before = _peak_megabytes()
    pairs = [(await _bare(embedder, texts), await _ingest(embedder, sessions)) for _ in range(repeat)]
    for bare, ingest in pairs:
        console.print(f"embedding alone {bare}, ingest {ingest}, ratio {ingest.wall / bare.wall:.3f}")
    console.print(f"median ratio {median(ingest.wall / bare.wall for bare, ingest in pairs):.3f}")
    console.print(f"median ratio of CPU time {median(ingest.cpu / bare.cpu for bare, ingest in pairs):.3f}")
    console.print(f"peak memory {_peak_megabytes():.0f} MB, of which the model and the texts {before:.0f} MB")


async def _bare(embedder: Embedder, texts: Sequence[str]) -> Cost:
    started = now()
    await embedder.embed(list(dict.fromkeys(texts)))
    return now() - started


async def _ingest(embedder: Embedder, sessions: Sequence[Session]) -> Cost:
    """Time everything between having sessions and being able to search them, with an empty cache."""
    with TemporaryDirectory() as directory:
        started = now()
        cache = VectorCache(Path(directory) / "vectors.sqlite")
        store = Store.open(Path(directory), embedder=CachedEmbedder(embedder, cache), keying=Keying.MAX_SIM)
        await store.add("bench", sessions)
        cost = now() - started
        store.close()
        cache.close()
    return cost


def _peak_megabytes() -> float:
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
