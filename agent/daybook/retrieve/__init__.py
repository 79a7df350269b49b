"""Retrieval: a plan to ranked candidates, and candidates to excerpts within the token budget."""

from daybook.retrieve.event_dates import boost_event_dates
from daybook.retrieve.ledger_context import LedgerContext, look_up_ledger
from daybook.retrieve.mark_superseded import hide_superseded, mark_superseded, superseded_words
from daybook.retrieve.pack import pack_rounds, whole_excerpt, whole_rounds
from daybook.retrieve.prefer_current import asks_for_current, prefer_current
from daybook.retrieve.prefer_newer import prefer_newer
from daybook.retrieve.rank_fusion import fuse_ranks
from daybook.retrieve.rank_records import ScoredRecord, rank_records, relevant_records
from daybook.retrieve.record_keys import RecordKeys
from daybook.retrieve.render import render_excerpt
from daybook.retrieve.rerank import lead_is_clear, rerank_candidates
from daybook.retrieve.search import embed_phrasings, search_rounds
from daybook.retrieve.tokens import TokenCounter, token_counter

__all__ = [
    "LedgerContext",
    "RecordKeys",
    "ScoredRecord",
    "TokenCounter",
    "asks_for_current",
    "boost_event_dates",
    "embed_phrasings",
    "fuse_ranks",
    "hide_superseded",
    "lead_is_clear",
    "look_up_ledger",
    "mark_superseded",
    "pack_rounds",
    "prefer_current",
    "prefer_newer",
    "rank_records",
    "relevant_records",
    "render_excerpt",
    "rerank_candidates",
    "search_rounds",
    "superseded_words",
    "token_counter",
    "whole_excerpt",
    "whole_rounds",
]
