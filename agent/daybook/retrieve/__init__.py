"""A plan to candidates, and candidates to what fits before the reader."""

from daybook.retrieve.event_dates import boost_event_dates
from daybook.retrieve.mark_superseded import asks_for_current, mark_superseded, prefer_current
from daybook.retrieve.pack import pack_rounds
from daybook.retrieve.papers.weigh import join_signals, keep_assistant_side, weigh_candidates
from daybook.retrieve.rank_fusion import fuse_ranks
from daybook.retrieve.rank_records import ScoredRecord, rank_records, relevant_records
from daybook.retrieve.record_keys import RecordKeys
from daybook.retrieve.render import render_excerpt
from daybook.retrieve.rerank import lead_is_clear, rerank_candidates
from daybook.retrieve.search import search_rounds
from daybook.retrieve.tokens import TokenCounter, token_counter

__all__ = [
    "RecordKeys",
    "ScoredRecord",
    "TokenCounter",
    "asks_for_current",
    "boost_event_dates",
    "fuse_ranks",
    "join_signals",
    "keep_assistant_side",
    "lead_is_clear",
    "mark_superseded",
    "pack_rounds",
    "prefer_current",
    "rank_records",
    "relevant_records",
    "render_excerpt",
    "rerank_candidates",
    "search_rounds",
    "token_counter",
    "weigh_candidates",
]
