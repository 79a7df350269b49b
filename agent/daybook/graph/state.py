"""State of the recall graph.

Only plain values and messages cross the border to a parent graph, since a parent with a checkpointer
stores them; what is inside is never serialised.
"""

import operator
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from langchain_core.messages import AnyMessage
from typing_extensions import TypedDict

from daybook.conversation import (
    Answer,
    Candidate,
    Excerpt,
    FoundPassage,
    Question,
    QuestionKind,
    RetrievalPlan,
    TimeRange,
)
from daybook.conversation.language import QuestionReading
from daybook.models.llm import ModelsWithFallback
from daybook.retrieve.dense_search import DenseHits, QueryVectors
from daybook.retrieve.ledger_lookup import LedgerContext
from daybook.retrieve.round_search import RoundSearch, SearchScope, WordHits
from daybook.store.search_index import SearchIndex


class RecallInput(TypedDict, total=False):
    """The input: at least a question, or messages that end with one."""

    question: str
    """Without it, the last human message is the question."""
    asked_at: datetime | str
    """The moment that "last week" is relative to; ISO 8601 where it is a string. Default: now."""
    as_of: datetime | str
    """Nothing that was said after this moment is seen. Default: everything is."""
    owner: str
    """The owner of the memory. Default: the owner of the configuration, or that the graph was built for."""
    messages: Sequence[AnyMessage]
    """The running dialogue, oldest first."""


class RecallState(RecallInput, total=False):
    """Everything between a question and its answer, and the answer."""

    began: float
    asked: Question
    """As it was received; Daybook's own calls hand it in, in place of the keys of `RecallInput`."""
    first: int
    """As many candidates are wanted at least, where not all are."""
    models: ModelsWithFallback
    question_alone: str
    question_reading: QuestionReading
    """As the rules of the language read it."""
    disputed: str
    kinds: dict[QuestionKind, float]
    phrasings: tuple[str, ...]
    time_range: TimeRange | None
    retrieval_plan: RetrievalPlan
    """How memory was searched."""
    index: SearchIndex
    """The owner's rounds as they were when the question was received."""
    scope: SearchScope
    """The rounds that may be found, and those that the time range prefers."""
    search: RoundSearch
    """Searches and merges."""
    vectors: QueryVectors
    """Of its phrasings."""
    ledger_context: LedgerContext
    found_by_meaning: tuple[DenseHits, ...]
    found_by_words: tuple[WordHits, ...]
    found: list[Candidate]
    """As both searches together ranked them."""
    searched_by: str
    """See `Pipeline.vectors`."""
    candidates: list[Candidate]
    """As they stand, after each step."""
    passages: list[FoundPassage]
    """Of documents, best first: what is read beside the rounds."""
    missing: str
    """The evidence that the reader missed; "" if none, or if no search found more."""
    is_read: bool
    """True if a model read, and not the closest is shown."""
    looked_again: bool
    """True once that was searched for."""
    neighbours: list[Candidate]
    """Rounds said just before or after the best ones."""
    excerpts: list[Excerpt]
    result: Answer
    """As it was read; with its cost once `check` has looked at its quotes."""
    timings: Annotated[dict[str, float], operator.or_]
    """Of each step as it ends; the other keys of an answer come with the last."""
