"""The JSON of a turn of a chat, and of what memory holds that bears on a message."""

from __future__ import annotations

from typing import Any

from daybook.conversation import plain_document_evidence, plain_evidence, plain_usage
from daybook.conversation.plain import plain_answer
from daybook.interfaces.rendering.ledger_shapes import record_shape
from daybook.interfaces.rendering.shapes import rounds_shape
from daybook.library.results import ChatTurn
from daybook.reply import MemoryContext

Shape = dict[str, Any]


def chat_shape(turn: ChatTurn) -> Shape:
    """A reply; "answer" is that of memory, where it was asked, and "context" what a model was given."""
    kept = turn.remembered
    return {
        "reply": turn.text,
        "round_id": kept.round_id if kept else None,
        "session_id": kept.session_id if kept else None,
        "evidence": [
            *(plain_evidence(one) for one in turn.evidence),
            *(plain_document_evidence(one) for one in turn.documents),
        ],
        "learned": [record_shape(one.after) for one in turn.learned if one.after],
        "unfounded": list(turn.unfounded),
        "answer": {**plain_answer(turn.answer)} if turn.answer else None,
        "context": [dict(line) for line in turn.context.lines] if turn.context else None,
        "proposal": dict(turn.proposal) if turn.proposal else None,
        "consent": dict(turn.consent) if turn.consent else None,
        "degraded": list(turn.degraded),
        "degraded_reasons": dict(turn.degraded_reasons),
        "usage": plain_usage(turn.usage),
    }


def context_shape(context: MemoryContext) -> Shape:
    """What bears on a message; "text" is the block for a prompt, the rest is what it was made of."""
    return {
        "text": context.text,
        "items": [
            *({"kind": str(item.kind), "quote": item.quote, **item.line} for item in context.items),
            *({"quote": item.found.passage.text, **item.line} for item in context.documents),
        ],
        "records": [record_shape(record) for record in context.records],
        **rounds_shape(context.rounds),
        "is_personal": context.is_personal,
        "tokens": context.tokens,
        "milliseconds": round(context.milliseconds, 3),
    }
