"""A server of a memory without a model, and OpenAI's own client of whichever server a test has."""

from collections.abc import Iterator
from pathlib import Path

import openai
import pytest

from tests.interfaces.server.http_server import Served, client_of, serving


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data") as running:
        yield running


@pytest.fixture
def client(served: Served) -> Iterator[openai.OpenAI]:
    with client_of(served) as made:
        yield made
