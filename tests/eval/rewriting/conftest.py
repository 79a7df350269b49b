"""The command and the server that the tests of judging have as well."""

from tests.eval.judging.conftest import evaluate, server

__all__ = ["evaluate", "server"]
