"""The cost of ingesting a history beyond embedding it.

The history of one LongMemEval question is added to an empty memory, with and without its ledger, and the same
windows are embedded alone; they take turns, since other work on the machine slows any of them.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from daybook import Daybook
from daybook.conversation import Session, rounds_of
from daybook.language.english import ENGLISH
from daybook.models.embedding import Embedder, load_embedder
from daybook.settings import Keying, Settings
from daybook.store.keys import keys_of
from daybook_eval.bench.yardstick import Cost, now, peak_mebibytes
from daybook_eval.data.cases import read_longmemeval


def measure(data: Path, repeat: int) -> None:
    """Print the figures."""
    sessions = next(iter(read_longmemeval(data))).sessions
    asyncio.run(_measure(sessions, repeat))


async def _measure(sessions: Sequence[Session], repeat: int) -> None:
    embedder = load_embedder("minilm")
    rounds = [round_ for session in sessions for round_ in rounds_of(session, "bench")]
    texts = [
        text for round_ in rounds for _, text in keys_of(round_, embedder, Keying.MAX_SIM, ENGLISH.analyzer)
    ]
    print(f"{len(sessions)} sessions, {len(rounds)} rounds, {len(texts)} windows")
    await embedder.embed(texts[:8])
    before = peak_mebibytes()
    await _ingest(embedder, sessions[:1], ledger=True)  # LangGraph is imported once
    rows = []
    for _ in range(repeat):
        bare = await _bare(embedder, texts)
        ways = {ledger: await _ingest(embedder, sessions, ledger=ledger) for ledger in (False, True)}
        rows.append((bare, ways))
        print(f"embedding alone {bare}, ingest {ways[False]}, with the ledger {ways[True]}")
    for ledger, name in ((False, "ingest"), (True, "with the ledger")):
        wall = median(ways[ledger].wall / bare.wall for bare, ways in rows)
        cpu = median(ways[ledger].cpu / bare.cpu for bare, ways in rows)
        print(f"{name}: median ratio {wall:.3f}, of CPU time {cpu:.3f}")
    print(f"peak memory {peak_mebibytes():.0f} MB, of which the model and the texts {before:.0f} MB")


async def _bare(embedder: Embedder, texts: Sequence[str]) -> Cost:
    started = now()
    await embedder.embed(list(dict.fromkeys(texts)))
    return now() - started


async def _ingest(embedder: Embedder, sessions: Sequence[Session], *, ledger: bool) -> Cost:
    """Time everything between having sessions and being able to search them, with an empty cache."""
    with TemporaryDirectory() as directory:
        started = now()
        settings = Settings.of(ledger=ledger, data_dir=Path(directory))
        daybook = Daybook.open(settings=settings, embedder=embedder)
        await daybook.aadd(sessions, owner="bench")
        cost = now() - started
        await daybook.aclose()
    return cost
