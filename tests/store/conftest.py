"""A small embedder, sessions to keep, and a store to keep them in."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from daybook.settings import Keying
from daybook.store import Store
from daybook.store import open_store as open_at
from daybook.store.opening import EXACT_LIMIT
from tests.store.bag_of_words import BagOfWords

OpenStore = Callable[..., Store]


@pytest.fixture
def open_store(tmp_path: Path) -> Iterator[OpenStore]:
    """Opens the store of the test's directory; whatever is open at the end is closed."""
    with ExitStack() as stack:

        def open_it(
            embedder: BagOfWords | None = None,
            keying: Keying = Keying.MAX_SIM,
            name: str = "data",
            exact_limit: int = EXACT_LIMIT,
        ) -> Store:
            store = open_at(
                tmp_path / name, embedder=embedder or BagOfWords(), keying=keying, exact_limit=exact_limit
            )
            stack.callback(store.close)
            return store

        yield open_it


@pytest.fixture
def store(open_store: OpenStore) -> Store:
    return open_store()
