"""Chat messages in English: what they want, and what they state that every reply must respect."""

from daybook.text.english.messages.constraints import (
    asks_for_silence as asks_for_silence,
    constraint_cue as constraint_cue,
    examples_of as examples_of,
    may_be_constraint as may_be_constraint,
)
from daybook.text.english.messages.message_intent import (
    asks as asks,
    asks_about_asking as asks_about_asking,
    intent_of as intent_of,
    is_bare_question as is_bare_question,
    is_in_first_person as is_in_first_person,
    only_asks as only_asks,
    pleasantry as pleasantry,
    questions_in as questions_in,
    request_of as request_of,
    says_no as says_no,
    says_yes as says_yes,
)
