"""Facts found by a chat model, each held by code to the words that it quotes."""

from daybook.remember.by_model.extract import REPLY_TYPE as REPLY_TYPE, facts_by_model as facts_by_model
from daybook.remember.by_model.prompt_input import (
    MOST_RECORDS as MOST_RECORDS,
    nearest_records as nearest_records,
    own_words as own_words,
    prompt_values as prompt_values,
    shown_rounds as shown_rounds,
    statements_of as statements_of,
    words_before as words_before,
)
