from tests.graph.conftest import minilm, open_daybook, server

__all__ = ["minilm", "open_daybook", "server"]
