"""How memory is searched, ranked, read and kept, part by part: what evaluation compares.

The defaults are what was measured best (`docs/retrieval.md`). Only `fusion` is read from the environment: the
library takes options as `Daybook.open(options=…)`, evaluation as `--set NAME=VALUE`. Every constant that a
paper states is here.
"""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Keying(StrEnum):
    """How a round is keyed for dense search (fielded max-sim keying paper, section 3.2)."""

    USER_ONLY = "user-only"
    CONCAT = "concat"
    MAX_SIM = "max-sim"


class Searches(StrEnum):
    """The searches that rank the rounds."""

    BOTH = "both"
    DENSE = "dense"
    LEXICAL = "lexical"


class VectorSearch(StrEnum):
    """The engine that searches the vectors of rounds."""

    AUTO = "auto"
    """Exact while an owner has few enough, Chroma beyond."""
    EXACT = "exact"
    """All of an owner's are held in memory and compared."""
    CHROMA = "chroma"
    """Chroma holds a copy of them, and finds the nearest."""


class Fusion(StrEnum):
    """How the rankings of several searches are merged."""

    SCORES = "scores"
    """By their scores, each in standard deviations."""
    RRF = "rrf"
    """By reciprocal rank fusion (MemoryStack, section 3.4)."""


class TimeMode(StrEnum):
    """The effect of a time range on the ranking."""

    PREFER = "prefer"
    """Rounds inside come first where there are any; the rest stay reachable."""
    EVENT_FILTER = "event-filter"
    """Rounds that were said outside, and date nothing inside, are hidden (LongMemEval, section 5.4)."""
    IGNORE = "ignore"


class ModelStep(StrEnum):
    """A step between a question and its ranked rounds that a chat model can do."""

    REWRITE = "rewrite"
    CLASSIFY = "classify"
    EXPAND = "expand"
    TIME_RANGE = "time_range"
    RERANK = "rerank"


class PaperSignals(StrEnum):
    """Signals that a paper ranks by and Daybook does not: see `daybook.retrieve.papers`."""

    NONE = "none"
    TIMERAG = "timerag"
    """Records are what is retrieved, and rounds as what they rest on (TimeRAG-Memory, section 3.3)."""
    MEMORYSTACK = "memorystack"
    """Equation 7, its boosts and relations, and the filters of section 3.9."""
    HIMES = "himes"
    """Earlier questions of the topic rank documents by attention (HiMeS, algorithm 2)."""


class Group(BaseModel):
    """Values that belong together: frozen, and an unknown name is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SearchOptions(Group):
    """How the searches of a plan are made and merged."""

    keying: Keying = Field(Keying.MAX_SIM, description="user-only, concat or max-sim")
    statements: bool = Field(True, description="score the user's side by its best sentence as well")
    first_windows: bool = Field(
        False,
        description="search the beginning of each side alone, one vector a side (fielded max-sim keying)",
    )
    speakers: bool = Field(
        True, description="prefer the words of the speaker whom the question names, else the user's"
    )
    query_encoder: bool = Field(
        True,
        description="encode questions by the encoder trained for them, where there is one; it knows English, "
        "and is off by default in other languages",
    )
    searches: Searches = Field(Searches.BOTH, description="by meaning and by words: both, dense or lexical")
    fusion: Fusion = Field(Fusion.SCORES, description="merge what searches find by scores, or by rrf")
    rrf_k: int = Field(60, gt=0, description="rrf: damping constant of reciprocal rank fusion")
    search_limit: int = Field(50, gt=0, description="rounds taken from each ranking")
    time_mode: TimeMode = Field(TimeMode.PREFER, description="prefer, event-filter or ignore the time range")
    query_window: int = Field(
        0,
        ge=0,
        description="search with so many turns of the dialogue and the utterance as it was put, in place of"
        " the question made to stand alone (TimeRAG-Memory, section 3.3); 0 searches with the question",
    )
    signals: PaperSignals = Field(
        PaperSignals.NONE, description="none, or what a paper ranks by: timerag, memorystack or himes"
    )


class LedgerOptions(Group):
    """Options of the ledger: what is written, how it affects finding and reading, how records are related."""

    write_threshold: float = Field(
        0.55, gt=0, le=1, description="confidence from which a fact is written (TimeRAG-Memory, tau)"
    )
    record_budget: int = Field(
        200, gt=0, description="active records of an owner; the least weighty beyond it fade"
    )
    fact_keys: bool = Field(
        False,
        description="find a round that has records by its user's side with these before it, in place of all"
        " its keys (LongMemEval, K = V + fact)",
    )
    record_limit: int = Field(
        5, ge=0, description="records shown to a reader that is a model (TimeRAG-Memory, K); 0 shows none"
    )
    record_decay: float = Field(
        0.25, ge=0, description="how fast records fade in a ranking, per year (TimeRAG-Memory, lambda)"
    )
    edges: bool = Field(
        False,
        description="relate records that follow, resemble or elaborate each other (MemoryStack, 3.5.1)",
    )


class RerankOptions(Group):
    """How a chat model reranks."""

    rerank_top: int = Field(30, gt=0, description="candidates that the model scores, in one call")
    rerank_characters: int = Field(
        350, gt=0, description="characters shown of each candidate, around what matched (MemoryStack: 200)"
    )
    rerank_always: bool = Field(False, description="rerank also where all that was found will be read")


class StepOptions(Group):
    """Who does the steps before reading."""

    steps_by_rules: tuple[ModelStep, ...] = Field(
        (ModelStep.CLASSIFY, ModelStep.EXPAND, ModelStep.TIME_RANGE),
        description="steps that no chat model does, though one is configured",
    )


class ReadOptions(Group):
    """How what was found is read."""

    read_rounds: int = Field(
        0, ge=0, description="read so many of the best rounds, whole, at any cost; 0 fills the budget instead"
    )


class Options(Group):
    """The options of all parts."""

    search: SearchOptions = SearchOptions()
    ledger: LedgerOptions = LedgerOptions()
    rerank: RerankOptions = RerankOptions()
    steps: StepOptions = StepOptions()
    read: ReadOptions = ReadOptions()
