"""Answers in English: what answers a question, in which words it is said, and whether its quotes hold it."""

from daybook.language.english.answers.claims import (
    is_number as is_number,
    own_words as own_words,
    quotes_that_hold as quotes_that_hold,
    sums_of as sums_of,
    unfounded_claims as unfounded_claims,
    unsupported_claims as unsupported_claims,
)
from daybook.language.english.answers.dates_in_words import (
    entry_note as entry_note,
    write_entries as write_entries,
    write_from_events as write_from_events,
    write_when as write_when,
)
from daybook.language.english.answers.direct_value import direct_value as direct_value
from daybook.language.english.answers.own_records import records_asked_for as records_asked_for
from daybook.language.english.answers.quotes_in_words import (
    BY_MODEL as BY_MODEL,
    MODEL_FAILED as MODEL_FAILED,
    NO_CHAT_MODEL as NO_CHAT_MODEL,
    NOT_KNOWN as NOT_KNOWN,
    NOTED as NOTED,
    WORD_FOR_WORD as WORD_FOR_WORD,
    name_missing as name_missing,
    note_text as note_text,
    write_passage as write_passage,
    write_quotes as write_quotes,
    write_told as write_told,
)
from daybook.language.english.answers.record_wording import (
    lapsed_lines as lapsed_lines,
    learned_text as learned_text,
    profile_lines as profile_lines,
    record_lines as record_lines,
    says_otherwise as says_otherwise,
    support_note as support_note,
    tells_of_owner as tells_of_owner,
)
from daybook.language.english.answers.sentence_signs import (
    entries_about as entries_about,
    persons_in as persons_in,
    points_back as points_back,
    states_choice as states_choice,
    states_preference as states_preference,
    supposes as supposes,
)
