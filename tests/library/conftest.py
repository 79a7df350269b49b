from tests.graph.conftest import daybook

__all__ = ["daybook"]
