"""Question to plan, by what the language read in it or by a model."""

from daybook.understand.retrieval_plan import asked_slots, make_plan, windowed_query
from daybook.understand.steps_by_model import (
    kinds_by_model,
    phrasings_by_model,
    rewrite_by_model,
    rewrite_by_trained_model,
    time_range_by_model,
)

__all__ = [
    "asked_slots",
    "kinds_by_model",
    "make_plan",
    "phrasings_by_model",
    "rewrite_by_model",
    "rewrite_by_trained_model",
    "time_range_by_model",
    "windowed_query",
]
