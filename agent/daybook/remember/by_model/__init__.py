"""Facts found by a chat model, each held by code to the words that it quotes."""

from daybook.remember.by_model.extract import REPLY_TYPE, facts_by_model
from daybook.remember.by_model.prompt_input import (
    MOST_RECORDS,
    Shown,
    nearest_records,
    own_words,
    prompt_values,
    statements_of,
    words_before,
)

__all__ = [
    "MOST_RECORDS",
    "REPLY_TYPE",
    "Shown",
    "facts_by_model",
    "nearest_records",
    "own_words",
    "prompt_values",
    "statements_of",
    "words_before",
]
