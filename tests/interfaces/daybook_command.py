"""Shared by the tests of the command: a small history, an embedder without a model, a run's result."""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from daybook_eval import embedders

MESSAGES = [
    {"role": "user", "content": "I parked the car on level four.", "timestamp": "2024-03-05T09:00:00Z"},
    {"role": "assistant", "content": "Level four it is.", "timestamp": "2024-03-05T09:00:10Z"},
    {
        "role": "user",
        "content": "My sister adopted a parrot named Coco.",
        "timestamp": "2024-03-09T18:00:00Z",
    },
    {"role": "assistant", "content": "Welcome, Coco!", "timestamp": "2024-03-09T18:00:20Z"},
]
FIRST, SECOND = "2024-03-05T09:00:00+00:00", "2024-03-09T18:00:00+00:00"


class HashedWords(embedders.HashedWords):
    """Takes a text for one window."""

    def __init__(self) -> None:
        super().__init__(dim=256, window=100_000)


@dataclass
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Ran]


class Typed(io.StringIO):
    """Lines that somebody types at a terminal."""

    def isatty(self) -> bool:
        return True
