"""Chat messages in English: what they want, and what they state that every reply must respect."""

from daybook.english.messages.constraints import asks_for_silence as asks_for_silence
from daybook.english.messages.constraints import constraint_cue as constraint_cue
from daybook.english.messages.constraints import examples_of as examples_of
from daybook.english.messages.constraints import may_be_constraint as may_be_constraint
from daybook.english.messages.message_intent import asks_about_asking as asks_about_asking
from daybook.english.messages.message_intent import intent_of as intent_of
from daybook.english.messages.message_intent import is_bare_question as is_bare_question
from daybook.english.messages.message_intent import is_in_first_person as is_in_first_person
from daybook.english.messages.message_intent import only_asks as only_asks
from daybook.english.messages.message_intent import pleasantry as pleasantry
from daybook.english.messages.message_intent import questions_in as questions_in
from daybook.english.messages.message_intent import request_of as request_of
from daybook.english.messages.message_intent import says_no as says_no
from daybook.english.messages.message_intent import says_yes as says_yes
