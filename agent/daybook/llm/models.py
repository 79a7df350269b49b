"""The chat model of each role, made from the settings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from daybook.errors import BadSettings
from daybook.llm.cache import CachedChat, ReplyCache
from daybook.llm.meter import Budget, Meter
from daybook.llm.protocol import ChatModel
from daybook.settings import ModelRole, ModelSettings, Price, Settings


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
    """Make the models that the settings name; sends nothing. The openai SDK is imported if needed.

    Raises:
        BadSettings: the key is missing, or a cost limit is set and a model has no price.
    """
    chosen = settings.models
    named = {role: found for role in ModelRole if (found := chosen.model_of(role))}
    if not named:
        return ChatModels()
    budget = _budget(chosen, dict(named.values()))
    if settings.openai_api_key is None and settings.openai_base_url is None:
        raise BadSettings(
            f"OPENAI_API_KEY: needed for {next(iter(named.values()))[1]}; or set OPENAI_BASE_URL to a server"
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
    cache = ReplyCache(chosen.reply_cache) if chosen.reply_cache else None
    made: dict[str, ChatModel] = {}
    for name, setting in named.values():
        if name not in made:
            model = OpenAIChat(
                server,
                name,
                setting=setting,
                temperature=chosen.temperature,
                thinking_tokens=chosen.thinking_tokens,
                reasoning_effort=chosen.reasoning_effort,
                deadline=chosen.call_timeout,
                backoff=Backoff(chosen.model_retries),
            )
            made[name] = CachedChat(model, cache) if cache else model
    return ChatModels(
        by_role={role: made[name] for role, (name, _) in named.items()},
        budget=budget,
        prices=chosen.prices,
        thinking_tokens=chosen.most_thinking_tokens,
        aclose=server.aclose,
    )


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
