"""A plan to candidates, and candidates to what fits before the reader."""

from agent.retrieve.fuse import fuse_ranks
from agent.retrieve.happened import lift_happened
from agent.retrieve.pack import pack_rounds
from agent.retrieve.record_keys import RecordKeys
from agent.retrieve.records import ScoredRecord, records_for, telling_records
from agent.retrieve.render import render_excerpt
from agent.retrieve.rerank import lead_is_clear, rerank_candidates
from agent.retrieve.search import search_rounds
from agent.retrieve.superseded import asks_the_present, mark_superseded, prefer_present
from agent.retrieve.tokens import TokenCounter, token_counter
from agent.retrieve.weigh import join_signals, keep_assistant_side, weigh_candidates

__all__ = [
    "RecordKeys",
    "ScoredRecord",
    "TokenCounter",
    "asks_the_present",
    "fuse_ranks",
    "join_signals",
    "keep_assistant_side",
    "lead_is_clear",
    "lift_happened",
    "mark_superseded",
    "pack_rounds",
    "prefer_present",
    "records_for",
    "render_excerpt",
    "rerank_candidates",
    "search_rounds",
    "telling_records",
    "token_counter",
    "weigh_candidates",
]
