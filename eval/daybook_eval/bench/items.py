"""Items of agents: putting and searching them, beside LangGraph's `InMemoryStore` with the same embedder.

That one keeps nothing on disk and ranks lists of Python by meaning alone. Ratios are of CPU time too.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from langgraph.store.base import BaseStore, PutOp
from langgraph.store.memory import InMemoryStore

from daybook import Daybook, DaybookStore
from daybook.graph.event_loop import run
from daybook.models.embedding import Embedder, load_embedder
from daybook.settings import Settings
from daybook_eval.bench.yardstick import Cost, timed
from daybook_eval.data.cases import read_longmemeval

NAMESPACE = ("memories", "ada")
LENGTH = 300
"""Characters of a turn that make an item."""
SINGLY = 1_000
"""Items that are put one by one; the others go in batches."""
BATCH = 500
WARM_UP = 3
_PAGE = 100
Stores: TypeAlias = Mapping[str, BaseStore]


def measure(data: Path, items: int, questions: int) -> None:
    """Print the figures."""
    texts = _texts(data, items)
    queries = [case.question for case in read_longmemeval(data, limit=questions + WARM_UP)]
    embedder = load_embedder("minilm")
    with TemporaryDirectory() as folder:
        settings = Settings.of(data_dir=Path(folder))
        with Daybook.open(settings=settings, embedder=embedder) as daybook:
            stores = {"ours": DaybookStore(daybook, owner_at=1), "in memory": _in_memory(embedder)}
            _show(
                f"put {SINGLY:,}, one by one",
                stores,
                lambda store: [timed(partial(_put, store, texts[:SINGLY]))],
            )
            _show_searches(SINGLY, stores, queries)
            _show(
                f"put {len(texts) - SINGLY:,} in batches",
                stores,
                lambda store: [timed(partial(_fill, store, texts))],
            )
            _show_searches(len(texts), stores, queries)
        with Daybook.open(settings=settings, embedder=embedder) as daybook:
            again = DaybookStore(daybook, owner_at=1)
            took = timed(partial(again.search, NAMESPACE, query=queries[0]))
            print(f"the first search after opening: {took.ms:.0f} ms")


def _texts(data: Path, count: int) -> list[str]:
    cases = read_longmemeval(data)
    turns = (turn for case in cases for session in case.sessions for turn in session.turns)
    said = (turn.content[:LENGTH] for turn in turns if turn.role == "user" and turn.content.strip())
    return list(islice(dict.fromkeys(said), count))


def _in_memory(embedder: Embedder) -> InMemoryStore:
    def embed(texts: Sequence[str]) -> list[list[float]]:
        return run(embedder.embed(texts)).tolist()  # type: ignore[no-any-return]

    return InMemoryStore(index={"dims": embedder.dim, "embed": embed, "fields": ["content"]})


def _put(store: BaseStore, texts: Sequence[str]) -> None:
    for number, text in enumerate(texts):
        store.put(NAMESPACE, f"k{number}", {"content": text, "number": number})


def _fill(store: BaseStore, texts: Sequence[str]) -> None:
    for first in range(SINGLY, len(texts), BATCH):
        numbers = range(first, min(first + BATCH, len(texts)))
        store.batch(
            [
                PutOp(NAMESPACE, f"k{number}", {"content": texts[number], "number": number})
                for number in numbers
            ]
        )


def _show_searches(size: int, stores: Stores, questions: Sequence[str]) -> None:
    """Time searches by a query, with a filter as well, and pages without a query."""

    def by_query(store: BaseStore, wanted: dict[str, Any] | None = None) -> list[Cost]:
        searches = [partial(store.search, NAMESPACE, query=question, filter=wanted) for question in questions]
        return [timed(search) for search in searches][WARM_UP:]

    def pages(store: BaseStore) -> list[Cost]:
        offsets = range(0, size, max(_PAGE, size // 20))
        return [timed(partial(store.search, NAMESPACE, limit=_PAGE, offset=at)) for at in offsets]

    _show(f"search of {size:,} by a query", stores, by_query)
    filtered = partial(by_query, wanted={"number": {"$gte": size // 2}})
    _show(f"search of {size:,} by a query and a filter", stores, filtered)
    _show(f"a page of {_PAGE} of {size:,}", stores, pages)


def _show(what: str, stores: Stores, work: Callable[[BaseStore], list[Cost]]) -> None:
    ours, theirs = (Cost.median(work(store)) for store in stores.values())
    ratio = ours / theirs
    for clock, *figures in (
        ("wall", ours.ms, theirs.ms, ratio.wall),
        ("cpu", ours.cpu_ms, theirs.cpu_ms, ratio.cpu),
    ):
        print("{}, {}: ours {:,.1f} ms, in memory {:,.1f} ms, ratio {:.2f}".format(what, clock, *figures))
