"""Items of agents: putting and searching them, beside LangGraph's store in memory with the same embedder.

Items are the beginnings of user turns of LongMemEval, searched with its questions. LangGraph's
`InMemoryStore` keeps nothing on disk and ranks lists of Python by meaning alone; ours writes each put to the
disk and ranks by words too. Ratios are of CPU time too.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from langgraph.store.base import BaseStore, PutOp
from langgraph.store.memory import InMemoryStore

from daybook import Daybook, DaybookStore
from daybook.graph.event_loop import run
from daybook.models.embedding import Embedder, load_embedder
from daybook.settings import Settings
from daybook_eval.bench.yardstick import Cost, now
from daybook_eval.data.cases import read_longmemeval

NAMESPACE = ("memories", "ada")
LENGTH = 300
"""Characters of a turn that make an item."""
SINGLY = 1_000
"""Items that are put one by one; the others go in batches."""
BATCH = 500
WARM_UP = 3
_PAGE = 100


def measure(data: Path, items: int, questions: int) -> None:
    """Print the figures."""
    texts, queries = _texts(data, items), _questions(data, questions + WARM_UP)
    embedder = load_embedder("minilm")
    with TemporaryDirectory() as folder:
        settings = Settings.of(data_dir=Path(folder))
        with Daybook.open(settings=settings, embedder=embedder) as daybook:
            stores = {"ours": DaybookStore(daybook, owner_at=1), "in memory": _in_memory(embedder)}
            _show(f"put {SINGLY:,}, one by one", stores, lambda store: _put(store, texts[:SINGLY]))
            _show_searches(SINGLY, stores, queries)
            _show(f"put {len(texts) - SINGLY:,} in batches", stores, lambda store: _fill(store, texts))
            _show_searches(len(texts), stores, queries)
        with Daybook.open(settings=settings, embedder=embedder) as daybook:
            again = DaybookStore(daybook, owner_at=1)
            began = now()
            again.search(NAMESPACE, query=queries[0])
            print(f"the first search after opening: {(now() - began).wall * 1000:.0f} ms")


def _texts(data: Path, count: int) -> list[str]:
    cases = read_longmemeval(data)
    turns = (turn for case in cases for session in case.sessions for turn in session.turns)
    said = (turn.content[:LENGTH] for turn in turns if turn.role == "user" and turn.content.strip())
    return list(islice(dict.fromkeys(said), count))


def _questions(data: Path, count: int) -> list[str]:
    return [case.question for case in read_longmemeval(data, limit=count)]


def _in_memory(embedder: Embedder) -> InMemoryStore:
    def embed(texts: Sequence[str]) -> list[list[float]]:
        return run(embedder.embed(texts)).tolist()  # type: ignore[no-any-return]

    return InMemoryStore(index={"dims": embedder.dim, "embed": embed, "fields": ["content"]})


def _put(store: BaseStore, texts: Sequence[str]) -> list[Cost]:
    began = now()
    for number, text in enumerate(texts):
        store.put(NAMESPACE, f"k{number}", {"content": text, "number": number})
    return [now() - began]


def _fill(store: BaseStore, texts: Sequence[str]) -> list[Cost]:
    began = now()
    for first in range(SINGLY, len(texts), BATCH):
        store.batch(
            [
                PutOp(NAMESPACE, f"k{number}", {"content": texts[number], "number": number})
                for number in range(first, min(first + BATCH, len(texts)))
            ]
        )
    return [now() - began]


def _show_searches(size: int, stores: dict[str, BaseStore], questions: Sequence[str]) -> None:
    """Time searches by a query, with a filter as well, and pages without a query."""

    def by_query(store: BaseStore) -> list[Cost]:
        return [_timed(partial(store.search, NAMESPACE, query=question)) for question in questions][WARM_UP:]

    def filtered(store: BaseStore) -> list[Cost]:
        wanted = {"number": {"$gte": size // 2}}
        found = [
            _timed(partial(store.search, NAMESPACE, query=question, filter=wanted)) for question in questions
        ]
        return found[WARM_UP:]

    def pages(store: BaseStore) -> list[Cost]:
        offsets = range(0, size, max(_PAGE, size // 20))
        return [_timed(partial(store.search, NAMESPACE, limit=_PAGE, offset=at)) for at in offsets]

    _show(f"search of {size:,} by a query", stores, by_query)
    _show(f"search of {size:,} by a query and a filter", stores, filtered)
    _show(f"a page of {_PAGE} of {size:,}", stores, pages)


def _timed(call: Callable[[], object]) -> Cost:
    began = now()
    call()
    return now() - began


def _show(what: str, stores: dict[str, BaseStore], work: Callable[[BaseStore], list[Cost]]) -> None:
    """Do a piece of work on each store, and print the medians and their ratios."""
    costs = {name: work(store) for name, store in stores.items()}
    for name in ("wall", "cpu"):
        ours, theirs = (median(getattr(cost, name) for cost in costs[store]) * 1000 for store in stores)
        print(f"{what}, {name}: ours {ours:,.1f} ms, in memory {theirs:,.1f} ms, ratio {ours / theirs:.2f}")
