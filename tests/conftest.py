"""What tests of several rooms share."""

import signal
from collections.abc import Iterator

import pytest

from tests.postgres_server import Databases, postgres_server


@pytest.fixture(scope="session")
def database_server() -> Iterator[str]:
    """The URL of a PostgreSQL that is begun by the first test that needs it."""
    with postgres_server() as url:
        yield url


@pytest.fixture
def databases(database_server: str) -> Iterator[Databases]:
    """Databases of a test."""
    made = Databases(database_server)
    yield made
    made.drop()


def pytest_configure() -> None:
    """Hear Ctrl-C, and let child processes hear it: a shell starts what runs in its background deaf to it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
