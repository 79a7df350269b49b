"""All that Daybook knows of the English language. `ENGLISH` is its analyzer.

question_kinds, question_times, stand_alone_form (what a question asks); message_intent, constraints and
sensitive (what a chat message wants and tells); timex/ (time expressions); authors, voices (whose words
they are); sentences, noun phrases, words. No other room imports from inside; `MONTH_NAMES`, `written_date`
and `time_in` are for the pages and the terminal, which speak English.
"""

from datetime import datetime

from daybook.conversation import TimeRange
from daybook.text.english.english_rules import ENGLISH as ENGLISH
from daybook.text.english.word_tables import MONTH_NAMES as MONTH_NAMES, written_date as written_date


def time_in(text: str, moment: datetime) -> TimeRange | None:
    """Read a text that is nothing but a time which has begun: "yesterday"; see `timex.time_in`."""
    from daybook.text.english.timex import time_in as read

    return read(text, moment)
