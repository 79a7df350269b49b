"""The small memory of the graph tests, for the library that runs those graphs."""

from tests.graph.conftest import daybook, minilm, open_daybook, server

__all__ = ["daybook", "minilm", "open_daybook", "server"]
