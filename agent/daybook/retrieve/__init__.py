"""Retrieval: a plan to ranked candidates, and candidates to excerpts within the token budget."""

from daybook.retrieve.asked_period import boost_event_dates
from daybook.retrieve.fusion import fuse_ranks
from daybook.retrieve.ledger_lookup import (
    LedgerContext,
    RecordKeys,
    ScoredRecord,
    bm25_vectors,
    look_up_ledger,
    rank_records,
    relevant_records,
)
from daybook.retrieve.packing import (
    TokenCounter,
    pack_rounds,
    render_excerpt,
    token_counter,
    whole_excerpt,
    whole_rounds,
)
from daybook.retrieve.prefer_current import (
    asks_for_current,
    mark_superseded,
    prefer_current,
    prefer_newer,
    superseded_words,
)
from daybook.retrieve.rerank import lead_is_clear, rerank_candidates, rerank_pairs, weigh_candidates
from daybook.retrieve.round_search import embed_phrasings, search_rounds

__all__ = [
    "LedgerContext",
    "RecordKeys",
    "ScoredRecord",
    "TokenCounter",
    "asks_for_current",
    "bm25_vectors",
    "boost_event_dates",
    "embed_phrasings",
    "fuse_ranks",
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
    "rerank_pairs",
    "search_rounds",
    "superseded_words",
    "token_counter",
    "weigh_candidates",
    "whole_excerpt",
    "whole_rounds",
]
