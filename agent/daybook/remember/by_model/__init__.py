"""Facts found by a chat model, each held by code to the words that it quotes."""

from daybook.remember.by_model.extract import REPLY_TYPE, facts_by_model
from daybook.remember.by_model.prompt_input import (
    MOST_RECORDS,
    nearest_records,
    own_words,
    prompt_values,
    shown_rounds,
    statements_of,
    words_before,
)

__all__ = [
    "MOST_RECORDS",
    "REPLY_TYPE",
    "facts_by_model",
    "nearest_records",
    "own_words",
    "prompt_values",
    "shown_rounds",
    "statements_of",
    "words_before",
]
