"""Questions in English: their kinds, their period, their stand-alone form."""

from daybook.text.english.questions.question_kinds import (
    asks_before as asks_before,
    asks_now as asks_now,
    kinds_of as kinds_of,
    speaks_of_asker as speaks_of_asker,
)
from daybook.text.english.questions.question_times import time_range_of as time_range_of
from daybook.text.english.questions.stand_alone_form import (
    disputed_answer as disputed_answer,
    leans_on_dialogue as leans_on_dialogue,
    rewrite_by_rules as rewrite_by_rules,
)
