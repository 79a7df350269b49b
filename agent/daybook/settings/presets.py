"""Pipelines by name: the one that was asked for, and the papers' own, as values of our options.

Numbers beside a value are the paper's sections and tables. What a paper does not have is turned off; what it
leaves open keeps Daybook's default. docs/papers says for each paper what differs all the same, and why.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from daybook.settings.options import (
    Fusion,
    Keying,
    ModelStep,
    PaperSignals,
    Searches,
    TimeMode,
    VectorSearch,
)


class PresetName(StrEnum):
    """Names of the presets; all but the first are papers."""

    CLASSIC = "classic"
    LONGMEMEVAL = "longmemeval"
    MAX_SIM = "max-sim"
    TIMERAG = "timerag"
    MEMORYSTACK = "memorystack"
    HIMES = "himes"


_CLASSIC: Mapping[str, object] = {
    "vectors": VectorSearch.CHROMA,
    "keying": Keying.MAX_SIM,
    "statements": False,
    "speakers": False,
    "query_encoder": False,
    "fusion": Fusion.RRF,
    "rrf_k": 60,
    "rerank_always": True,
    "steps_by_rules": (),
}
"""Chroma, max-sim over the two sides of a round, BM25, reciprocal rank fusion, reranking by a model,
Chain-of-Note over JSON. Every step is a model's where there is
one. The rest is as by default: time ranges, ledger."""

_WITHOUT_OURS: Mapping[str, object] = {
    "statements": False,
    "speakers": False,
    "record_limit": 0,
    "query_encoder": False,
    "time_mode": TimeMode.IGNORE,
    "searches": Searches.DENSE,
    "fusion": Fusion.RRF,
}
"""None of the five has these; a paper's own values beat them."""


def _only(*steps: ModelStep) -> Mapping[str, object]:
    """Leave a chat model those steps before reading, and all others to rules."""
    return {"steps_by_rules": tuple(step for step in ModelStep if step not in steps)}


_MAX_SIM: Mapping[str, object] = {
    **_WITHOUT_OURS,
    "ledger": False,  # section 3.1: rounds alone are kept
    "keying": Keying.MAX_SIM,  # section 3.2: the greater of the cosines of both sides
    "first_windows": True,  # section 3.2: one vector a side
    "read_rounds": 10,  # section 4.1: Recall@10
    **_only(),
}
"""Fielded max-sim keying."""

_LONGMEMEVAL: Mapping[str, object] = {
    **_WITHOUT_OURS,
    "keying": Keying.USER_ONLY,  # section 5.1: a key has the user's side only
    "fact_keys": True,  # section 5.3: K = V + fact, in one key
    "time_mode": TimeMode.EVENT_FILTER,  # section 5.4: by the dates of events, what lies outside is left out
    "read_rounds": 10,  # table 3: the top 5 or the top 10 are read
    **_only(ModelStep.TIME_RANGE),  # section 5.4: a model finds the range
}
"""LongMemEval, its own design in table 2: rounds, K = V + fact, question and time, Chain-of-Note."""

_TIMERAG: Mapping[str, object] = {
    **_WITHOUT_OURS,
    "keying": Keying.USER_ONLY,  # section 3.2: memories are of what users say of themselves
    "query_window": 1,  # section 3.3: the last utterance and a short window, whose length it does not give
    "signals": PaperSignals.TIMERAG,  # section 3.3: records are what is retrieved; ours name their rounds
    "write_threshold": 0.55,  # section 4: tau
    "record_budget": 40,  # section 4: the memory budget, K = 40 records a user
    "record_limit": 5,  # section 4: the evidence at generation time, top K = 5 …
    "read_rounds": 5,  # … with the user's words that they rest on, as section 3.5 allows
    "record_decay": 0.25,  # section 4: lambda; its unit is not given, and is a year here
    "prompts": Path("timerag"),  # section 3.5: its template, in our words, without notes
    **_only(),
}
"""TimeRAG-Memory."""

_MEMORYSTACK: Mapping[str, object] = {
    **_WITHOUT_OURS,
    "keying": Keying.MAX_SIM,  # section 3.2: memories have a source role; either side finds the round
    "fact_keys": True,  # section 4.2: what is searched are facts; here they lead the key of their round
    "searches": Searches.BOTH,  # section 3.4: dense and sparse …
    "fusion": Fusion.RRF,  # … merged by equation 2
    "rrf_k": 60,  # section 3.4
    "search_limit": 30,  # section 4.3: top 30, in all and of each search
    "edges": True,  # section 3.5.1, step 2
    "signals": PaperSignals.MEMORYSTACK,  # sections 3.5, 3.8 and 3.9: relations, equation 7, boosts, filters
    "rerank_always": True,
    "rerank_top": 20,  # section 3.7: N
    "rerank_characters": 200,  # appendix A.3
    "read_rounds": 15,  # section 4.3: the answer is made from the top 15
    "prompts": Path("memorystack"),  # appendix A: its prompts, in our words; A.1 takes no notes
    **_only(ModelStep.EXPAND, ModelStep.RERANK),  # sections 3.3 and 3.7; 3.2 classifies by patterns
}
"""MemoryStack."""

_HIMES: Mapping[str, object] = {
    **_WITHOUT_OURS,
    "keying": Keying.USER_ONLY,  # section 3.2: the long-term memory is the user's earlier queries
    "signals": PaperSignals.HIMES,  # section 3.2 and algorithm 2: earlier queries of the topic rank documents
    "prompts": Path("himes"),  # appendix A.2: its prompts, in our words; one call, no notes
    **_only(ModelStep.REWRITE),  # section 3.1: the rewriter
}
"""HiMeS."""

PRESETS: Mapping[PresetName, Mapping[str, object]] = MappingProxyType(
    {
        PresetName.CLASSIC: _CLASSIC,
        PresetName.LONGMEMEVAL: _LONGMEMEVAL,
        PresetName.MAX_SIM: _MAX_SIM,
        PresetName.TIMERAG: _TIMERAG,
        PresetName.MEMORYSTACK: _MEMORYSTACK,
        PresetName.HIMES: _HIMES,
    }
)
"""By name, the settings and options that make Daybook what is described under it."""

WITHOUT_MODEL: Mapping[PresetName, tuple[str, ...]] = MappingProxyType(
    {
        PresetName.CLASSIC: (
            "nothing is reranked",
            "the closest rounds are shown, without Chain-of-Note",
        ),
        PresetName.LONGMEMEVAL: (
            "time ranges are found by rules, where the paper has a model find them",
            "the closest rounds are shown, without Chain-of-Note",
        ),
        PresetName.MAX_SIM: (),
        PresetName.TIMERAG: (
            "the closest rounds are shown: no reply is conditioned on the five best records",
        ),
        PresetName.MEMORYSTACK: (
            "questions are expanded by rules alone (section 3.3 has both ways)",
            "nothing is reranked (section 3.7): equation 7 shares that weight out",
            "the closest rounds are shown, where the paper has a model answer",
        ),
        PresetName.HIMES: (
            "messages are rewritten by rules, where the paper has a trained rewriter",
            "the closest rounds are shown, where the paper has a model answer",
        ),
    }
)
"""How each preset differs if no chat model is configured."""
