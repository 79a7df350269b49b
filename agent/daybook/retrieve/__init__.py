"""Retrieval: a question to its plan, a plan to ranked candidates, candidates to excerpts within a budget."""

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
from daybook.retrieve.question_plan import (
    asked_slots,
    kinds_by_model,
    make_plan,
    phrasings_by_model,
    rewrite_by_model,
    rewrite_by_trained_model,
    time_range_by_model,
)
from daybook.retrieve.rerank import lead_is_clear, rerank_candidates, rerank_pairs, weigh_candidates
from daybook.retrieve.round_search import embed_phrasings, search_rounds

__all__ = [
    "LedgerContext",
    "RecordKeys",
    "ScoredRecord",
    "TokenCounter",
    "asked_slots",
    "asks_for_current",
    "bm25_vectors",
    "boost_event_dates",
    "embed_phrasings",
    "fuse_ranks",
    "kinds_by_model",
    "lead_is_clear",
    "look_up_ledger",
    "make_plan",
    "mark_superseded",
    "pack_rounds",
    "phrasings_by_model",
    "prefer_current",
    "prefer_newer",
    "rank_records",
    "relevant_records",
    "render_excerpt",
    "rerank_candidates",
    "rerank_pairs",
    "rewrite_by_model",
    "rewrite_by_trained_model",
    "search_rounds",
    "superseded_words",
    "time_range_by_model",
    "token_counter",
    "weigh_candidates",
    "whole_excerpt",
    "whole_rounds",
]
