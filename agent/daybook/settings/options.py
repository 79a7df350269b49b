"""How memory is searched, ranked, read and kept, part by part: what evaluation compares.

The defaults are what was measured best (`docs/retrieval.md`). Only `fusion` is read from the environment: the
library takes options as `Daybook.open(options=…)`, evaluation as `--set NAME=VALUE`. Every constant that a
paper states is here.
"""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from daybook.conversation import DecayUnit


class Keying(StrEnum):
    """How a round is keyed for dense search (fielded max-sim keying paper, section 3.2)."""

    USER_ONLY = "user-only"
    CONCAT = "concat"
    MIXTURE = "mixture"
    MAX_SIM = "max-sim"


class Searches(StrEnum):
    """Which searches rank the rounds."""

    BOTH = "both"
    DENSE = "dense"
    LEXICAL = "lexical"


class VectorSearch(StrEnum):
    """What searches the vectors of rounds."""

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
    """What a time range does to the ranking."""

    PREFER = "prefer"
    """Rounds inside come first where there are any; the rest stay reachable."""
    FILTER = "filter"
    """Rounds that were said outside are hidden."""
    EVENT_FILTER = "event-filter"
    """Rounds that were said outside, and date nothing inside, are hidden (LongMemEval, section 5.4)."""
    IGNORE = "ignore"


class RoundKeys(StrEnum):
    """What is drawn out of a round, and stands before its user's side in its key (LongMemEval, 5.3)."""

    OFF = "off"
    FACT = "fact"
    """What its records say; a round without one keeps its own."""
    KEYPHRASE = "keyphrase"
    SUMMARY = "summary"


class ModelStep(StrEnum):
    """A step between a question and its ranked rounds that a chat model can do."""

    REWRITE = "rewrite"
    CLASSIFY = "classify"
    EXPAND = "expand"
    TIME_RANGE = "time_range"
    RERANK = "rerank"


class ReadFormat(StrEnum):
    """How the packed rounds are written for a chat model."""

    JSON = "json"
    TEXT = "text"


class SupersededRounds(StrEnum):
    """What becomes of a found round with a superseded statement."""

    KEEP = "keep"
    """It is found and marked."""
    HIDE_FOR_UPDATE = "update"
    """It is hidden where the question asks how things stand now (MemoryStack, section 3.9)."""
    HIDE = "always"
    """It is hidden whatever is asked (MemoryStack, section 3.5)."""


class DocumentAttention(StrEnum):
    """What the owner's earlier questions do to the ranking of documents (HiMeS, algorithm 2)."""

    OFF = "off"
    ADDED = "added"
    """Nearness to them is added to the score of the search."""
    ALONE = "alone"
    """It ranks what was found by itself, as in the paper."""


