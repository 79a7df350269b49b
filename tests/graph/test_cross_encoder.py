"""A question whose candidates a cross-encoder reranks, and a memory under an embedder from a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from daybook import Daybook
from daybook.errors import BadSettings, EmbedderMismatch
from daybook.settings import Settings
from tests.embedding.onnx_files import embedder_folder, reranker_folder
from tests.graph.test_model_steps import models
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, HISTORY, OpenDaybook

QUESTION = "Did I sell a bicycle, start a job or adopt a cat?"


def ranking(daybook: Daybook) -> list[str]:
    return [one.round.session_id for one in daybook.search(QUESTION, owner="ada", asked_at=ASKED)]


@pytest.mark.parametrize("word", ["bicycle", "cat"])
def test_what_the_cross_encoder_scores_best_rises(
    open_daybook: OpenDaybook, tmp_path: Path, word: str
) -> None:
    folder = reranker_folder(tmp_path / "reranker", {word: 1.0})
    before, after = (
        open_daybook(**named, signals={"rerank_signal": 100.0})
        for named in ({}, {"reranker": f"onnx:{folder}"})
    )

    assert set(ranking(after)) == set(ranking(before))
    assert ranking(after)[0] == {"bicycle": "bike", "cat": "cat"}[word]
