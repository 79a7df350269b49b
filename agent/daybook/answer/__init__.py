"""Answers read from excerpts, every quote checked, and replies to chat messages with what memory holds."""

from daybook.answer.by_model import read_by_model as read_by_model
from daybook.answer.chat_passages import (
    DocumentFinder as DocumentFinder,
    DocumentItem as DocumentItem,
)
from daybook.answer.closest import closest as closest
from daybook.answer.context import (
    ContextItem as ContextItem,
    ItemKind as ItemKind,
    MemoryContext as MemoryContext,
)
from daybook.answer.context_finder import ContextFinder as ContextFinder, Found as Found
from daybook.answer.converse import (
    Conversed as Conversed,
    converse as converse,
    fit as fit,
    round_turns as round_turns,
    stand_alone as stand_alone,
)
from daybook.answer.model_input import (
    KnownBlock as KnownBlock,
    known_block as known_block,
    passages_text as passages_text,
    quoted_for_model as quoted_for_model,
    write_for_model as write_for_model,
)
from daybook.answer.quotes import check_quotes as check_quotes, find_quote as find_quote
