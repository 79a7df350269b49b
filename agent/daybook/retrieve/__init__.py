"""Retrieval: a question to its plan, a plan to ranked candidates, candidates to excerpts within a budget."""

from daybook.retrieve.asked_period import boost_event_dates as boost_event_dates
from daybook.retrieve.dense_search import QueryVectors as QueryVectors
from daybook.retrieve.fusion import fuse_ranks as fuse_ranks
from daybook.retrieve.ledger_lookup import (
    LedgerContext as LedgerContext,
    RecordKeys as RecordKeys,
    ScoredRecord as ScoredRecord,
    bm25_vectors as bm25_vectors,
    look_up_ledger as look_up_ledger,
    rank_records as rank_records,
    relevant_records as relevant_records,
)
from daybook.retrieve.packing import (
    TokenCounter as TokenCounter,
    matching_passage as matching_passage,
    pack_rounds as pack_rounds,
    render_excerpt as render_excerpt,
    token_counter as token_counter,
    whole_excerpt as whole_excerpt,
    whole_rounds as whole_rounds,
)
from daybook.retrieve.prefer_current import (
    asks_for_current as asks_for_current,
    drop_superseded as drop_superseded,
    mark_superseded as mark_superseded,
    mark_superseded_notes as mark_superseded_notes,
    prefer_current as prefer_current,
    prefer_newer as prefer_newer,
    superseded_words as superseded_words,
)
from daybook.retrieve.question_plan import (
    asked_slots as asked_slots,
    kinds_by_model as kinds_by_model,
    make_plan as make_plan,
    phrasings_by_model as phrasings_by_model,
    rewrite_by_model as rewrite_by_model,
    rewrite_by_trained_model as rewrite_by_trained_model,
    time_range_by_model as time_range_by_model,
    windowed_query as windowed_query,
)
from daybook.retrieve.rerank import (
    lead_is_clear as lead_is_clear,
    rerank_candidates as rerank_candidates,
    rerank_pairs as rerank_pairs,
    weigh_candidates as weigh_candidates,
)
from daybook.retrieve.round_search import embed_phrasings as embed_phrasings, search_rounds as search_rounds
