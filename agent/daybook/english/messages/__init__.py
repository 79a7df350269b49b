"""Chat messages in English: what they want, and what they state that every reply must respect."""

from daybook.english.messages.constraints import (
    asks_for_silence,
    constraint_cue,
    examples_of,
    may_be_constraint,
)
from daybook.english.messages.message_intent import (
    asks_about_asking,
    intent_of,
    is_bare_question,
    is_in_first_person,
    only_asks,
    pleasantry,
    questions_in,
    request_of,
    says_no,
    says_yes,
)

__all__ = [
    "asks_about_asking",
    "asks_for_silence",
    "constraint_cue",
    "examples_of",
    "intent_of",
    "is_bare_question",
    "is_in_first_person",
    "may_be_constraint",
    "only_asks",
    "pleasantry",
    "questions_in",
    "request_of",
    "says_no",
    "says_yes",
]
