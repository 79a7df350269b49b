"""A chat for a reader: what a reply was given and took of memory, and what to beware of."""

from collections.abc import Collection, Mapping

from daybook.conversation import DocumentEvidence, Evidence
from daybook.interfaces.rendering.answer_output import (
    cites,
    show_degraded,
    show_usage,
    written_source,
)
from daybook.interfaces.rendering.ledger_output import learned_line
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.rendering.why import show_calls, show_why
from daybook.library.results import ChatTurn, MemoryContext
from daybook_prompts import JsonValue

WITHOUT_MODEL = (
    "No chat model is configured (DAYBOOK_CHAT_MODEL names one): I keep what you say and show what comes "
    "closest to a question; anything else needs a model."
)
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
    _show_doubts(screen, turn)
    show_usage(screen, turn.usage)
    if turn.consent is not None:
        screen.text(turn.consent["question"], "yellow")


def show_why_of(screen: Screen, turn: ChatTurn) -> None:
    """Print how a reply came about: out of memory, or by a model that was given some of it."""
    if turn.explanation is not None:
        show_why(screen, turn.explanation)
    elif turn.context is None:
        screen.line("nothing was looked up for the last reply")
    else:
        _show_context(screen, turn.context, (*turn.evidence, *turn.documents))
        _show_doubts(screen, turn)
        show_calls(screen, turn.calls)


def _show_context(
    screen: Screen, context: MemoryContext, taken: Collection[Evidence | DocumentEvidence]
) -> None:
    """Print what a model was given of memory, line by line, and whether its reply took that."""
    screen.line(("looked up  ", "cyan"), one_line(context.message))
    if not context.lines:
        screen.line("nothing that is kept bears on it")
        return
    counted = f"{len(context.lines)} {'item' if len(context.lines) == 1 else 'items'}"
    screen.line(f"{counted} of memory, {context.tokens:,} tokens, in {context.milliseconds:.0f} ms")
    screen.line()
    used = [item.evidence in taken for item in context.items]
    cited = [quoted for quoted in taken if isinstance(quoted, DocumentEvidence)]
    used += [any(cites(quoted, item.found.passage) for quoted in cited) for item in context.documents]
    rows = (
        (str(line["kind"]), str(line.get("said", "")), "used it" if is_used else "left it", _words(line))
        for is_used, line in zip(used, context.lines, strict=True)
    )
    screen.table(("=kind", "=said", "=reply", "words"), rows, always_headed=True)


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
