"""Phrases cut to values, in one form whatever the wording, and dated by their words of time."""

import re
from datetime import datetime

from daybook.conversation import TimeRange
from daybook.text.english.facts.word_lists import COUNTABLE
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.timex import Lean, find_times
from daybook.text.english.word_tables import MONTH_NAME
from daybook.text.english.words import LEMMAS

_READ = 240  # characters; what has not ended by then is no value
_ARTICLE = regex("(?:(?:an?|the|some|any|my|our|own|this|these|those) )+")
_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_TIME = rf"""
    (?:(?:in|on|at|by|as of|since|until|from|during|about|around|for|over|the|early|late) ){{0,3}}(?:(?:this
    |last|next|every|each|the past|the last|past|coming) (?:few |couple of |\w+ )?(?:days?|nights?|mornings?
    |evenings?|afternoons?|weeks?|weekends?|months?|years?|spring|summer|autumn|fall|winter|{_DAY}
    |{MONTH_NAME}|time)
    |(?:today|tonight|tomorrow|yesterday|nowadays|lately|recently|now|currently|soon|someday|already|yet)
    |(?:an? (?:few|couple(?: of)?)|\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty
    |few|several|many|some|couple(?: of)?)(?: (?:more|whole|long))? (?:days?|weeks?|months?|years?|hours?)
    (?: (?:ago|now))?
    |\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH_NAME}(?:,? \d{{4}})?
    |(?!may){MONTH_NAME}(?: \d{{1,4}}(?:st|nd|rd|th)?)?(?:,? \d{{4}})?|(?:19|20)\d\d|{_DAY}(?: and {_DAY})?
    |weekends?|summer|winter|spring|autumn)"""
_TRAILING = regex(rf"""
    (?:\s|(?<!\d),|,(?!\d))+(?:{_TIME}|(?:once|twice|(?:a few|two|three|four|five|six|seven|\d+|several|many
    |multiple|a couple of) times|an? hour|\d+ \w+) (?:an?|per|every|each) \w+|every other \w+|most \w+s|too
    |also|as well|right now|at the moment|these days|now|though|tho|lol|haha+|anyway|actually|honestly
    |very much|so much|a lot|a bit|a little|the most|the best|instead|again|myself|here|there|either|anymore
    |any more|at all|of course|ever|always|sometimes|often|usually|if possible|really|please|for sure
    |in general|generally|personally|btw|by the way|to be honest|ever since|like that|and all|or so|and such
    |back then|the (?:day|week|month|year)|(?:a lot |much )?more|especially|particularly|mostly|as well
    |(?:an? (?:long )?while|some time|(?:very )?long|ages|(?:many )?(?:years|months|weeks)) ago|you know
    |as of now|for now|more than anything|with (?:it|that|them|you|him|her)|for a while)$
""")
_CLAUSE = regex(r"""
    (?s)\s*(?:;|:(?!\d)|[()\u2014\u2013]|\s-+\s|\.\.+|\u2026
    |\s(?:because|cause|cuz|since(?! (?:\d|last))|although|though|(?<!\ba\s)while|when(?:ever)?|where|which
    |who|whose|that|but|so|unless|as (?:i|it|they|we|well|long|soon|much|\w+ as)|like (?:you|i|my|the)|until
    |instead of|rather than|after|before|if|except|even|then|or (?:i|anything|something)
    |and (?:[\w'’]+ (?:is|are|was|were|will)|i|it|my|we|they|he|she|so|then|the|that|am|is|are|was|have|has
    |do|it['’]s|a lot of)|i|they|he|she|we|you)\s).*
""")
_COMPARED = regex(r"(?s)(?<=\w) (?:(?:much|far|a lot|even|way) )*(?:more|better|less|rather|worse) than\b.*")
"""What something is compared with."""
_ENUMERATES = re.compile(r"(?:[\w'’-]+\s){0,3}(?:and|or|&)\s")
_ABBREVIATED = re.compile(r"\b[A-Z]\.[A-Z]\.$|\b(?:Inc|Ltd|Jr|Sr)\.$")
_AND = cased_regex(r"\s*,\s*(?:and |or )?| and | or |\s*&\s*")
NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()


def cut(text: str) -> str:
    """Cut off what follows a noun phrase or an activity: clauses, trailing adverbs, expressions of time."""
    text = _COMPARED.sub("", text[:_READ].replace(chr(34), ""))
    text = _CLAUSE.sub("", f" {text} ", count=1).strip(" ,!?;:*_~\"'“”’-\n\t")
    text = _until_comma(text).strip(" ,.")
    while True:
        shorter = _TRAILING.sub("", f" {text}").strip()
        if shorter == text:
            return text.rstrip(".") if not _ABBREVIATED.search(text) else text
        text = shorter.rstrip(" ,.!?;:-")


def _until_comma(text: str) -> str:
    """Cut at the first comma, unless it is one of an enumeration: short parts, "and" before the last."""
    first, *others = text.split(", ")
    for part in others:
        if _ENUMERATES.match(part):
            return text
        if len(part.split()) > 3:
            break
    return first


