"""What Daybook asks of a reranker, and how one is named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from daybook.embedding.onnx_folder import KIND
from daybook.errors import BadSettings

SETTING = "DAYBOOK_RERANKER"


class Reranker(Protocol):
    """Says how well passages answer a question."""

    async def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """Score each passage; only scores of one call can be compared, and the highest is the best.

        Raises:
            ModelError: the model failed.
        """

    def describe(self) -> str:
        """Say in one line what it is."""


def load_reranker(name: str | None) -> Reranker | None:
    """The reranker of that name, "onnx:" and a folder; None without a name. No model is loaded yet.

    Raises:
        BadSettings: there is no such reranker, or its folder lacks something.
    """
    if not name:
        return None
    folder = name.removeprefix(KIND)
    if folder in ("", name):
        raise BadSettings(f"{SETTING}: {name!r} is unknown: choose onnx:FOLDER")
    from daybook.embedding.cross_encoder import CrossEncoder

    return CrossEncoder.of(Path(folder), setting=SETTING)