class Group(BaseModel):
    """Values that belong together: frozen, and an unknown name is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SearchOptions(Group):
    """How the searches of a plan are made and merged."""

    keying: Keying = Field(Keying.MAX_SIM, description="user-only, concat, mixture or max-sim")
    mixture_alpha: float = Field(0.7, ge=0, le=1, description="weight of the user field under mixture")
    statements: bool = Field(True, description="score the user's side by its best sentence as well")
    first_windows: bool = Field(
        False,
        description="search the beginning of each side alone, one vector a side (fielded max-sim keying)",
    )
    speakers: bool = Field(
        True, description="prefer the words of the speaker whom the question names, else the user's"
    )
    names_searched: bool = Field(
        False, description="leave the names of the memory's speakers in what is searched by meaning"
    )
    query_encoder: bool = Field(
        True,
        description="encode questions by the encoder trained for them, where there is one; it knows English, "
        "and is off by default in other languages",
    )
    other_side_penalty: float = Field(
        0.03, ge=0, description="cosines taken off the words of a side that is not asked about"
    )
    searches: Searches = Field(Searches.BOTH, description="by meaning and by words: both, dense or lexical")
    fusion: Fusion = Field(Fusion.SCORES, description="merge what searches find by scores, or by rrf")
    search_limit: int = Field(50, gt=0, description="rounds taken from each ranking")
    dense_weight: float = Field(0.7, ge=0, description="scores: weight of the search by meaning")
    asked_weight: float = Field(
        0.15, ge=0, description="scores: weight of BM25 over the words of whom the question asks about"
    )
    round_weight: float = Field(0.15, ge=0, description="scores: weight of BM25 over the whole round")
    phrasings_weight: float = Field(
        0.5, ge=0, description="scores: weight of all other phrasings together beside the question"
    )
    range_lift: float = Field(
        1.0, description="scores: standard deviations by which rounds inside the time range are lifted"
    )
    rrf_k: int = Field(60, gt=0, description="rrf: damping constant of reciprocal rank fusion")
    rrf_statement_weight: float = Field(
        0.0, ge=0, description="rrf: weight of a ranking by statements alone beside one by meaning"
    )
    rrf_round_weight: float = Field(
        1.0, ge=0, description="rrf: weight of BM25 over the whole round beside meaning"
    )
    rrf_asked_weight: float = Field(
        0.0, ge=0, description="rrf: weight of BM25 over the words of whom the question asks about"
    )
    rrf_phrasing_weight: float = Field(
        0.5, ge=0, description="rrf: weight of a ranking of another phrasing beside one of the question"
    )
    rrf_range_weight: float = Field(
        0.5, ge=0, description="rrf: weight of a ranking among the rounds of the time range"
    )
    time_mode: TimeMode = Field(
        TimeMode.PREFER, description="prefer, filter, event-filter or ignore the time range"
    )
    event_dates: bool = Field(True, description="lift rounds that date something into the period asked about")
    phrasings: bool = Field(True, description="search with the statement that would answer as well")
    query_window: int = Field(
        0,
        ge=0,
        description="search with so many turns of the dialogue and the utterance as it was put, in place of"
        " the question made to stand alone (TimeRAG-Memory, section 3.3); 0 searches with the question",
    )

    @property
    def merges_scores(self) -> bool:
        """True if scores are merged; one search alone keeps its ranks."""
        return self.fusion is Fusion.SCORES and self.searches is Searches.BOTH


class LedgerOptions(Group):
    """What the ledger does to finding and ranking, and how its records are related."""

    record_keys: bool = Field(True, description="find rounds by the records that rest on them as well")
    round_keys: RoundKeys = Field(
        RoundKeys.OFF,
        description="in place of all its keys, find a round by its user's side with this before it:"
        " fact, keyphrase, summary, or off (LongMemEval, K = V + …)",
    )
    record_ranking: bool = Field(
        False, description="find rounds by the records that rest on them alone (TimeRAG-Memory, section 3.3)"
    )
    record_limit: int = Field(
        5, ge=0, description="records shown to a reader that is a model (TimeRAG-Memory, K); 0 shows none"
    )
    record_decay: float = Field(
        0.25, ge=0, description="how fast records fade in a ranking, per unit (TimeRAG-Memory, lambda)"
    )
    record_decay_unit: DecayUnit = Field(
        DecayUnit.YEAR, description="what record_decay is of: session, day or year"
    )
    decayed_below: float = Field(
        0.0,
        ge=0,
        lt=1,
        description="weight exp(-record_decay · age) under which a record is decayed, however sure it is"
        " (TimeRAG-Memory, section 3.4); 0: by faded_weight",
    )
    conflict_penalty: float = Field(
        0.3, ge=0, description="what a record loses that something later contradicts, in cosines (gamma)"
    )
    lexical_records: bool = Field(
        False, description="rank records by their words (BM25) in place of their meaning"
    )
    intent_slots: float = Field(
        0.0, ge=0, description="cosines that a record gains whose slot the question is about"
    )
    intent_filter: bool = Field(
        False, description="rank only records of the slots that the question is about, where it is about any"
    )
    prefer_current: bool = Field(
        True, description="rank what superseded a round above it, where the present is asked for"
    )
    prefer_newer: bool = Field(
        True, description="rank the later of two rounds about one thing first, where the present is asked for"
    )
    edges: bool = Field(
        False,
        description="relate records that follow, resemble or elaborate each other (MemoryStack, 3.5.1)",
    )
    same_topic: float = Field(
        0.75, gt=0, le=1, description="cosine from which records are of one topic (MemoryStack: 0.90)"
    )
    related_to: float = Field(
        0.6, gt=0, le=1, description="cosine from which records are related (MemoryStack: 0.85)"
    )
    superseded: SupersededRounds = Field(
        SupersededRounds.KEEP,
        description="keep, or hide for update questions or always, the rounds of superseded statements",
    )
    faded_weight: float = Field(
        0.25, ge=0, le=1, description="weight, halved every year, under which an unsure record fades"
    )


class SignalOptions(Group):
    """The papers' signals, which lose here and are off: see `daybook.retrieve.papers`."""

    weigh: bool = Field(
        False, description="join rrf, recency and kind also without reranking (MemoryStack, equation 7)"
    )
    rrf_signal: float = Field(0.50, ge=0, description="weight of the merged score in equation 7")
    relation_signal: float = Field(0.20, ge=0, description="weight of relations in equation 7")
    recency_signal: float = Field(0.10, ge=0, description="weight of recency in equation 7")
    rerank_signal: float = Field(0.20, ge=0, description="weight of the reranker's score in equation 7")
    recency_days: float = Field(30, gt=0, description="age at which recency has fallen to 1/e (tau)")
    assistant_boost: float = Field(1.4, ge=1, description="of what the assistant's side was found by")
    preference_boost: float = Field(1.3, ge=1, description="of rounds that state a preference")
    multi_session_boost: float = Field(1.35, ge=1, description="of the best round of each session")
    scaled_boosts: bool = Field(
        True,
        description="boost what search found by the share of the factor that the question's kind is sure of,"
        " or the whole score in full",
    )
    relations: bool = Field(
        False, description="count how the records of a round are related, where signals are weighed"
    )
    source_filter: bool = Field(
        False, description="search the assistant's side alone where its words are asked for (section 3.9)"
    )
    attention: float = Field(
        0.0, ge=0, description="weight of nearness to earlier questions like this one (HiMeS, algorithm 2)"
    )
    attention_turns: int = Field(5, gt=0, description="how many of those (n)")
    topic: float = Field(0.0, ge=0, description="weight of being of the question's topic (HiMeS)")
    topic_index: bool = Field(False, description="search the rounds of the question's topic only")


