"""Stores of LangGraph over a memory, with a clock that a test moves."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import Item

from daybook import Daybook, DaybookStore, Settings
from daybook.models.embedding import Embedder
from tests.postgres_server import Databases
from tests.store.bag_of_words import BagOfWords
from tests.store.conftest import DATABASES

OpenMemory = Callable[..., Daybook]


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2025, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, *, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=DATABASES)
def open_memory(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[OpenMemory]:
    """Opens the memory of the test, in either database; whatever is open at the end is closed."""
    settings = Settings.of(data_dir=tmp_path / "data", ledger=False)
    if request.param == "postgresql":
        databases: Databases = request.getfixturevalue("databases")
        settings = settings.changed(database_url=databases.new())
    with ExitStack() as stack:

        def open_it(embedder: Embedder | None = None) -> Daybook:
            daybook = Daybook.open(settings=settings, embedder=embedder or BagOfWords(), clock=clock)
            return stack.enter_context(daybook)

        yield open_it


@pytest.fixture
def memory(open_memory: OpenMemory) -> Daybook:
    return open_memory()


@pytest.fixture
def store(memory: Daybook) -> DaybookStore:
    """All of whose namespaces are Ada's."""
    return DaybookStore(memory, owner="ada")


def keys(
    store: DaybookStore, namespace: tuple[str, ...] = (), query: str | None = None, **given: Any
) -> list[str]:
    """Keys of a search's results."""
    return [item.key for item in store.search(namespace, query=query, **given)]


def got(store: DaybookStore, namespace: tuple[str, ...], key: str) -> Item:
    """An item that is there."""
    item = store.get(namespace, key)
    assert item is not None
    return item
