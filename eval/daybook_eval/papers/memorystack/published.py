"""What MemoryStack printed."""

from __future__ import annotations

from collections.abc import Mapping

TYPES: Mapping[str, str] = {
    "single-session-user": "SS-User",
    "single-session-assistant": "SS-Asst",
    "single-session-preference": "Pref",
    "temporal-reasoning": "Temporal",
    "knowledge-update": "K-Update",
    "multi-session": "Multi-Sess",
}
"""Question types by the names of table 3, in its order."""
MEMORYSTACK: Mapping[str, float] = {
    "single-session-user": 0.986,
    "single-session-assistant": 0.911,
    "single-session-preference": 0.933,
    "temporal-reasoning": 0.902,
    "knowledge-update": 0.974,
    "multi-session": 0.895,
    "all": 0.928,
}
"""Tables 2 and 3: accuracy by a model's judgement, of all 500 questions."""
FULL_CONTEXT: Mapping[str, float] = {
    "single-session-user": 0.814,
    "single-session-assistant": 0.946,
    "single-session-preference": 0.200,
    "temporal-reasoning": 0.714,
    "knowledge-update": 0.782,
    "multi-session": 0.443,
    "all": 0.602,
}
"""Table 3, as it took it from another paper."""
FAILURES: Mapping[str, float] = {"retrieval": 14 / 36, "reasoning": 13 / 36, "data": 5 / 36, "facts": 4 / 36}
"""Table 4: shares of its 36 failures."""
STAGES: Mapping[str, tuple[str, float | None]] = {
    "classify": ("query classification", 5),
    "expand": ("query expansion", 100),
    "search": ("hybrid search", 150),
    "look_up_ledger": ("relationship enhancement (its graph is read)", 50),
    "weigh": ("relationship enhancement and temporal scoring", 5),
    "rerank": ("LLM re-ranking", 500),
    "total": ("full pipeline", 900),
}
"""Section 5.1: milliseconds by the node of ours that does the stage."""
PRICES = (0.075, 0.30)
"""Dollars for a million tokens in and out: what section 5.2's costs and token counts come to."""
COST = {"rerank": (1_100, 50, 0.0001), "read": (1_660, 50, 0.00014), "total": (2_760, 100, 0.00024)}
"""Section 5.2: tokens in and out, and dollars, of a question."""
MONTHS: Mapping[int, tuple[float, float]] = {
    100_000: (24, 14),
    1_000_000: (240, 140),
    10_000_000: (2_400, 1_400),
}
"""Table 6: dollars for so many questions, with reranking and without."""
