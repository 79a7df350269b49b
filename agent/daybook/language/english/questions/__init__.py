"""Questions in English: what they ask of memory, and what they are about."""

from daybook.language.english.questions.diary_questions import diary_question as diary_question
from daybook.language.english.questions.kinds_and_phrasings import (
    kinds_of as kinds_of,
    phrasings_of as phrasings_of,
)
from daybook.language.english.questions.question_content import (
    answer_type_of as answer_type_of,
    asks_before as asks_before,
    asks_for_words as asks_for_words,
    asks_now as asks_now,
    heads_in as heads_in,
    holds as holds,
    may_tell_age as may_tell_age,
    months_in as months_in,
    names_in as names_in,
    person_asked_about as person_asked_about,
    personal_names as personal_names,
    speaks_of_asker as speaks_of_asker,
    things_of as things_of,
    topic_words as topic_words,
    without_dates as without_dates,
    without_names as without_names,
)
from daybook.language.english.questions.question_times import (
    time_question as time_question,
    time_range_of as time_range_of,
)
from daybook.language.english.questions.slot_questions import (
    asks_for_profile as asks_for_profile,
    slots_asked as slots_asked,
)
from daybook.language.english.questions.stand_alone_form import (
    disputed_answer as disputed_answer,
    leans_on_dialogue as leans_on_dialogue,
    rewrite_by_rules as rewrite_by_rules,
)
