"""Replying to a chat message: what memory holds that bears on it, and what a reply took from that."""

from daybook.reply.chat_passages import DocumentFinder as DocumentFinder
from daybook.reply.chat_passages import DocumentItem as DocumentItem
from daybook.reply.chat_passages import answer_by_rules as answer_by_rules
from daybook.reply.chat_passages import cited_in as cited_in
from daybook.reply.context import ContextItem as ContextItem
from daybook.reply.context import ItemKind as ItemKind
from daybook.reply.context import MemoryContext as MemoryContext
from daybook.reply.context_finder import ContextFinder as ContextFinder
from daybook.reply.converse import Conversed as Conversed
from daybook.reply.converse import converse as converse
from daybook.reply.converse import fit as fit
from daybook.reply.converse import repeated_items as repeated_items
from daybook.reply.converse import reply_by_rules as reply_by_rules
from daybook.reply.converse import stand_alone as stand_alone
