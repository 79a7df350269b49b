"""A step by a model or by rules, and why it went by rules."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

from daybook.errors import BadSettings, ModelError, ModelUnavailable
from daybook.llm import Budget, ChatModel, ChatModels, ChatRequest, Message, ModelsWithFallback
from daybook.settings import ModelRole
from tests.llm.scripted_chat import ScriptedChat

HELLO = ChatRequest((Message("user", "Hello?"),))


def steps(model: ChatModel, budget: Budget | None = None) -> ModelsWithFallback:
    return ModelsWithFallback.begin(ChatModels(dict.fromkeys(ModelRole, model), budget or Budget()))


async def say(model: ChatModel) -> str:
    return (await model.complete(HELLO)).text


async def test_the_first_reason_of_a_step_is_kept() -> None:
    models = steps(ScriptedChat(ModelUnavailable("the server is away"), ModelError("it failed again"), "yes"))

    said = [await models.call("note", ModelRole.READ, say, "by rules") for _ in range(3)]

    assert said == ["by rules", "by rules", "yes"]
    assert models.degraded == {"note": "the server is away"}


async def test_a_reason_is_one_short_line_without_secrets() -> None:
    wordy = "refused:\n\n the key sk-proj-abcDEF0123456789abcDEF0123456789 is wrong " + "so it is " * 80
    models = steps(ScriptedChat(ModelError(wordy)))

    await models.call("read", ModelRole.READ, say, "by rules")

    (reason,) = models.degraded.values()
    assert reason.startswith("refused: the key ")
    assert "abcDEF" not in reason
    assert (len(reason), reason.count("\n")) == (200, 0)


async def test_a_short_budget_is_a_reason_too() -> None:
    models = steps(ScriptedChat("used up"), Budget(tokens=240))
    await models.call("read", ModelRole.READ, say, "by rules")

    await models.call("expand", ModelRole.UNDERSTAND, say, "by rules")

    assert models.degraded == {
        "expand": "50% of the question's budget is left, and this step wants more than 90%"
    }


async def test_the_users_own_mistake_is_no_reason_but_an_error() -> None:
    models = steps(ScriptedChat(BadSettings("OPENAI_API_KEY: wrong")))

    with pytest.raises(BadSettings):
        await models.call("read", ModelRole.READ, say, "by rules")

    assert models.degraded == {}


async def test_the_log_tells_it_to_who_listens(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="daybook"):
        await steps(ScriptedChat(ModelError("it failed"))).call("read", ModelRole.READ, say, "by rules")

    assert [record.getMessage() for record in caplog.records] == ["read went by rules: it failed"]
    assert caplog.records[0].name.startswith("daybook.")


def test_the_log_is_silent_for_a_program_that_does_not_listen() -> None:
    program = "import logging, daybook; logging.getLogger('daybook.store').warning('damaged')"

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert (done.stdout, done.stderr) == ("", "")
