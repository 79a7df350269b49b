"""What programs and models ask of a memory, as functions from plain values to checked results.

LangChain tools, MCP and HTTP are these with another door in front: whatever one of them answers, all do.
"""

from daybook.interfaces.operations.facts import correct, list_facts
from daybook.interfaces.operations.forgetting import forget
from daybook.interfaces.operations.recall import fetch, recall, search
from daybook.interfaces.operations.remember import remember
from daybook.interfaces.operations.results import (
    Citation,
    Corrected,
    DocumentCitation,
    Fact,
    Facts,
    Forgotten,
    FoundRound,
    FoundRounds,
    Recalled,
    Remembered,
)
from daybook.interfaces.operations.turns import round_turns

__all__ = [
    "Citation",
    "Corrected",
    "DocumentCitation",
    "Fact",
    "Facts",
    "Forgotten",
    "FoundRound",
    "FoundRounds",
    "Recalled",
    "Remembered",
    "correct",
    "fetch",
    "forget",
    "list_facts",
    "recall",
    "remember",
    "round_turns",
    "search",
]
