"""A plan to candidates, and candidates to what fits before the reader."""

from agent.retrieve.fuse import fuse_ranks
from agent.retrieve.pack import pack_rounds
from agent.retrieve.render import render_excerpt
from agent.retrieve.rerank import lead_is_clear, rerank_candidates
from agent.retrieve.search import search_rounds
from agent.retrieve.tokens import TokenCounter, token_counter
from agent.retrieve.weigh import join_signals, keep_assistant_side, weigh_candidates

__all__ = [
    "TokenCounter",
    "fuse_ranks",
    "join_signals",
    "keep_assistant_side",
    "lead_is_clear",
    "pack_rounds",
    "render_excerpt",
    "rerank_candidates",
    "search_rounds",
    "token_counter",
    "weigh_candidates",
]
