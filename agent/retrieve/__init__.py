"""A plan to candidates, and candidates to what fits before the reader."""

from agent.retrieve.fuse import fuse_ranks
from agent.retrieve.pack import pack_rounds
from agent.retrieve.render import CUT, render_excerpt
from agent.retrieve.search import search_rounds
from agent.retrieve.tokens import TokenCounter, token_counter

__all__ = [
    "CUT",
    "TokenCounter",
    "fuse_ranks",
    "pack_rounds",
    "render_excerpt",
    "search_rounds",
    "token_counter",
]
