"""Chat messages in English: what they ask, and the allergies and diets that they state."""

from daybook.text.english.messages.constraints import (
    constraint_cue as constraint_cue,
    examples_of as examples_of,
    may_be_constraint as may_be_constraint,
)
from daybook.text.english.messages.message_intent import (
    asks as asks,
    is_in_first_person as is_in_first_person,
    only_asks as only_asks,
    request_of as request_of,
    says_no as says_no,
    says_yes as says_yes,
)