def canonical(text: str) -> str:
    """Normalise a value: drop articles, write a small number at its beginning in words, keep its case."""
    value = (
        _ARTICLE.sub("", " ".join(text.split()), count=1) if _ARTICLE.match(text) else " ".join(text.split())
    )
    first, _, more = value.partition(" ")
    return f"{_word(first)} {more}".strip()


def in_general(value: str) -> str:
    """Pluralise a kind of thing: "peanut" of "a peanut allergy" is "peanuts"."""
    return COUNTABLE.get(value.lower(), value)


def in_words(number: str) -> str:
    """Spell out a number from one to twelve: "3" is "three"; "" for any other text."""
    lowered = number.lower()
    if lowered.isdecimal() and 1 <= int(lowered) <= len(NUMBERS):
        return NUMBERS[int(lowered) - 1]
    return lowered if lowered in NUMBERS else ""


def place(text: str) -> str:
    """Capitalise the name of a place: "new york" is "New York"."""
    name = canonical(text)
    if name != name.lower():
        return name
    small = {"of", "the", "and", "in", "upon", "de", "la"}
    return " ".join(word if word in small else word[:1].upper() + word[1:] for word in name.split())


def parts(text: str) -> list[str]:
    """Split an enumeration ("dogs, cats and a parrot"); one with a part of over three words stays whole."""
    found = [part.strip() for part in _AND.split(text) if part.strip()]
    return found if all(len(part.split()) <= 3 for part in found) else [text]


def _word(word: str) -> str:
    if word.isdecimal() and 1 <= int(word) <= len(NUMBERS):
        return NUMBERS[int(word) - 1]
    return word


TIMES = regex(rf"""
    \b(?:\d{{4}}|\d{{1,2}}(?:st|nd|rd|th)|ago|since|yesterday|today|tonight|tomorrow|last|next|this
    |{MONTH_NAME}|\w+day|christmas|easter|thanksgiving|summer|winter|spring|fall|autumn)\b
""")
"""Words of time: reading a text for its times takes half a millisecond, and most hold none."""
_AHEAD = ("plan.", "goal.")


def happened_in(quote: str, slot: str, said_at: datetime) -> TimeRange | None:
    """Date a fact by the first time that its words name: one to come for plans and goals, else one begun.

    A birthday, which comes every year, has no date.
    """
    if slot == "identity.birthday" or not TIMES.search(quote):
        return None
    ahead = slot.startswith(_AHEAD)
    for mention in find_times(quote, said_at, lean=Lean.FUTURE if ahead else Lean.PAST):
        start = mention.range.start
        if start is not None and (ahead or start <= said_at):
            return mention.range
    return None


def end_of_day_named(text: str, said_at: datetime) -> datetime | None:
    """Return the end of the first time that a text names, read as one to come; None where it names none."""
    named = find_times(text, said_at, lean=Lean.FUTURE)
    return named[0].range.end if named else None


_NOTHING = frozenset(
    """
    it that this them him her there these those one ones you me us everything something anything nothing all
    both each none some many most more much lot lots someone somebody everyone anyone same so such what which
    who how things stuff thing way here other others another too well yours hers his theirs mine myself
    yourself idea sort kind genre genres dishes flavors flavours classes options
    up out huge big bit sometime live go use do make get take have be try come see
    """.split()
) | {"same thing", "all of them", "one of them", "both of them"}
_BARE = frozenset(
    "old new big light spicy good great nice fun cool fresh different simple easy hard casual "
    "darker lighter older newer bigger smaller warmer colder milder cozy cosy".split()
)
"""What is left of "I love old and new" names nothing."""
_POINTERS = frozenset(
    "it that this them him her you these those your his their he she they its how what when why where".split()
)
_POINTS = regex(r"\b(?:it|them|him|her|his|hers|their|they|she|he|there|you|your|yours|these|those|this)\b")
_NOTHING_LAST = frozenset(
    """
    that this those these one ones something anything stuff so too to of a an the and or but nor as than like
    at for with by from into about since because while when where what which who whose how why if until during
    is are was were be been has have had do does did my your his her our their its no not very really such
    i we it she he they me us him them another other each every
    """.split()
)
"""What a phrase breaks off with: what should follow was cut off."""
_PARTICLES = frozenset("in on off out up down over around away through".split())
"""What belongs to a verb ("sleeping in"), and breaks off after a noun ("that part in")."""


def is_unresolved(value: str) -> bool:
    """True if a value names nothing by itself."""
    first, *more = value.lower().split() or [""]
    if more and (_POINTS.search(value) or more[-1] in _NOTHING_LAST):
        return True
    if more and more[-1] in _PARTICLES and value.lower().split()[-2] not in LEMMAS:
        return True
    if first == "not":
        return True
    if first in _BARE and not more:
        return True
    return (
        value.lower() in _NOTHING
        or first in _POINTERS
        or (not more and len(first) == 1 and not first.isdigit())
    )
