"""Which chat models are in force in a chat, and what was learnt of them, for a reader."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from daybook.graph.parts import Parts
from daybook.interfaces.rendering.screen import Screen
from daybook.llm import ChatModel
from daybook.llm.cache import CachedChat
from daybook.llm.langchain import LangChainChat, provider_of
from daybook.settings import ModelRole

WITHOUT_MODEL = (
    "No chat model is configured (DAYBOOK_CHAT_MODEL names one): I keep what you say and answer what you ask "
    "about it, with quotes; small talk, advice and writing need a model."
)
_SHAPES = {
    "SCHEMA": "JSON by a schema",
    "JSON": "JSON without a schema",
    "PROMPT": "JSON by the prompt alone",
}


def show_models(screen: Screen, parts: Parts, owner: str) -> None:
    """Print the model of each role, where it is, what was learnt of it, and what bounds a reply."""
    by_role = parts.models.by_role
    if not by_role:
        screen.line(WITHOUT_MODEL)
    rows = []
    for model in {one.name: one for one in by_role.values()}.values():
        bare = _uncached(model)
        roles = [role.value for role, one in by_role.items() if one.name == model.name]
        rows.append((", ".join(roles), model.name, _place(bare), ", ".join(_learnt(bare))))
    if rows:
        screen.table(("roles", "model", "at", "learnt"), rows, always_headed=True)
        screen.line()
    missing = [role.value for role in ModelRole if role not in by_role] if by_role else []
    facts = [
        ("by rules", ", ".join(missing)),
        ("memory in a reply", f"up to {parts.settings.chat_budget:,} tokens (DAYBOOK_CHAT_BUDGET)"),
        ("a reply may take", _bounds(parts) if by_role else ""),
        ("facts by model", _facts(parts, owner) if by_role else ""),
        ("found by", parts.settings.embedder),
    ]
    screen.table(("what", "value"), [fact for fact in facts if fact[1]])


def _uncached(model: ChatModel) -> ChatModel:
    while isinstance(model, CachedChat):
        model = model.model
    return model


def _place(model: ChatModel) -> str:
    """Name the server without what its address may hold of keys, or the provider."""
    if isinstance(model, LangChainChat):
        return provider_of(model.name) or "LangChain"
    from daybook.llm.openai import OpenAIChat

    if not isinstance(model, OpenAIChat):
        return "this program"
    parts = urlsplit(model.server.url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _learnt(model: ChatModel) -> Sequence[str]:
    """Say what its replies and refusals have shown."""
    if isinstance(model, LangChainChat):
        return () if model.takes_schema else ("takes no schema",)
    from daybook.llm.openai import OpenAIChat

    if not isinstance(model, OpenAIChat):
        return ()
    dialect = model.dialect
    told = (
        ("thinks before it replies", dialect.thinks),
        ("takes no system message", not dialect.system),
        ("takes no temperature", not dialect.temperature),
        ("takes no reasoning effort", not dialect.reasoning_effort),
        ("counts no tokens of a stream", not dialect.stream_usage),
    )
    learnt = [text for text, holds in told if holds]
    if dialect.window.tokens:
        learnt.append(f"context window of {dialect.window.tokens:,} tokens")
    if dialect.longest_reply:
        learnt.append(f"replies of up to {dialect.longest_reply:,} tokens")
    if dialect.begins_within_thought is None and not learnt:
        return ("not called yet",)
    return (_SHAPES[dialect.shape.name], *learnt)


def _bounds(parts: Parts) -> str:
    models = parts.settings.models
    bounds = [f"{models.question_timeout:g} s"]
    if models.question_tokens is not None:
        bounds.append(f"{models.question_tokens:,} tokens")
    if models.question_cost is not None:
        bounds.append(f"a cost of {models.question_cost:g}")
    return ", ".join(bounds)


def _facts(parts: Parts, owner: str) -> str:
    if not parts.learns_in_chat:
        why = "no ledger is kept" if not parts.settings.ledger else "DAYBOOK_FACTS_BY_MODEL turns them on"
        return f"off ({why})"
    counts = parts.store.model_queue.counts(owner)
    waiting = f"{counts.wanted:,} {'round waits' if counts.wanted == 1 else 'rounds wait'} to be read"
    return f"on, {waiting}" + (f", {counts.given_up:,} given up" if counts.given_up else "")
