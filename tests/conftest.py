"""What tests of several rooms share."""

from collections.abc import Iterator

import pytest

from tests.postgres_server import Databases, postgres_server


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """Databases on a PostgreSQL that is begun by the first test that needs it."""
    with postgres_server() as server:
        yield Databases(server)
