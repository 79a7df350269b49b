"""Replying to a chat message: what memory holds that bears on it, and what a reply took from that."""

from daybook.reply.by_rules import MODEL_FAILED, reply_by_rules
from daybook.reply.context import ContextItem, ItemKind, MemoryContext
from daybook.reply.converse import Conversed, converse
from daybook.reply.documents import DocumentFinder, DocumentItem, answer_by_rules, cited_in
from daybook.reply.find import ContextFinder
from daybook.reply.fit import fit
from daybook.reply.repeated import repeated_items
from daybook.reply.stand_alone import needs_rewriting, stand_alone

__all__ = [
    "MODEL_FAILED",
    "ContextFinder",
    "ContextItem",
    "Conversed",
    "DocumentFinder",
    "DocumentItem",
    "ItemKind",
    "MemoryContext",
    "answer_by_rules",
    "cited_in",
    "converse",
    "fit",
    "needs_rewriting",
    "repeated_items",
    "reply_by_rules",
    "stand_alone",
]
