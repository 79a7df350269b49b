"""The cost of ingesting a history, with and without its ledger, beside embedding its windows alone."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from daybook import Daybook
from daybook.conversation import Session, rounds_of
from daybook.models.embedding import Embedder, load_embedder
from daybook.settings import Keying, Settings
from daybook.store.keys import keys_of
from daybook.text.english import ENGLISH
from daybook_eval.bench.yardstick import OWNER, Cost, atimed, now, peak_mebibytes
from daybook_eval.data.cases import read_longmemeval


def measure(data: Path, repeat: int) -> None:
    """Print the figures."""
    sessions = next(iter(read_longmemeval(data))).sessions
    asyncio.run(_measure(sessions, repeat))


async def _measure(sessions: Sequence[Session], repeat: int) -> None:
    embedder = load_embedder("minilm")
    rounds = [round_ for session in sessions for round_ in rounds_of(session, OWNER)]
    texts = [text for round_ in rounds for _, text in keys_of(round_, embedder, Keying.MAX_SIM, ENGLISH)]
    print(f"{len(sessions)} sessions, {len(rounds)} rounds, {len(texts)} windows")
    await embedder.embed(texts[:8])
    before = peak_mebibytes()
    await _ingest(embedder, sessions[:1], ledger=True)  # LangGraph is imported once
    ratios: dict[str, list[Cost]] = {"ingest": [], "with the ledger": []}
    for _ in range(repeat):
        bare = await atimed(embedder.embed(list(dict.fromkeys(texts))))
        plain = await _ingest(embedder, sessions, ledger=False)
        whole = await _ingest(embedder, sessions, ledger=True)
        ratios["ingest"].append(plain / bare)
        ratios["with the ledger"].append(whole / bare)
        print(f"embedding alone {bare}, ingest {plain}, with the ledger {whole}")
    for name, taken in ratios.items():
        ratio = Cost.median(taken)
        print(f"{name}: median ratio {ratio.wall:.3f}, of CPU time {ratio.cpu:.3f}")
    print(f"peak memory {peak_mebibytes():.0f} MB, of which the model and the texts {before:.0f} MB")


async def _ingest(embedder: Embedder, sessions: Sequence[Session], *, ledger: bool) -> Cost:
    """Time everything between having sessions and being able to search them, with an empty cache."""
    with TemporaryDirectory() as directory:
        began = now()
        settings = Settings.of(ledger=ledger, data_dir=Path(directory))
        daybook = Daybook.open(settings=settings, embedder=embedder)
        await daybook.aadd(sessions, owner=OWNER)
        cost = now() - began
        await daybook.aclose()
    return cost
