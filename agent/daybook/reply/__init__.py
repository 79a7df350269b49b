"""Replying to a chat message: what memory holds that bears on it, and what a reply took from that."""

from daybook.reply.chat_passages import (
    DocumentFinder as DocumentFinder,
    DocumentItem as DocumentItem,
    answer_by_rules as answer_by_rules,
)
from daybook.reply.context import (
    ContextItem as ContextItem,
    ItemKind as ItemKind,
    MemoryContext as MemoryContext,
)
from daybook.reply.context_finder import ContextFinder as ContextFinder
from daybook.reply.converse import (
    Conversed as Conversed,
    converse as converse,
    fit as fit,
    reply_by_rules as reply_by_rules,
    round_turns as round_turns,
    stand_alone as stand_alone,
)
