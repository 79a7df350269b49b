"""The chat model of each role, made from the settings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from daybook.errors import BadSettings
from daybook.llm.cache import CachedChat, ReplyCache
from daybook.llm.langchain.providers import load_langchain_chat, provider_of
from daybook.llm.meter import Budget, Meter
from daybook.llm.protocol import ChatModel
from daybook.settings import ModelRole, ModelSettings, Price, Settings

OWN = "openai:"
"""May stand before the name of a model that the openai SDK is to call."""


async def _nothing_to_close() -> None:
    pass


@dataclass(frozen=True, slots=True)
class ChatModels:
    """The model of each role. Steps of a role without a model work by rules, and send nothing anywhere."""

    by_role: Mapping[ModelRole, ChatModel] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    """The budget of each question."""
    prices: Mapping[str, Price] = field(default_factory=dict)
    thinking_tokens: int = 0
    aclose: Callable[[], Awaitable[None]] = _nothing_to_close
    """Closes the connections of the running event loop."""

    def of(self, role: ModelRole) -> ChatModel | None:
        """Return the model of a role; None if there is none."""
        return self.by_role.get(role)

    def meter(self, floors: Mapping[str, float] | None = None) -> Meter:
        """Make the meter of one question; its deadline counts from now.

        Args:
            floors: the share of the budget below which a step is left out, by stage.
        """
        return Meter(self.budget, self.prices, floors or {}, self.thinking_tokens)


def one_model(model: ChatModel, *, settings: ModelSettings) -> ChatModels:
    """Use one given model for every role, with the budget of the settings."""
    return ChatModels(
        by_role=dict.fromkeys(ModelRole, model),
        budget=_budget(settings, {model.name: "the model that was given"}),
        prices=settings.prices,
        thinking_tokens=settings.most_thinking_tokens,
    )


def load_chat_models(settings: Settings) -> ChatModels:
    """Make the models that the settings name; sends nothing. SDKs are imported if needed.

    `PROVIDER:MODEL` with a provider that LangChain knows is called by LangChain's integration; every other
    name, and `openai:MODEL`, by the openai SDK.

    Raises:
        BadSettings: the key or a package is missing, or a cost limit is set and a model has no price.
    """
    chosen = settings.models
    named = {
        role: (name.removeprefix(OWN), setting)
        for role in ModelRole
        if (found := chosen.model_of(role))
        for name, setting in [found]
    }
    if not named:
        return ChatModels()
    settings_by_name = {name: setting for name, setting in reversed(named.values())}
    budget = _budget(chosen, settings_by_name)
    made, aclose = _make_models(settings, settings_by_name)
    cache = ReplyCache(chosen.reply_cache) if chosen.reply_cache else None
    kept: Mapping[str, ChatModel] = {
        name: CachedChat(model, cache) if cache else model for name, model in made.items()
    }
    return ChatModels(
        by_role={role: kept[name] for role, (name, _) in named.items()},
        budget=budget,
        prices=chosen.prices,
        thinking_tokens=chosen.most_thinking_tokens,
        aclose=aclose,
    )


def _make_models(
    settings: Settings, named: Mapping[str, str]
) -> tuple[Mapping[str, ChatModel], Callable[[], Awaitable[None]]]:
    """Make each model, by its name; the second result closes their connections.

    Args:
        settings: hold the server, its key and how calls are made.
        named: the setting that names each model, by the model's name.
    """
    chosen, made = settings.models, dict[str, ChatModel]()
    for name in (name for name in named if provider_of(name)):
        made[name] = load_langchain_chat(
            name,
            setting=named[name],
            temperature=chosen.temperature,
            deadline=chosen.call_timeout,
            spare_tokens=chosen.thinking_tokens or 0,
            concurrency=chosen.model_concurrency,
        )
    others = [name for name in named if name not in made]
    if not others:
        return made, _nothing_to_close
    if settings.openai_api_key is None and settings.openai_base_url is None:
        raise BadSettings(
            f"OPENAI_API_KEY: needed for {named[others[0]]}; or set OPENAI_BASE_URL to a server"
            " that wants no key"
        )
    from daybook.llm.openai import Backoff, OpenAIChat, OpenAIServer

    server = OpenAIServer(
        url=settings.openai_base_url,
        key=settings.openai_api_key,
        headers=chosen.extra_headers,
        azure_api_version=chosen.azure_api_version,
        concurrency=chosen.model_concurrency,
    )
    for name in others:
        made[name] = OpenAIChat(
            server,
            name,
            setting=named[name],
            temperature=chosen.temperature,
            thinking_tokens=chosen.thinking_tokens,
            reasoning_effort=chosen.reasoning_effort,
            deadline=chosen.call_timeout,
            backoff=Backoff(chosen.model_retries),
        )
    return made, server.aclose


def _budget(settings: ModelSettings, models: Mapping[str, str]) -> Budget:
    """Make the budget of a question.

    Args:
        settings: hold its limits.
        models: what names each model, by the model's name.

    Raises:
        BadSettings: the cost is limited, but what a model costs is not known.
    """
    unpriced = sorted(name for name in models if name not in settings.prices)
    if settings.question_cost is not None and unpriced:
        raise BadSettings(
            f"DAYBOOK_PRICES: no price (MODEL=INPUT/OUTPUT) for {', '.join(unpriced)}, without which"
            " DAYBOOK_QUESTION_COST cannot be kept"
        )
    return Budget(settings.question_tokens, settings.question_cost, settings.question_timeout)
