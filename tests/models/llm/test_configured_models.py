"""The models of the settings, and a step by a model or by rules, with why it went by rules."""

import subprocess
import sys

import pytest

from daybook.conversation.errors import BadSettings, ModelError, ModelUnavailable
from daybook.models.llm import (
    ChatModel,
    ChatModels,
    Message,
    ModelRequest,
    ModelsWithFallback,
    load_chat_models,
)
from daybook.models.llm.openai_chat import OpenAIChat
from daybook.settings import Settings
from tests.models.llm.scripted_chat import ScriptedChat


def settings(**values: str) -> Settings:
    return Settings.of(**{name.removeprefix("daybook_"): value for name, value in values.items()})


def test_without_a_model_the_openai_sdk_is_not_even_imported() -> None:
    program = (
        "import sys; from daybook.models.llm import load_chat_models; from daybook.settings import Settings\n"
        "load_chat_models(Settings()); print('openai' in sys.modules, 'langchain_core' in sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "False"]


def test_a_model_at_openai_needs_a_key() -> None:
    with pytest.raises(BadSettings, match="OPENAI_API_KEY: needed for DAYBOOK_CHAT_MODEL"):
        load_chat_models(settings(daybook_chat_model="small"))


def test_settings_reach_the_model_and_the_meter() -> None:
    models = load_chat_models(
        settings(
            openai_api_key="sk-secret",
            daybook_chat_model="small",
            daybook_thinking_tokens="2000",
            daybook_reasoning_effort="low",
            daybook_call_timeout="7",
            daybook_model_retries="4",
            daybook_question_timeout="30",
        )
    )

    model = models.model
    assert isinstance(model, OpenAIChat)
    assert (model.temperature, model.thinking_tokens) == (0.0, 2000)
    assert model.reasoning_effort == "low"
    assert (model.deadline, model.backoff.retries) == (7.0, 4)
    meter = models.meter({"rerank": 0.4})
    assert (meter.seconds, meter.floors) == (30.0, {"rerank": 0.4})


HELLO = ModelRequest((Message("user", "Hello?"),))


def steps(model: ChatModel, seconds: float | None = None) -> ModelsWithFallback:
    return ModelsWithFallback.begin(ChatModels(model, seconds))


async def say(model: ChatModel) -> str:
    return (await model.complete(HELLO)).text


async def test_the_first_reason_of_a_step_is_kept() -> None:
    models = steps(ScriptedChat(ModelUnavailable("the server is away"), ModelError("it failed again"), "yes"))

    said = [await models.call("note", say, "by rules") for _ in range(3)]

    assert said == ["by rules", "by rules", "yes"]
    assert models.degraded == {"note": "the server is away"}


async def test_a_reason_is_one_short_line_without_secrets() -> None:
    wordy = "refused:\n\n the key sk-proj-abcDEF0123456789abcDEF0123456789 is wrong " + "so it is " * 80
    models = steps(ScriptedChat(ModelError(wordy)))

    await models.call("read", say, "by rules")

    (reason,) = models.degraded.values()
    assert reason.startswith("refused: the key ")
    assert "abcDEF" not in reason
    assert (len(reason), reason.count("\n")) == (200, 0)


async def test_a_lack_of_time_is_a_reason_too() -> None:
    models = steps(ScriptedChat(), 0.0)

    await models.call("expand", say, "by rules")

    assert models.degraded == {"expand": "too little is left of the question's time"}


async def test_the_users_own_mistake_is_no_reason_but_an_error() -> None:
    models = steps(ScriptedChat(BadSettings("OPENAI_API_KEY: wrong")))

    with pytest.raises(BadSettings):
        await models.call("read", say, "by rules")

    assert models.degraded == {}


def test_a_program_that_does_not_configure_logging_sees_warnings_alone() -> None:
    program = (
        "import logging, daybook; log = logging.getLogger('daybook.store');"
        " log.warning('damaged'); log.info('done')"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert (done.stdout, done.stderr) == ("", "damaged\n")
