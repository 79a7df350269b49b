"""One small call of a model, to see what can be had of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter

from daybook.errors import DaybookError
from daybook.llm.cache import CachedChat
from daybook.llm.json_objects import json_objects
from daybook.llm.langchain import LangChainChat
from daybook.llm.protocol import ChatModel, ChatRequest, Finish, Message, ReplyShape
from daybook.settings import Price

_REQUEST = ChatRequest(
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


@dataclass(frozen=True, slots=True)
class Probe:
    """What a call showed."""

    ok: bool
    """The model answered, and with the JSON that was asked for."""
    text: str
    """In one line: what was learnt, or what is wrong and how to mend it."""


async def probe_model(model: ChatModel, prices: Mapping[str, Price]) -> Probe:
    """Call a model once, past the reply cache, and say what was learnt.

    Args:
        model: learns from the call what its server takes.
        prices: by model name.
    """
    while isinstance(model, CachedChat):
        model = model.model
    began = perf_counter()
    try:
        reply = await model.complete(_REQUEST)
    except DaybookError as error:
        return Probe(False, str(error))
    ms = (perf_counter() - began) * 1000
    price = "its price is known" if model.name in prices else "no price is known (DAYBOOK_PRICES)"
    learnt = ", ".join(part for part in (f"answered in {ms:.0f} ms", _window(model), price) if part)
    if any(found.get("ready") is True for found in json_objects(reply.text)):
        return Probe(True, f"{_shape(model)}; {learnt}")
    if reply.finish is Finish.LENGTH:
        return Probe(False, f"its reply was cut off (DAYBOOK_THINKING_TOKENS gives it more room); {learnt}")
    return Probe(False, f"its reply was not the JSON that was asked for, so steps will go by rules; {learnt}")


def _shape(model: ChatModel) -> str:
    """Say how the model was brought to the shape of its reply."""
    if isinstance(model, LangChainChat):
        return _SHAPES["SCHEMA" if model.takes_schema else "PROMPT"]
    from daybook.llm.openai import OpenAIChat

    return _SHAPES[model.dialect.shape.name if isinstance(model, OpenAIChat) else "PROMPT"]


def _window(model: ChatModel) -> str:
    """Say how many tokens the model takes, where its integration knows; "" where nobody does."""
    profile = getattr(model.model, "profile", None) if isinstance(model, LangChainChat) else None
    tokens = (profile or {}).get("max_input_tokens")
    return f"takes {tokens:,} tokens" if tokens else ""
