"""Replying to a chat message: what memory holds that bears on it, and what a reply took from that."""

from daybook.reply.chat_passages import DocumentFinder, DocumentItem, answer_by_rules, cited_in
from daybook.reply.context import ContextItem, ItemKind, MemoryContext
from daybook.reply.context_finder import ContextFinder
from daybook.reply.converse import Conversed, converse, fit, repeated_items, reply_by_rules, stand_alone

__all__ = [
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
    "repeated_items",
    "reply_by_rules",
    "stand_alone",
]
