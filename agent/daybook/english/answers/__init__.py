"""Answers in English: what answers a question, in which words it is said, and whether its quotes hold it."""

from daybook.english.answers.claims import (
    is_number,
    own_words,
    quotes_that_hold,
    sums_of,
    unfounded_claims,
    unsupported_claims,
)
from daybook.english.answers.dates_in_words import (
    entry_note,
    write_entries,
    write_from_events,
    write_when,
)
from daybook.english.answers.direct_value import direct_value
from daybook.english.answers.own_records import records_asked_for
from daybook.english.answers.quotes_in_words import (
    BY_MODEL,
    MODEL_FAILED,
    NO_CHAT_MODEL,
    NOT_KNOWN,
    NOTED,
    WORD_FOR_WORD,
    name_missing,
    note_text,
    write_passage,
    write_quotes,
    write_told,
)
from daybook.english.answers.record_wording import (
    lapsed_lines,
    learned_text,
    profile_lines,
    record_lines,
    says_otherwise,
    support_note,
    tells_of_owner,
)
from daybook.english.answers.sentence_signs import (
    entries_about,
    persons_in,
    points_back,
    states_choice,
    states_preference,
    supposes,
)

__all__ = [
    "BY_MODEL",
    "MODEL_FAILED",
    "NOTED",
    "NOT_KNOWN",
    "NO_CHAT_MODEL",
    "WORD_FOR_WORD",
    "direct_value",
    "entries_about",
    "entry_note",
    "is_number",
    "lapsed_lines",
    "learned_text",
    "name_missing",
    "note_text",
    "own_words",
    "persons_in",
    "points_back",
    "profile_lines",
    "quotes_that_hold",
    "record_lines",
    "records_asked_for",
    "says_otherwise",
    "states_choice",
    "states_preference",
    "sums_of",
    "support_note",
    "supposes",
    "tells_of_owner",
    "unfounded_claims",
    "unsupported_claims",
    "write_entries",
    "write_from_events",
    "write_passage",
    "write_quotes",
    "write_told",
    "write_when",
]
