"""The models of the settings, and a step by a model or by rules, with why it went by rules."""

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from daybook.conversation.errors import BadSettings, ModelError, ModelUnavailable
from daybook.models.llm import (
    Budget,
    CachedChat,
    ChatModel,
    ChatModels,
    Message,
    ModelRequest,
    ModelsWithFallback,
    load_chat_models,
    one_model,
)
from daybook.models.llm.openai_chat import OpenAIChat
from daybook.settings import ModelRole, ModelSettings, Price, Settings
from tests.models.llm.scripted_chat import ScriptedChat
from tests.scripted_server import ScriptedServer


def settings(**values: str) -> Settings:
    return Settings.of(**{name.removeprefix("daybook_"): value for name, value in values.items()})


def test_without_a_model_there_is_none_for_any_role() -> None:
    models = load_chat_models(settings(openai_api_key="sk-secret"))

    assert [models.of(role) for role in ModelRole] == [None, None, None, None]


def test_without_a_model_the_openai_sdk_is_not_even_imported() -> None:
    program = (
        "import sys; from daybook.models.llm import load_chat_models; from daybook.settings import Settings\n"
        "load_chat_models(Settings()); print('openai' in sys.modules, 'langchain_core' in sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "False"]


def test_one_model_serves_every_role() -> None:
    models = load_chat_models(settings(openai_api_key="sk-secret", daybook_chat_model="small"))

    assert len({id(models.of(role)) for role in ModelRole}) == 1


def test_a_role_can_have_a_model_of_its_own_on_the_same_server() -> None:
    models = load_chat_models(
        settings(openai_api_key="sk-secret", daybook_chat_model="small", daybook_read_model="large")
    )

    reader, other = models.of(ModelRole.READ), models.of(ModelRole.RERANK)
    assert isinstance(reader, OpenAIChat)
    assert isinstance(other, OpenAIChat)
    assert (reader.name, reader.setting) == ("large", "DAYBOOK_READ_MODEL")
    assert (other.name, other.setting) == ("small", "DAYBOOK_CHAT_MODEL")
    assert reader.server is other.server


def test_a_model_for_one_role_leaves_the_others_to_rules() -> None:
    models = load_chat_models(settings(openai_api_key="sk-secret", daybook_read_model="large"))

    assert [role for role in ModelRole if models.of(role)] == [ModelRole.READ]


def test_a_model_at_openai_needs_a_key() -> None:
    with pytest.raises(BadSettings, match="OPENAI_API_KEY: needed for DAYBOOK_CHAT_MODEL"):
        load_chat_models(settings(daybook_chat_model="small"))


async def test_a_server_of_ones_own_needs_none(server: ScriptedServer) -> None:
    server.reply("Hello.")
    models = load_chat_models(settings(daybook_chat_model="small", openai_base_url=server.url + "/"))
    model = models.of(ModelRole.REPLY)
    assert model is not None

    await model.complete(ModelRequest((Message("user", "Hello?"),)))

    await models.aclose()


def test_settings_reach_the_model_and_the_meter(tmp_path: Path) -> None:
    models = load_chat_models(
        settings(
            openai_api_key="sk-secret",
            daybook_chat_model="small",
            daybook_thinking_tokens="2000",
            daybook_reasoning_effort="low",
            daybook_call_timeout="7",
            daybook_model_retries="4",
            daybook_question_tokens="9000",
            daybook_question_timeout="30",
            daybook_prices="small=0.15/0.6, org/large:free=1/2",
            daybook_reply_cache=str(tmp_path),
        )
    )

    cached = models.of(ModelRole.READ)
    assert isinstance(cached, CachedChat)
    assert isinstance(cached.model, OpenAIChat)
    assert (cached.model.temperature, cached.model.thinking_tokens) == (0.0, 2000)
    assert cached.model.reasoning_effort == "low"
    assert (cached.model.deadline, cached.model.backoff.retries) == (7.0, 4)
    meter = models.meter({"rerank": 0.4})
    assert meter.budget == Budget(tokens=9000, seconds=30.0)
    assert meter.prices == {"small": Price(0.15, 0.6), "org/large:free": Price(1, 2)}
    assert (meter.floors, meter.spare_tokens) == ({"rerank": 0.4}, 2000)


@pytest.mark.parametrize(
    "prices", ["small", "small=1", "small=a/b", "=1/2", "small=-1/2", "small=1/inf", "small=nan/1"]
)
def test_a_price_that_cannot_be_read_names_its_setting(prices: str) -> None:
    with pytest.raises(BadSettings, match=r"DAYBOOK_PRICES: .*MODEL=INPUT/OUTPUT"):
        settings(daybook_prices=prices)


def test_a_model_made_elsewhere_serves_every_role_under_the_same_budget() -> None:
    model = ScriptedChat()

    models = one_model(model, settings=ModelSettings(question_tokens=100))

    assert all(models.of(role) is model for role in ModelRole)
    assert models.meter().budget.tokens == 100


def test_a_budget_reckons_with_thoughts_of_a_model_that_may_think() -> None:
    assert (
        load_chat_models(settings(openai_api_key="k", daybook_chat_model="small")).meter().spare_tokens
        == 4000
    )


HELLO = ModelRequest((Message("user", "Hello?"),))


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


def test_a_program_that_does_not_configure_logging_sees_warnings_alone() -> None:
    program = (
        "import logging, daybook; log = logging.getLogger('daybook.store');"
        " log.warning('damaged'); log.info('done')"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert (done.stdout, done.stderr) == ("", "damaged\n")
