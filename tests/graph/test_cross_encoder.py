"""A question whose candidates a cross-encoder reranks, and a memory under an embedder from a folder."""

from pathlib import Path

import pytest

from daybook import Daybook
from daybook.library.results import Explanation
from tests.graph.test_model_steps import models
from tests.models.embedding.onnx_files import reranker_folder
from tests.scripted_server import ScriptedServer
from tests.small_memory import ASKED, HISTORY, OpenDaybook

QUESTION = "What did I tell you of my bicycle, my job and my cat?"
ALWAYS = {"rerank_always": True}
"""Options under which every question is reranked."""


def explained(daybook: Daybook) -> Explanation:
    return daybook.explain(QUESTION, owner="ada", asked_at=ASKED)


@pytest.mark.parametrize(("word", "session"), [("bicycle", "bike"), ("cat", "cat"), ("neighbour", "bike")])
def test_what_the_cross_encoder_scores_best_comes_first(
    open_daybook: OpenDaybook, tmp_path: Path, word: str, session: str
) -> None:
    folder = reranker_folder(tmp_path / "reranker", {word: 1.0})

    found = explained(open_daybook(reranker=f"onnx:{folder}", **ALWAYS))

    assert [one.signals["rerank"] for one in found.ranked] == [1.0, 0.0, 0.0, 0.0]
    assert found.ranked[0].round.session_id == session
    assert found.answer.degraded == ()


@pytest.mark.parametrize("spared", [{}, {"steps_by_rules": ("rerank",), **ALWAYS}])
def test_where_no_model_is_to_rerank_or_all_is_read_it_is_not_asked(
    open_daybook: OpenDaybook, tmp_path: Path, spared: dict[str, object]
) -> None:
    folder = reranker_folder(tmp_path / "reranker", {"bicycle": 1.0})

    assert not explained(open_daybook(reranker=f"onnx:{folder}", **spared)).answer.pipeline.reranked


def test_it_takes_the_place_of_the_chat_model(
    open_daybook: OpenDaybook, server: ScriptedServer, tmp_path: Path
) -> None:
    folder = reranker_folder(tmp_path / "reranker", {"bicycle": 1.0})
    memory = open_daybook(**models(server, chat_model="small", reranker=f"onnx:{folder}", **ALWAYS))

    server.always(lambda _: "no JSON")

    assert explained(memory).answer.pipeline.reranked
    assert not any("Score every excerpt" in str(body) for body in server.requests)


def test_a_model_that_fails_costs_no_answer_and_is_named(open_daybook: OpenDaybook, tmp_path: Path) -> None:
    folder = reranker_folder(tmp_path / "reranker", {}, classes=3)

    found = explained(open_daybook(reranker=f"onnx:{folder}", **ALWAYS))

    assert found.answer.degraded == ("rerank",)
    assert "gives 3 numbers" in found.answer.degraded_reasons["rerank"]
    assert {one.round.session_id for one in found.ranked} == {session.session_id for session in HISTORY}
    assert found.answer.evidence
