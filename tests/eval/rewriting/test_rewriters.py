"""What rewrites examples, as it is measured: a trained model with the rules behind it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from daybook.errors import BadSettings
from daybook.settings import Settings
from daybook_eval.rewriting.example import RewritingExample, Said
from daybook_eval.rewriting.rewriters import by_rules, by_trained_model, open_rewriters
from tests.llm.scripted_chat import ScriptedChat

ASKED = RewritingExample(
    id="mill",
    source="rules",
    dialogue=(Said(role="user", content="Tell me about the mill."),),
    question="When was it built?",
    rewrite="When was the mill built?",
)


async def test_what_the_guard_refuses_is_done_by_rules() -> None:
    model = ScriptedChat("When was the old mill built?", "When was the mill built?")
    rewriter = by_trained_model(model, Settings())

    refused, taken = await rewriter(ASKED), await rewriter(ASKED)

    assert refused == await by_rules(ASKED)
    assert taken == ASKED.rewrite
    model.assert_spent()


async def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        assert list(open_rewriters(Settings(), stack)) == ["rules"]
        with pytest.raises(BadSettings, match="DAYBOOK_REWRITER"):
            open_rewriters(Settings.of(rewriter=tmp_path), stack)
