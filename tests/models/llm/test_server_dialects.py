"""For each fault of each server: what is sent second, what the step gives, and what `degraded` says."""

from pathlib import Path
from typing import Any

import pytest

from daybook.conversation.errors import BadSettings, ModelError
from daybook.models.llm import ChatModel, ChatModels, ModelsWithFallback, OnText, ask
from daybook.settings import ModelRole
from daybook_prompts import load_prompt
from daybook_prompts.replies import Expanded
from tests.models.llm.conftest import MakeChat
from tests.models.llm.server_dialects import CASES, MODEL, NOTHING, RULES, SAME, Case, table
from tests.scripted_server import ScriptedServer

DOCUMENT = Path(__file__).parents[3] / "docs" / "models.md"
LIMITS = ("max_tokens", "max_completion_tokens")
GOOD = {"phrasings": ["On which day did I buy it?"], "parts": []}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.server}: {case.fault}")
async def test_what_follows_from_what_a_server_says(
    case: Case, server: ScriptedServer, make_chat: MakeChat
) -> None:
    server.fail_with(case.status, case.body)
    if case.second != NOTHING:
        server.reply(GOOD)
    chat = make_chat(reasoning_effort="low" if "effort" in case.fault else None)
    models = ModelsWithFallback.begin(ChatModels({ModelRole.UNDERSTAND: chat}))

    got = await step(models, on_text=(lambda piece: None) if case.stream else None)

    assert difference(*server.requests) == case.second
    assert got.startswith(case.got)
    assert ", ".join(models.degraded) == case.degraded


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.status != 200 and case.second != NOTHING], ids=repr
)
async def test_what_was_learnt_is_not_asked_again(
    case: Case, server: ScriptedServer, make_chat: MakeChat
) -> None:
    server.fail_with(case.status, case.body)
    server.reply(GOOD)
    server.reply(GOOD)
    chat = make_chat(reasoning_effort="low" if "effort" in case.fault else None)
    models = ModelsWithFallback.begin(ChatModels({ModelRole.UNDERSTAND: chat}))
    on_text = (lambda piece: None) if case.stream else None

    assert [await step(models, on_text=on_text) for _ in range(2)] == [MODEL, MODEL]

    assert difference(*server.requests[1:]) == SAME


def test_the_document_shows_what_these_tests_show() -> None:
    assert "\n".join(table()) in DOCUMENT.read_text(encoding="utf-8")


async def step(models: ModelsWithFallback, *, on_text: OnText | None) -> str:
    """Run one step with its fallback, and say what came of it."""
    failed = ""

    async def by_model(model: ChatModel) -> str:
        nonlocal failed
        try:
            await ask(model, load_prompt("expand"), Expanded, on_text=on_text, question="When did I buy it?")
        except ModelError as error:
            failed = f" ({type(error).__name__})"
            raise
        return MODEL

    try:
        return await models.call("expand", ModelRole.UNDERSTAND, by_model, RULES) + failed
    except BadSettings as error:
        return f"BadSettings: {error}"


def difference(first: dict[str, Any], second: dict[str, Any] | None = None) -> str:
    """Say what differs between two requests."""
    if second is None:
        return NOTHING
    parts = []
    if second["messages"] != first["messages"]:
        moved = len(second["messages"]) == 1
        parts.append("the instructions in the first message" if moved else "the reason")
    [(before, old)], [(after, new)] = ([(n, r[n]) for n in LIMITS if n in r] for r in (first, second))
    if before != after:
        parts.append(f"{after} for {before}")
    elif old != new:
        parts.append(f"{after} {new} for {old}")
    shapes = [request["response_format"]["type"] for request in (first, second)]
    if shapes[0] != shapes[1]:
        parts.append(f"{shapes[1]} for {shapes[0]}")
    left_out = sorted(first.keys() - second.keys() - set(LIMITS))
    if shapes[0] == shapes[1]:
        left_out += sorted(keywords(first["response_format"]) - keywords(second["response_format"]))
    if left_out:
        parts.append(f"without {', '.join(left_out)}")
    return ", ".join(parts) or SAME


def keywords(node: object) -> set[str]:
    if isinstance(node, list):
        return set().union(*map(keywords, node))
    return set(node).union(*map(keywords, node.values())) if isinstance(node, dict) else set()
