"""The chat model, made from the settings; called with the rules behind it, and tried out."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeVar

from daybook.conversation.errors import BadSettings, DaybookError, ModelError
from daybook.models.llm.chat_model import ChatModel, Finish, Message, ModelRequest, ReplyShape
from daybook.models.llm.langchain_chat import LangChainChat, load_langchain_chat, provider_of
from daybook.models.llm.meter import Meter
from daybook.models.llm.reply_text import json_objects
from daybook.settings import Settings
from daybook.text.secrets import masked

T = TypeVar("T")
log = logging.getLogger(__name__)

_SETTING = "DAYBOOK_CHAT_MODEL"
_OPENAI_SDK = "openai:"
"""May stand before the name of a model that the openai SDK is to call."""
_FLOORS = {"expand": 0.9, "classify": 0.85, "time_range": 0.8, "rerank": 0.5}
"""The share of the time of a question that has to be left for each step to call its model, so that they fall
back to rules in this order as it runs out. The rest is for reading, which is never skipped first."""
_REASON_LENGTH = 200
"""Characters of a reason for falling back to rules."""
_READY = ModelRequest(
    messages=(
        Message("system", 'Reply with one JSON object only: {"ready": true}'),
        Message("user", "Are you ready?"),
    ),
    shape=ReplyShape(
        "ready",
        {
            "type": "object",
            "properties": {"ready": {"type": "boolean"}},
            "required": ["ready"],
            "additionalProperties": False,
        },
    ),
    max_output_tokens=200,
)
_SHAPES = {
    "SCHEMA": "JSON by a schema that the server enforces",
    "JSON": "JSON that the server enforces, its shape by the prompt",
    "PROMPT": "JSON by the prompt alone",
}


async def _nothing_to_close() -> None:
    pass


@dataclass(frozen=True, slots=True)
class ChatModels:
    """The chat model of every step; without one they work by rules, and send nothing anywhere."""

    model: ChatModel | None = None
    question_timeout: float | None = None
    """Seconds for all calls of one question."""
    aclose: Callable[[], Awaitable[None]] = _nothing_to_close
    """Closes the connections of the running event loop."""

    def meter(self, floors: Mapping[str, float] | None = None) -> Meter:
        """Make the meter of one question; its deadline counts from now.

        `floors` has, by stage, the share of the time below which a step is left out.
        """
        return Meter(self.question_timeout, floors or {})


def load_chat_models(settings: Settings) -> ChatModels:
    """Make the model that the settings name; sends nothing. SDKs are imported if needed.

    `PROVIDER:MODEL` with a provider that LangChain knows is called by LangChain's integration; every other
    name, and `openai:MODEL`, by the openai SDK.
    """
    chosen = settings.models
    if chosen.chat_model is None:
        return ChatModels()
    name = chosen.chat_model.removeprefix(_OPENAI_SDK)
    model: ChatModel
    aclose: Callable[[], Awaitable[None]] = _nothing_to_close
    if provider_of(name):
        model = load_langchain_chat(
            name,
            setting=_SETTING,
            temperature=0.0,
            deadline=chosen.call_timeout,
            spare_tokens=chosen.thinking_tokens or 0,
            concurrency=chosen.model_concurrency,
        )
    else:
        model, aclose = _on_openai_server(name, settings)
    return ChatModels(model, chosen.question_timeout, aclose)


def _on_openai_server(name: str, settings: Settings) -> tuple[ChatModel, Callable[[], Awaitable[None]]]:
    """Make a model on an OpenAI-compatible server; the second result closes the connections."""
    if settings.openai_api_key is None and settings.openai_base_url is None:
        raise BadSettings(
            f"OPENAI_API_KEY: needed for {_SETTING}; or set OPENAI_BASE_URL to a server that wants no key"
        )
    from daybook.models.llm.openai_chat import Backoff, OpenAIChat, OpenAIServer

    chosen = settings.models
    server = OpenAIServer(
        url=settings.openai_base_url,
        key=settings.openai_api_key,
        headers=chosen.extra_headers,
        concurrency=chosen.model_concurrency,
    )
    model = OpenAIChat(
        server,
        name,
        temperature=0.0,
        thinking_tokens=chosen.thinking_tokens,
        reasoning_effort=chosen.reasoning_effort,
        deadline=chosen.call_timeout,
        backoff=Backoff(chosen.model_retries),
    )
    return model, server.aclose


@dataclass(slots=True)
class ModelsWithFallback:
    """The model of one question, its meter, and the steps that fell back to rules."""

    models: ChatModels
    meter: Meter
    by_rules: Collection[str] = ()
    """Steps that no model does."""
    degraded: dict[str, str] = field(default_factory=dict)
    """Steps that have a model and fell back to rules, in the order in which they did, each with its first
    reason: one line, without secrets."""

    @classmethod
    def begin(cls, models: ChatModels, by_rules: Collection[str] = ()) -> ModelsWithFallback:
        """Begin a question: its deadline counts from now. No model does the steps named."""
        return cls(models, models.meter(_FLOORS), by_rules)

    def does(self, stage: str) -> bool:
        """True if a model is to do a step."""
        return stage not in self.by_rules and self.models.model is not None

    async def call(self, stage: str, by_model: Callable[[ChatModel], Awaitable[T]], by_rules: T) -> T:
        """Run a step with the model if there is one and the time allows; else use the rules' result.

        A model that fails, or does not answer in time, never costs the user the answer: the step is named in
        `degraded`. The user's own mistakes (a wrong key, an unknown model) are raised.
        """
        model = self.models.model
        if model is None or stage in self.by_rules:
            return by_rules
        if not self.meter.allows(stage):
            self.fell_back(stage, "too little is left of the question's time")
            return by_rules
        try:
            return await by_model(self.meter.metered(model, stage))
        except ModelError as error:
            self.fell_back(stage, str(error))
            return by_rules

    def fell_back(self, stage: str, reason: str) -> None:
        """Note that a step was done by rules though it has a model; the log gets it as information."""
        line = masked(" ".join(reason.split()))
        short = line if len(line) <= _REASON_LENGTH else f"{line[: _REASON_LENGTH - 1]}…"
        self.degraded.setdefault(stage, short)
        log.info("%s went by rules: %s", stage, short)


@dataclass(frozen=True, slots=True)
class Probe:
    """Result of one small call of a model."""

    ok: bool
    """The model answered, and with the JSON that was asked for."""
    text: str
    """In one line: what was learnt, or what is wrong and how to mend it."""


async def probe_model(model: ChatModel) -> Probe:
    """Call a model once, and say what was learnt."""
    began = perf_counter()
    try:
        reply = await model.complete(_READY)
    except DaybookError as error:
        return Probe(False, str(error))
    ms = (perf_counter() - began) * 1000
    profile = getattr(model.model, "profile", None) if isinstance(model, LangChainChat) else None
    tokens = (profile or {}).get("max_input_tokens")
    window = f", takes {tokens:,} tokens" if tokens else ""
    learnt = f"answered in {ms:.0f} ms{window}"
    if any(found.get("ready") is True for found in json_objects(reply.text)):
        takes_schema = isinstance(model, LangChainChat) and model.takes_schema
        dialect = getattr(model, "dialect", None)  # of a model on an OpenAI-compatible server
        shape = dialect.shape.name if dialect else "SCHEMA" if takes_schema else "PROMPT"
        return Probe(True, f"{_SHAPES[shape]}; {learnt}")
    if reply.finish is Finish.LENGTH:
        return Probe(False, f"its reply was cut off (DAYBOOK_THINKING_TOKENS gives it more room); {learnt}")
    return Probe(False, f"its reply was not the JSON that was asked for, so steps will go by rules; {learnt}")
