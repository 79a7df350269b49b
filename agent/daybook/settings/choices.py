"""The ways of doing a thing that options choose between."""

from __future__ import annotations

from enum import StrEnum


class Keying(StrEnum):
    """How a round is keyed for dense search (fielded max-sim keying paper, section 3.2)."""

    USER_ONLY = "user-only"
    CONCAT = "concat"
    MIXTURE = "mixture"
    MAX_SIM = "max-sim"


class Ranking(StrEnum):
    """Which searches rank the rounds."""

    FUSED = "fused"
    """Dense and lexical, merged by their scores, each in standard deviations."""
    RRF = "rrf"
    """Dense and lexical, merged by reciprocal rank fusion (MemoryStack, section 3.4)."""
    DENSE = "dense"
    LEXICAL = "lexical"


class TimeMode(StrEnum):
    """What a time range does to the ranking."""

    PREFER = "prefer"
    """Rounds inside come first where there are any; the rest stay reachable."""
    FILTER = "filter"
    """Rounds that were said outside are hidden."""
    EVENT_FILTER = "event-filter"
    """Rounds that were said outside, and date nothing inside, are hidden (LongMemEval, section 5.4)."""
    IGNORE = "ignore"


class ReadMode(StrEnum):
    """How a chat model reads the packed rounds (LongMemEval, Figure 6)."""

    CON = "con"
    """Chain-of-Note: notes first, then the answer, in one reply."""
    DIRECT = "direct"
    """The answer without notes."""
    PER_ROUND = "per-round"
    """A call for the note of each round, side by side, and one for the answer; for small models."""


class ReadFormat(StrEnum):
    """How the packed rounds are written for a chat model."""

    JSON = "json"
    TEXT = "text"


class SupersededRounds(StrEnum):
    """What becomes of a found round of which something is no longer so."""

    KEEP = "keep"
    """It is found and marked."""
    HIDE_FOR_UPDATE = "update"
    """It is hidden where the question asks how things stand now (MemoryStack, section 3.9)."""
    HIDE = "always"
    """It is hidden whatever is asked (MemoryStack, section 3.5)."""


class PaperName(StrEnum):
    """The papers, as presets name them."""

    LONGMEMEVAL = "longmemeval"
    MAX_SIM = "max-sim"
    TIMERAG = "timerag"
    MEMORYSTACK = "memorystack"
    HIMES = "himes"


class DocumentAttention(StrEnum):
    """What the owner's earlier questions do to the ranking of documents (HiMeS, algorithm 2)."""

    OFF = "off"
    ADDED = "added"
    """Nearness to them is added to the score of the search."""
    ALONE = "alone"
    """It ranks what was found by itself, as in the paper."""
