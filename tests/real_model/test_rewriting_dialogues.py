"""Simulated dialogues, topics and responders with the small real model."""

from contextlib import suppress
from pathlib import Path

import pytest

from daybook.conversation.errors import ModelError
from daybook.conversation.topics import TOPICS
from daybook.models.llm.openai_chat import OpenAIChat
from daybook_eval.papers.himes.topics import topic_by_model
from daybook_eval.papers.tables import Inputs, make_table
from daybook_eval.rewriting.generate.simulate_all import progress_file, simulate_all
from daybook_eval.rewriting.generate.simulation import Simulator, draw_blueprints
from daybook_eval.rewriting.generate.world import Split
from daybook_prompts import load_prompts

pytestmark = pytest.mark.real_model


async def test_a_small_model_plays_a_dialogue_or_fails_with_a_reason(
    real_chat: OpenAIChat, tmp_path: Path
) -> None:
    blueprints = list(draw_blueprints(1, split=Split.TRAIN))[:1]
    out = tmp_path / "played.jsonl"

    done = await simulate_all(blueprints, Simulator(real_chat, load_prompts(), Split.TRAIN), out, at_once=1)

    assert done.written + sum(done.left_out.values()) + done.failed == 1
    for line in progress_file(out).read().values():
        assert line.example.question
        assert line.example.dialogue[0].role == "user"


async def test_a_small_model_names_a_topic_of_the_table_or_none(real_chat: OpenAIChat) -> None:
    named: tuple[str, str] | None = None
    with suppress(ModelError):
        named = await topic_by_model(
            "Which pasta goes with clams?", real_chat, load_prompts()["classify_topic"]
        )

    assert named is None or named[1] in TOPICS[named[0]]


def test_the_responder_table_is_made_by_a_small_model(
    real_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", real_url)
    given = (("responders", "smollm2"), ("judge", "smollm2"), ("model_concurrency", "1"))

    table = make_table("himes-responders", Inputs(tmp_path, tmp_path / "cache", limit=1, settings=given))

    assert table.rows[0][0] == "smollm2"