class RerankOptions(Group):
    """How a chat model reranks (MemoryStack, section 3.7)."""

    rerank_top: int = Field(20, gt=0, description="candidates that the model scores, in one call")
    rerank_default: float = Field(0.3, ge=0, le=1, description="score of what it does not score")
    rerank_characters: int = Field(
        90, gt=0, description="characters shown of the side that matched best (MemoryStack: 200)"
    )
    rerank_characters_beside: int = Field(40, ge=0, description="characters shown of the other side")
    clear_lead: float = Field(
        0.25,
        ge=0,
        description="lead of the first, on the joined scale, from which the call is spared; above 1: never",
    )


class StepOptions(Group):
    """Who does the steps before reading."""

    steps_by_rules: tuple[ModelStep, ...] = Field(
        (), description="steps that no chat model does, though one is configured"
    )


class ReadOptions(Group):
    """How what was found is read."""

    read_format: ReadFormat = Field(ReadFormat.JSON, description="json or text, for a chat model")
    read_rounds: int = Field(
        0, ge=0, description="read so many of the best rounds, whole, at any cost; 0 fills the budget instead"
    )
    record_answers: bool = Field(
        True, description="without a model, answer questions for a fact from its record"
    )
    diary_answers: bool = Field(
        True, description="without a model, answer questions for what was done, or when, from the diary"
    )
    omit_superseded: bool = Field(
        True, description="without a model, leave superseded sentences out where the present is asked for"
    )
    date_arithmetic: bool = Field(
        True, description="without a model, compute the time between events, or their order, from their dates"
    )
    abstention: bool = Field(
        True, description="without a model, say that it is not known where what was found hardly bears on it"
    )
    advice: bool = Field(True, description="without a model, quote preferences where advice is asked for")
    latest_first: bool = Field(
        True, description="without a model, lead with the latest statement where things may have changed"
    )


class DocumentOptions(Group):
    """How documents are found, and how many of their passages are read."""

    document_answers: bool = Field(
        True, description="answer from documents beside rounds, where there are any"
    )
    passages_found: int = Field(20, gt=0, description="passages that a search of documents ranks")
    passages_read: int = Field(6, gt=0, description="passages that are read, or put before a chat model")
    passages_in_chat: int = Field(3, ge=0, description="passages put before a model that replies in chat")
    document_attention: DocumentAttention = Field(
        DocumentAttention.OFF,
        description="off, added or alone: rank passages by nearness to earlier questions (HiMeS)",
    )
    document_attention_weight: float = Field(
        0.3, ge=0, description="added: weight of it, in standard deviations of the passages found"
    )
    document_attention_turns: int = Field(5, gt=0, description="how many earlier questions (n)")


class Options(Group):
    """The options of all parts."""

    search: SearchOptions = SearchOptions()
    ledger: LedgerOptions = LedgerOptions()
    signals: SignalOptions = SignalOptions()
    rerank: RerankOptions = RerankOptions()
    steps: StepOptions = StepOptions()
    read: ReadOptions = ReadOptions()
    documents: DocumentOptions = DocumentOptions()
