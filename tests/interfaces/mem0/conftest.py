from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.interfaces.mem0.served import Served, serving

if TYPE_CHECKING:  # `served` sets what mem0 reads when it is imported
    from mem0 import MemoryClient


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "served") as running:
        yield running


@pytest.fixture
def client(served: Served) -> "MemoryClient":
    """Mem0's own client, with Alice's token."""
    return served.client("alice")
