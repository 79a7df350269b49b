"""The command that the tests of judging run as well."""

from tests.eval.judging.conftest import evaluate

__all__ = ["evaluate"]
