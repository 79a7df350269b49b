"""A small embedder, sessions to keep, and a store to keep them in."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from daybook.settings import Keying
from daybook.store import Store, StorePlace
from daybook.store.places import EXACT_LIMIT
from tests.postgres_server import Databases
from tests.store.bag_of_words import BagOfWords, opened

OpenStore = Callable[..., Store]

DATABASES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.slow))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked `both_databases` on SQLite, and with the slow ones on PostgreSQL."""
    if "database_url" in metafunc.fixturenames:
        both = metafunc.definition.get_closest_marker("both_databases")
        metafunc.parametrize("database_url", DATABASES if both else ["sqlite"], indirect=True)


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> str | None:
    """The URL of an empty database on a server, or None for the file in the data directory."""
    if request.param == "sqlite":
        return None
    databases: Databases = request.getfixturevalue("databases")
    return databases.new()


@pytest.fixture
def open_store(tmp_path: Path, database_url: str | None) -> Iterator[OpenStore]:
    """Opens the store of the test's directory; whatever is open at the end is closed."""
    with ExitStack() as stack:

        def open_it(
            embedder: BagOfWords | None = None,
            keying: Keying = Keying.MAX_SIM,
            name: str = "data",
            exact_limit: int = EXACT_LIMIT,
        ) -> Store:
            place = StorePlace(tmp_path / name, database_url)
            store = opened(place, embedder, keying=keying, exact_limit=exact_limit)
            stack.callback(store.close)
            return store

        yield open_it


@pytest.fixture
def store(open_store: OpenStore) -> Store:
    return open_store()
