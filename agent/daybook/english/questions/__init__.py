"""Questions in English: what they ask of memory, and what they are about."""

from daybook.english.questions.diary_questions import diary_question
from daybook.english.questions.kinds_and_phrasings import kinds_of, phrasings_of
from daybook.english.questions.question_content import (
    answer_type_of,
    asks_before,
    asks_for_words,
    asks_now,
    heads_in,
    holds,
    may_tell_age,
    months_in,
    names_in,
    person_asked_about,
    personal_names,
    speaks_of_asker,
    things_of,
    topic_words,
    without_dates,
    without_names,
)
from daybook.english.questions.question_times import time_question, time_range_of
from daybook.english.questions.slot_questions import asks_for_profile, slots_asked
from daybook.english.questions.stand_alone_form import (
    disputed_answer,
    leans_on_dialogue,
    rewrite_by_rules,
)

__all__ = [
    "answer_type_of",
    "asks_before",
    "asks_for_profile",
    "asks_for_words",
    "asks_now",
    "diary_question",
    "disputed_answer",
    "heads_in",
    "holds",
    "kinds_of",
    "leans_on_dialogue",
    "may_tell_age",
    "months_in",
    "names_in",
    "person_asked_about",
    "personal_names",
    "phrasings_of",
    "rewrite_by_rules",
    "slots_asked",
    "speaks_of_asker",
    "things_of",
    "time_question",
    "time_range_of",
    "topic_words",
    "without_dates",
    "without_names",
]
