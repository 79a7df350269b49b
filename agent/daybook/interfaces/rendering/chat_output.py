"""A chat for a reader: what a reply was given and took of memory, what to beware of, which models reply."""

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import urlsplit

from daybook.conversation import DocumentEvidence, Evidence
from daybook.interfaces.rendering.answer_output import (
    cites,
    show_degraded,
    show_usage,
    show_warnings,
    written_source,
)
from daybook.interfaces.rendering.ledger_output import learned_line
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.rendering.why import show_calls, show_why
from daybook.library.daybook import Daybook
from daybook.library.results import ChatTurn, MemoryContext
from daybook.models.llm import ChatModel
from daybook.models.llm.langchain_chat import LangChainChat, provider_of
from daybook.models.llm.reply_cache import CachedChat
from daybook.settings import ModelRole
from daybook.settings.model_settings import ModelSettings
from daybook_prompts import JsonValue

WITHOUT_MODEL = (
    "No chat model is configured (DAYBOOK_CHAT_MODEL names one, `daybook doctor --local` finds those on this "
    "machine): I keep what you say and show what comes closest to a question; anything else needs a model."
)
_SHAPES = {
    "BOUNDED_SCHEMA": "JSON by a schema",
    "SCHEMA": "JSON by a schema without bounds",
    "JSON": "JSON without a schema",
    "PROMPT": "JSON by the prompt alone",
}
_DAYS = 3
"""Days that are named below a reply."""
_OWN_COLUMNS = ("kind", "said")
_WORDS = ("user", "fact", "quote", "text")
"""Keys of a line whose values need no name."""


def show_remarks(screen: Screen, turn: ChatTurn) -> None:
    """Print below a reply what was learnt, what it took from memory, and what to beware of."""
    for difference in turn.learned:
        screen.text(learned_line(difference), "dim", indent=2)
    if turn.evidence:
        said = "from what you said on" if turn.context else "said on"
        screen.text(f"{said} {_days(turn.evidence)}; /why shows more", "dim", indent=2)
    if turn.documents:
        sources = dict.fromkeys(one_line(written_source(cited)) for cited in turn.documents)
        screen.text(f"from {'; '.join(sources)}", "dim", indent=2)
    if turn.context is None and turn.answer is not None:
        show_warnings(screen, turn.answer)
    else:
        _show_doubts(screen, turn)
    show_usage(screen, turn.usage)
    if turn.consent is not None:
        screen.text(turn.consent["question"], "yellow")


def show_why_of(screen: Screen, turn: ChatTurn) -> None:
    """Print how a reply came about: out of memory, in conversation, or both where memory had no answer."""
    if turn.explanation is not None:
        show_why(screen, turn.explanation)
    if turn.context is None:
        if turn.explanation is None:
            screen.line("nothing was looked up for the last reply")
        return
    if turn.explanation is not None:
        screen.heading("Memory had no answer, so the message was replied to in conversation:")
        screen.line()
    show_context(screen, turn.context, taken=(*turn.evidence, *turn.documents))
    _show_doubts(screen, turn)
    earlier = len(turn.explanation.calls) if turn.explanation else 0
    show_calls(screen, turn.calls[earlier:])


def show_context(
    screen: Screen, context: MemoryContext, taken: Collection[Evidence | DocumentEvidence] | None = None
) -> None:
    """Print what memory holds that bears on a message, line by line as a model gets it.

    `taken` is what the reply took; None where there is no reply.
    """
    screen.line(("looked up  ", "cyan"), one_line(context.message))
    if not context.lines:
        screen.line("nothing that is kept bears on it")
        return
    counted = f"{len(context.lines)} {'item' if len(context.lines) == 1 else 'items'}"
    screen.line(f"{counted} of memory, {context.tokens:,} tokens, in {context.milliseconds:.0f} ms")
    screen.line()
    columns = ["=kind", "=said", "words"]
    rows = [[str(line["kind"]), str(line.get("said", "")), _words(line)] for line in context.lines]
    if taken is not None:
        columns.insert(2, "=reply")
        used = [item.evidence in taken for item in context.items]
        cited = [quoted for quoted in taken if isinstance(quoted, DocumentEvidence)]
        used += [any(cites(quoted, item.found.passage) for quoted in cited) for item in context.documents]
        for is_used, row in zip(used, rows, strict=True):
            row.insert(2, "used it" if is_used else "left it")
    screen.table(columns, rows, always_headed=True)


