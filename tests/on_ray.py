"""Shared by the tests on Ray: their marks, and work that kills the process of a worker.

The work stands here because a worker imports it by name, as it can no test module.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from daybook.conversation.errors import BadSettings, ModelError
from daybook.models.embedding import Embedder, Vectors
from daybook_eval.runs.executor import Group
from tests.store.bag_of_words import BagOfWords

NEEDS_RAY = [
    pytest.mark.ray,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: uv sync --extra ray"),
]


def die(remembered: Path | None) -> None:
    """Kill this process; only once where there is a file to remember it by."""
    if remembered is None or not remembered.exists():
        if remembered is not None:
            remembered.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)


class FatalEmbedder(BagOfWords):
    """Dies over the text "die", and fails over the text "fail"."""

    def __init__(self, remembered: Path | None) -> None:
        super().__init__()
        self.remembered = remembered

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if "fail" in texts:
            raise ModelError("the model is out of order")
        if "die" in texts:
            die(self.remembered)
        return await super().embed(texts)


@dataclass(frozen=True)
class FatalSpec:
    """Loads an embedder that dies, each time or once."""

    remembered: Path | None = None

    def load(self) -> Embedder:
        return FatalEmbedder(self.remembered)


@dataclass(frozen=True)
class SpecOfManyVersions:
    """Loads another embedder in a worker than in the process that hands out the work."""

    def load(self) -> Embedder:
        return BagOfWords(f"process {os.getpid()}")


@dataclass(frozen=True)
class FatalJob:
    """Names the questions of a group; dies over one, each time or once."""

    deadly: str = ""
    remembered: Path | None = None
    problem: str = ""
    """The problem with the settings, if any."""

    def open(self) -> Callable[[Group], Iterator[str]]:
        if self.problem:
            raise BadSettings(self.problem)
        return self._names

    def _names(self, group: Group) -> Iterator[str]:
        for case in group:
            if case.question_id == self.deadly:
                die(self.remembered)
            yield f"{case.question_id} of {len(group)}"
