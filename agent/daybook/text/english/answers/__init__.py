"""Answers in English: what answers a question, in which words it is said, and whether its quotes hold it."""

from daybook.text.english.answers.claims import unfounded_claims as unfounded_claims
from daybook.text.english.answers.direct_value import direct_value as direct_value
from daybook.text.english.answers.quotes_in_words import (
    BY_MODEL as BY_MODEL,
    MODEL_FAILED as MODEL_FAILED,
    NO_CHAT_MODEL as NO_CHAT_MODEL,
    NOT_KNOWN as NOT_KNOWN,
    NOTED as NOTED,
    WORD_FOR_WORD as WORD_FOR_WORD,
    write_told as write_told,
)
