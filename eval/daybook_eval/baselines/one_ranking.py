"""Daybook with one ranking alone: BM25, or one of the four keyings of dense search.

The question is searched with as it was put, and no time range counts.
"""

from __future__ import annotations

from collections.abc import Mapping

from daybook.settings import Keying, Ranking, TimeMode
from daybook_eval.systems.daybook import ask
from daybook_eval.systems.system import System

PLAIN: Mapping[str, object] = {
    "statements": False,
    "speakers": False,
    "ledger": False,
    "ranking": Ranking.RRF,
    "phrasings": False,
    "time_mode": TimeMode.IGNORE,
    "weigh": False,
}
"""The settings under which rankings are compared as they are."""

BM25 = System(
    "bm25",
    "BM25 over both sides of a round, alone",
    ask,
    {**PLAIN, "ranking": Ranking.LEXICAL},
    keeps=True,
)
KEYINGS = tuple(
    System(
        keying.value,
        f"dense search alone, keyed by {keying.value}",
        ask,
        {**PLAIN, "ranking": Ranking.DENSE, "keying": keying},
        keeps=True,
    )
    for keying in Keying
)
