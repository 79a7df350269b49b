"""Retrieval: a question to its plan, a plan to ranked candidates, candidates to excerpts within a budget."""

from daybook.retrieve.dense_search import DenseHits as DenseHits, QueryVectors as QueryVectors
from daybook.retrieve.fusion import fuse_ranks as fuse_ranks
from daybook.retrieve.ledger_lookup import (
    LedgerContext as LedgerContext,
    RoundTexts as RoundTexts,
    ScoredRecord as ScoredRecord,
    look_up_ledger as look_up_ledger,
    rank_records as rank_records,
    relevant_records as relevant_records,
)
from daybook.retrieve.packing import (
    budget_for as budget_for,
    matching_passage as matching_passage,
    neighbours_of as neighbours_of,
    pack_rounds as pack_rounds,
    render_excerpt as render_excerpt,
    whole_excerpt as whole_excerpt,
    whole_rounds as whole_rounds,
)
from daybook.retrieve.question_plan import (
    is_to_come as is_to_come,
    kinds_by_model as kinds_by_model,
    make_plan as make_plan,
    phrasings_by_model as phrasings_by_model,
    rewrite_by_model as rewrite_by_model,
    rewrite_by_trained_model as rewrite_by_trained_model,
    time_range_by_model as time_range_by_model,
    windowed_query as windowed_query,
)
from daybook.retrieve.relevance import relevance_floor as relevance_floor
from daybook.retrieve.rerank import (
    named as named,
    rerank_candidates as rerank_candidates,
    rerank_pairs as rerank_pairs,
)
from daybook.retrieve.round_search import (
    RoundSearch as RoundSearch,
    SearchScope as SearchScope,
    WordHits as WordHits,
    embed_phrasings as embed_phrasings,
    scope_of as scope_of,
)
from daybook.retrieve.superseded import (
    SupersededWords as SupersededWords,
    mark_superseded as mark_superseded,
    mark_superseded_notes as mark_superseded_notes,
    nearest_statements as nearest_statements,
    superseded_words as superseded_words,
)
from daybook.retrieve.token_counter import (
    TokenCounter as TokenCounter,
    fetch_encoding as fetch_encoding,
    token_counter as token_counter,
)
