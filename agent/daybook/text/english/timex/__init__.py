"""Time expressions of English, found in a text and resolved relative to a moment.

Own rules, since of 377 dated cases recognizers-text gets .59 of the points and .46 of the periods right to
the day, and dateparser .43 and none, with 13 and 59 dates invented in 115 undated ones; these get .93 and .84
with 4 (`daybook_eval.time_expressions`).

    cursor      text -> tokens, the cursor that every rule reads from, and the numbers among the tokens
    spans       stretches of wall-clock time, calendar arithmetic on them, and what comes round again
    amounts     the words for units, and amounts of them: "three weeks", "one and a half months"
    meaning     what an expression means: a function of the moment it is said, to a span
    clock       times of day and parts of a day
    dates       rules for the names and figures of the calendar: days, months, seasons, holidays, years
    relative    rules for "yesterday", "last month", "two weeks ago", "the next 3 days"
    expression  the rules joined: what is counted in a period, part of it or beside it, and ranges
    mentions    a text -> its mentions: which words that look like a date are one where they stand, and
                which way a time leans by the tense of its clause

Every rule is a function from a cursor to a `Parse` or None; the longest parse at a place wins.
"""

from daybook.text.english.timex.meaning import Lean as Lean
from daybook.text.english.timex.mentions import (
    TimeMention as TimeMention,
    date_of as date_of,
    find_times as find_times,
    time_in as time_in,
)
from daybook.text.english.timex.spans import Grain as Grain
