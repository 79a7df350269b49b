"""Questions in English: what they ask of memory, and what they are about."""

from daybook.english.questions.diary_questions import diary_question as diary_question
from daybook.english.questions.kinds_and_phrasings import kinds_of as kinds_of
from daybook.english.questions.kinds_and_phrasings import phrasings_of as phrasings_of
from daybook.english.questions.question_content import answer_type_of as answer_type_of
from daybook.english.questions.question_content import asks_before as asks_before
from daybook.english.questions.question_content import asks_for_words as asks_for_words
from daybook.english.questions.question_content import asks_now as asks_now
from daybook.english.questions.question_content import heads_in as heads_in
from daybook.english.questions.question_content import holds as holds
from daybook.english.questions.question_content import may_tell_age as may_tell_age
from daybook.english.questions.question_content import months_in as months_in
from daybook.english.questions.question_content import names_in as names_in
from daybook.english.questions.question_content import person_asked_about as person_asked_about
from daybook.english.questions.question_content import personal_names as personal_names
from daybook.english.questions.question_content import speaks_of_asker as speaks_of_asker
from daybook.english.questions.question_content import things_of as things_of
from daybook.english.questions.question_content import topic_words as topic_words
from daybook.english.questions.question_content import without_dates as without_dates
from daybook.english.questions.question_content import without_names as without_names
from daybook.english.questions.question_times import time_question as time_question
from daybook.english.questions.question_times import time_range_of as time_range_of
from daybook.english.questions.slot_questions import asks_for_profile as asks_for_profile
from daybook.english.questions.slot_questions import slots_asked as slots_asked
from daybook.english.questions.stand_alone_form import disputed_answer as disputed_answer
from daybook.english.questions.stand_alone_form import leans_on_dialogue as leans_on_dialogue
from daybook.english.questions.stand_alone_form import rewrite_by_rules as rewrite_by_rules
