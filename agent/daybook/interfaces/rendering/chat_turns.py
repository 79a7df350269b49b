"""A turn of a chat for a reader: what the reply was given of memory, what it took, and what to beware of."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from daybook.conversation import DocumentEvidence, Evidence
from daybook.interfaces.rendering.answers import (
    show_degraded,
    show_usage,
    show_warnings,
    written_source,
)
from daybook.interfaces.rendering.ledger import learned_line
from daybook.interfaces.rendering.safe import one_line
from daybook.interfaces.rendering.screen import Screen
from daybook.interfaces.rendering.why import show_calls, show_why
from daybook.library.results import ChatTurn
from daybook.reply import DocumentItem, MemoryContext
from daybook_prompts import JsonValue

_DAYS = 3
"""Days that are named below a reply."""
_OWN_COLUMNS = ("mark", "kind", "said")
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
        sources = dict.fromkeys(one_line(written_source(one)) for one in turn.documents)
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
        screen.line()
        screen.line("Memory had no answer, so the message was replied to in conversation:", "cyan")
        screen.line()
    show_context(screen, turn.context, taken=(*turn.evidence, *turn.documents))
    _show_doubts(screen, turn)
    earlier = len(turn.explanation.calls) if turn.explanation else 0
    show_calls(screen, turn.calls[earlier:])


def show_context(
    screen: Screen,
    context: MemoryContext,
    taken: Collection[Evidence | DocumentEvidence] | None = None,
) -> None:
    """Print what memory holds that bears on a message, line by line as a model gets it.

    Args:
        screen: where.
        context: what is shown.
        taken: what the reply took; None where there is no reply.
    """
    screen.line(("looked up  ", "cyan"), one_line(context.message))
    counted = f"{len(context.lines)} {'item' if len(context.lines) == 1 else 'items'}"
    size = f"{counted} of memory, {context.tokens:,} tokens, in {context.milliseconds:.0f} ms"
    if not context.lines:
        screen.line("nothing that is kept bears on it")
        return
    screen.line(size)
    screen.line()
    columns = ["=mark", "=kind", "=said", "words"]
    rows = [
        [str(line["mark"]), str(line["kind"]), str(line.get("said", "")), _words(line)]
        for line in context.lines
    ]
    if taken is not None:
        columns.insert(3, "=reply")
        used = [item.evidence in taken for item in context.items]
        used += [any(_is_of(one, item) for one in taken) for item in context.documents]
        for is_used, row in zip(used, rows, strict=True):
            row.insert(3, "used it" if is_used else "left it")
    screen.table(columns, rows, always_headed=True)


def _show_doubts(screen: Screen, turn: ChatTurn) -> None:
    if turn.unfounded:
        claims = ", ".join(one_line(claim) for claim in turn.unfounded)
        screen.line((f"not from memory: {claims}", "yellow"))
    before = turn.answer.degraded_reasons if turn.answer else {}
    show_degraded(screen, {**before, **turn.degraded_reasons})


def _is_of(one: Evidence | DocumentEvidence, item: DocumentItem) -> bool:
    passage = item.found.passage
    return (
        isinstance(one, DocumentEvidence)
        and one.document_id == passage.document_id
        and one.quote in passage.text
    )


def _words(line: Mapping[str, JsonValue]) -> str:
    """Write a line but for what has a column of its own."""
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
