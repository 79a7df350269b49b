"""Facts found by a chat model, each held by code to the words that it quotes."""

from daybook.remember.by_model.extract import REPLY_TYPE as REPLY_TYPE
from daybook.remember.by_model.extract import facts_by_model as facts_by_model
from daybook.remember.by_model.prompt_input import MOST_RECORDS as MOST_RECORDS
from daybook.remember.by_model.prompt_input import nearest_records as nearest_records
from daybook.remember.by_model.prompt_input import own_words as own_words
from daybook.remember.by_model.prompt_input import prompt_values as prompt_values
from daybook.remember.by_model.prompt_input import shown_rounds as shown_rounds
from daybook.remember.by_model.prompt_input import statements_of as statements_of
from daybook.remember.by_model.prompt_input import words_before as words_before
