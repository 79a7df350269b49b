"""The small memory of the graph tests, and the store of the store's."""

from tests.graph.conftest import daybook, minilm, open_daybook, server

__all__ = ["daybook", "minilm", "open_daybook", "server"]
