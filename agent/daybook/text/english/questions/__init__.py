"""Questions in English: what they ask of memory, and what they are about."""

from daybook.text.english.questions.kinds_and_phrasings import (
    kinds_of as kinds_of,
    phrasings_of as phrasings_of,
)
from daybook.text.english.questions.question_content import (
    asks_before as asks_before,
    asks_now as asks_now,
)
from daybook.text.english.questions.question_times import time_range_of as time_range_of
from daybook.text.english.questions.slot_questions import slots_asked as slots_asked
from daybook.text.english.questions.stand_alone_form import (
    disputed_answer as disputed_answer,
    leans_on_dialogue as leans_on_dialogue,
    rewrite_by_rules as rewrite_by_rules,
)
