"""What a knowledge base adds to a question: the same history asked with documents and without, in turns.

The documents are shared ones, made of the file's long replies. Ratios are of CPU time too.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from daybook import Daybook
from daybook.conversation import Document, Passage
from daybook.documents.stored_documents import COLLECTION, SHARED, items_of
from daybook.models.embedding import Embedder, load_embedder
from daybook.settings import Settings
from daybook.store import Store
from daybook_eval.bench.yardstick import OWNER, Cost, now, peak_mebibytes, timed
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_longmemeval
from daybook_eval.embedders import cached
from daybook_eval.papers.himes.follow_ups import documents_of

WARM_UP = 3
_AT = datetime(2026, 11, 1, tzinfo=UTC)
_TOGETHER = 20
"""Documents that are put in one transaction."""


def measure(
    data: Path, documents: int, passages: int, questions: int, histories: int, vector_file: Path | None
) -> None:
    """Print the figures, for documents that are made of the replies of so many histories."""
    embedder = load_embedder("minilm")
    keeping = cached(embedder, vector_file)
    cases = list(read_longmemeval(data, limit=histories))
    with TemporaryDirectory() as folder:
        places = [Path(folder) / name for name in ("without", "with")]
        for place in places:
            with _opened(place, keeping) as daybook:
                daybook.add(cases[0].sessions, owner=OWNER)
        with _opened(places[1], keeping) as daybook:
            began = now()
            put = asyncio.run(_put(daybook.parts.store, _documents(cases, keeping, documents, passages)))
            print(f"{documents:,} documents, {put:,} passages, put in {now() - began}")
        with _opened(places[0], embedder) as without, _opened(places[1], embedder) as having:
            took = timed(lambda: having.ask(cases[0].question, owner=OWNER))
            print(f"the first question after opening: {took}")
            _compare(without, having, [case.question for case in cases[:questions]])
    print(f"peak memory: {peak_mebibytes():.0f} MiB")


def _compare(without: Daybook, having: Daybook, questions: list[str]) -> None:
    ways = {"without documents": without, "with documents": having}
    costs: dict[str, list[Cost]] = {name: [] for name in ways}
    steps: dict[str, list[float]] = {name: [] for name in ways}
    for question in questions[:WARM_UP] + questions:
        for name, daybook in ways.items():
            began = now()
            answer = daybook.ask(question, owner=OWNER)
            costs[name].append(now() - began)
            steps[name].append(answer.timings["search_documents"])
    took = {name: Cost.median(taken[WARM_UP:]) for name, taken in costs.items()}
    for name, cost in took.items():
        print(
            f"{name:<18} {cost.ms:.1f} ms a question, CPU {cost.cpu_ms:.1f} ms, "
            f"search_documents {median(steps[name][WARM_UP:]):.2f} ms"
        )
    ratio = took["with documents"] / took["without documents"]
    print(f"ratio: {ratio.wall:.2f} by the clock, {ratio.cpu:.2f} of CPU time")


def _documents(
    cases: list[Case], embedder: Embedder, count: int, length: int
) -> Iterator[tuple[Document, list[Passage]]]:
    """Make so many documents of so many passages, each out of the passages of several replies."""
    replies = documents_of(cases, embedder)
    passages = (passage for _, made in replies.values() for passage in made)
    for number in range(count):
        name = f"document-{number}"
        some = [
            replace(passage, document_id=name, title=name, position=place, page=place // 3 + 1)
            for place, passage in enumerate(islice(passages, length))
        ]
        digest = f"{number:064x}"
        yield Document(name, name, name, digest, COLLECTION, "text/plain", _AT, len(some), shared=True), some


async def _put(store: Store, documents: Iterator[tuple[Document, list[Passage]]]) -> int:
    count = 0
    while some := list(islice(documents, _TOGETHER)):
        await store.items.put(SHARED, [item for document in some for item in items_of(*document)], at=_AT)
        count += sum(len(passages) for _, passages in some)
    return count


def _opened(folder: Path, embedder: Embedder) -> Daybook:
    return Daybook.open(settings=Settings.of(data_dir=folder, ledger=False), embedder=embedder)