def _show_doubts(screen: Screen, turn: ChatTurn) -> None:
    before = turn.answer.degraded_reasons if turn.answer else {}
    show_degraded(screen, {**before, **turn.degraded_reasons})


def _words(line: Mapping[str, JsonValue]) -> str:
    parts = []
    for name, value in line.items():
        if name in _OWN_COLUMNS or value in (None, "", []):
            continue
        parts.append(one_line(str(value)) if name in _WORDS else f"{name}: {one_line(str(value))}")
    return "\n".join(parts)


def _days(evidence: Collection[Evidence]) -> str:
    days = list(dict.fromkeys(f"{item.said_at:%Y-%m-%d}" for item in evidence))
    more = f" and {len(days) - _DAYS} more days" if len(days) > _DAYS else ""
    return ", ".join(days[:_DAYS]) + more


def show_models(screen: Screen, daybook: Daybook, owner: str) -> None:
    """Print the model of each role, where it is, what was learnt of it, and what bounds a reply."""
    by_role = daybook.models.by_role
    if not by_role:
        screen.line(WITHOUT_MODEL)
    rows = []
    for name, model in {model.name: model for model in by_role.values()}.items():
        roles = ", ".join(role.value for role, other in by_role.items() if other.name == name)
        while isinstance(model, CachedChat):
            model = model.model
        rows.append((roles, name, _place(model), ", ".join(_learnt(model))))
    if rows:
        screen.table(("roles", "model", "at", "learnt"), rows, always_headed=True)
        screen.line()
    missing = [role.value for role in ModelRole if role not in by_role] if by_role else []
    facts = [
        ("by rules", ", ".join(missing)),
        ("memory in a reply", f"up to {daybook.settings.chat_budget:,} tokens (DAYBOOK_CHAT_BUDGET)"),
        ("a reply may take", _bounds(daybook.settings.models) if by_role else ""),
        ("facts by model", _facts(daybook, owner) if by_role else ""),
        ("found by", daybook.settings.embedder),
    ]
    screen.table(("what", "value"), [fact for fact in facts if fact[1]])


def _place(model: ChatModel) -> str:
    """Name the server without what its address may hold of keys, or the provider."""
    if isinstance(model, LangChainChat):
        return provider_of(model.name) or "LangChain"
    from daybook.models.llm.openai_chat import OpenAIChat

    if not isinstance(model, OpenAIChat):
        return "this program"
    parts = urlsplit(model.server.url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _learnt(model: ChatModel) -> Sequence[str]:
    if isinstance(model, LangChainChat):
        return () if model.takes_schema else ("takes no schema",)
    from daybook.models.llm.openai_chat import OpenAIChat

    if not isinstance(model, OpenAIChat):
        return ()
    dialect = model.dialect
    traits = (
        ("thinks before it replies", model.thinks),
        ("takes no system message", "system" in dialect.refused),
        ("takes no temperature", "temperature" in dialect.refused),
        ("takes no reasoning effort", "reasoning_effort" in dialect.refused),
        ("counts no tokens of a stream", "stream_options" in dialect.refused),
    )
    learnt = [text for text, holds in traits if holds]
    if model.window.tokens:
        learnt.append(f"context window of {model.window.tokens:,} tokens")
    if model.begins_within_thought is None and not learnt:
        return ("not called yet",)
    return (_SHAPES[dialect.shape.name], *learnt)


def _bounds(models: ModelSettings) -> str:
    bounds = [f"{models.question_timeout:g} s"]
    if models.question_tokens is not None:
        bounds.append(f"{models.question_tokens:,} tokens")
    return ", ".join(bounds)


def _facts(daybook: Daybook, owner: str) -> str:
    if not daybook.learns_in_chat:
        why = "no ledger is kept" if not daybook.settings.ledger else "DAYBOOK_FACTS_BY_MODEL turns them on"
        return f"off ({why})"
    counts = daybook.waiting_for_model(owner=owner)
    waiting = f"{counts.wanted:,} {'round waits' if counts.wanted == 1 else 'rounds wait'} to be read"
    return f"on, {waiting}" + (f", {counts.given_up:,} given up" if counts.given_up else "")
