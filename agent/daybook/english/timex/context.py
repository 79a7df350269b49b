"""Which words that look like a date are one where they stand. In doubt they are not."""

from __future__ import annotations

from functools import cache

from daybook.english.calendar_words import MONTHS, WEEKDAYS
from daybook.english.numbers import DECADES, ONES, ORDINALS, TENS, TENTHS
from daybook.english.timex.holidays import first_words
from daybook.english.timex.lexicon import PARTS_OF_DAY, SEASONS, UNITS
from daybook.english.timex.numbers import SUFFIXES, year
from daybook.english.timex.tokens import Cursor, Token

CUES = frozenset(
    """in on at of by since until till from before after during for between through throughout over
    around about this last next past every early mid late to than and or is was ( < > =""".split()
)
"""Words before a name that make it a date rather than a verb, a person or a thing."""

INDEFINITE = frozenset("a an any every each per one some most another other".split())
"""Before a name they make it any of its kind, or a rate."""

NAMES_TOO = frozenset("may march mar april june august jan sun sat wed mon dec".split())
"""Words that are more often something else than a date."""

FUNCTION_WORDS = frozenset(
    """a an the i you he she it we they me him her us them my your his our their this that these those
    and or but in on at of by since until till from before after during for between through over around
    about to with as when where who what which how why did do does was were is are be been has have had
    will would can could should may might must not so if than then because while also please""".split()
)
"""Words that can follow a date without being the thing that it describes."""

_NOT_BEFORE_MAY = {"and", "or", "is", "was", "than", "every"}

AUXILIARIES = frozenset("will would shall should can could may might must not to does did do cannot".split())
"""Words before "last" that make it a verb."""

OPENERS = frozenset(
    """a an the this last previous prior next following coming upcoming past current right just today
    yesterday tomorrow day tonight tonite in within about around roughly half couple few several from
    between since ever until till up by through starting before prior after later earlier early mid
    middle late start beginning first end second week month year weekend noon midday midnight at eod eom
    eoy q h for rest remainder remaining ' ’""".split()
)
"""Words other than names and numbers that an expression can begin with."""


_ONCE = (["in", "a", "day"], ["in", "one", "day"], ["in", "a", "night"], ["in", "one", "night"])


@cache
def _openers() -> frozenset[str]:
    lists = (MONTHS, WEEKDAYS, SEASONS, ONES, TENS, ORDINALS, TENTHS, DECADES, PARTS_OF_DAY)
    return OPENERS.union(first_words(), *lists)


def can_begin(token: Token) -> bool:
    """Whether an expression can begin with a token: the quick look before any rule is tried."""
    return token.is_number or token.text in _openers()


def is_date(at: Cursor, rest: Cursor) -> bool:
    """Whether the tokens from `at` to `rest`, which a rule has read, are a date where they stand."""
    before = at.previous
    if before.text in INDEFINITE and at.token.text not in ("this", "last", "next"):
        return False
    if at.token.is_number and before.text in ("$", "£", "€"):
        return False
    if at.token.is_number and at.token.glued and before.text == "-" and at.step(-1).previous.is_number:
        return False
    if at.token.is_number and at.token.glued and (before.is_word or before.text in ".,/#@"):
        return False
    if _is_verb(at, before):
        return False
    words = [token.text for token in at.tokens[at.at : rest.at] if token.text != "the"]
    if before.text == "the" and at.at > 1:
        before = at.step(-1).previous
    cue, free = before.text in CUES, not rest.token.is_word or rest.token.text in FUNCTION_WORDS
    if len(words) == 1:
        return not _is_name(at, rest) and _is_date_alone(at, words[0], rest.token, cue=cue, free=free)
    if words[-1] == "s" and before.text == "-":
        return False
    if _is_day_number(words):
        return free
    if before.text == "fiscal" or words in _ONCE:
        return False
    return cue if words[1] == "/" and len(words) == 3 and words[0].isdigit() else True


def _is_date_alone(at: Cursor, word: str, behind: Token, *, cue: bool, free: bool) -> bool:
    if word in ("now", "present"):
        return False
    if word in NAMES_TOO:
        return at.previous.text in (CUES - _NOT_BEFORE_MAY if word == "may" else CUES)
    if word in SEASONS:
        return cue and free
    if word == "weekend":
        return free and "the" in (at.token.text, at.previous.text)
    if year(at.skip("the")) is not None:
        return cue and at.previous.text != "fiscal" and free and not _is_counted(at, behind)
    return True


def _is_name(at: Cursor, rest: Cursor) -> bool:
    """Whether capitals make it part of a name: a weekday before one, a "Tomorrow" within a title."""
    if at.token.text in ("today", "tomorrow", "yesterday"):
        return at.token.capital and at.previous.is_word
    named = rest.token.capital and rest.token.text not in FUNCTION_WORDS
    return at.token.text in WEEKDAYS and named and not rest.token.is_number


def _is_verb(at: Cursor, before: Token) -> bool:
    """Whether "last" tells how long something goes on: "it won't last two hours"."""
    counted = at.step().token
    counts = counted.is_number or counted.text in ONES or counted.text in ("a", "an", "few", "several")
    verb = before.text in AUXILIARIES or before.text.endswith("n't")
    return at.token.text == "last" and counts and verb


def _is_day_number(words: list[str]) -> bool:
    """Whether only the number of a day is told: "the 10th"."""
    return len(words) == 2 and words[0].isdigit() and words[1] in SUFFIXES


def _is_counted(at: Cursor, behind: Token) -> bool:
    return (
        behind.text in UNITS
        or behind.text in ("%", "°")
        or at.previous.text in ("for", "about", "around", "at")
    )
