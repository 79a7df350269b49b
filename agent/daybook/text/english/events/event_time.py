"""When a told event was, or is to be; and the event without its words of time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from daybook.conversation import EventAct, Sureness, TimeRange
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.timex import Lean, TimeMention, find_times

DAY = timedelta(days=1)
_RECENTLY = timedelta(days=30)
_LONGEST = timedelta(days=400)  # a longer time ("in the nineties") dates no event
_OPEN = regex("since|until|till|before|after|from|by|starting")
"""How an expression begins that bounds a time on one side, or tells how long a thing went on."""
_OPEN_BEFORE = regex(r"""
    \b(?:since|until|till|before|after|by|every|each|than|like|dated|from) (?:the )?(?:end of )?$
    |\b(?:deadline is|due|of) (?:the )?$
""")
_BOOKED_FOR = regex(r"\bfor (?:the |later )?$")
"""A time behind it is of what was booked or bought, not of the buying."""
_JUST_OVER = timedelta(days=60)
_FAR = timedelta(days=240)
_ATTRIBUTIVE = ("'s", "\u2019s", "-")
"""Behind an expression: "last year's model", "a Halloween-themed party" tell of the thing."""
_SPAN = regex(r"""
    (?:(?:the|these|those|in|over) )*(?:last|past|previous|next|coming) (?:\w+ )?(?:\w+ )?(?:days|weeks
    |months|years|decade)|(?:the )?past (?:day|week|month|year)
""")
"""A stretch up to now, in which things add up: no event is dated by it."""


@dataclass(frozen=True, slots=True)
class EventTime:
    """When an event was."""

    happened: TimeRange
    sure: Sureness
    start: int = -1
    stop: int = -1
    """The characters of the statement that say so; -1 where none do."""


def past_time(words: str, said_at: datetime) -> EventTime | None:
    """Find the time in which a statement in the past says that something happened; None where none.

    It is closed and had begun. Of several the narrowest counts, then the first.
    """
    tomorrow = _midnight(said_at) + DAY
    found = [
        mention
        for mention in _closed(words, said_at, Lean.PAST)
        if mention.range.start is not None
        and mention.range.start < tomorrow
        and not words.startswith("later", mention.start)
        and not _BOOKED_FOR.search(words[: mention.start])
    ]
    best = min(found, key=lambda mention: (_length(mention), mention.start), default=None)
    return None if best is None else _time(best, end=tomorrow)


def coming_time(words: str, said_at: datetime) -> EventTime | None:
    """Find the time for which a statement says that something is planned; as `past_time`."""
    today = _midnight(said_at)
    found = [
        mention
        for mention in _closed(words, said_at, Lean.FUTURE)
        if mention.range.end is not None and mention.range.end > said_at and not _is_over(mention, said_at)
    ]
    best = min(found, key=lambda mention: (_length(mention), mention.start), default=None)
    return None if best is None else _time(best, start=today)


def _is_over(mention: TimeMention, said_at: datetime) -> bool:
    """True if a day without a year is far ahead, while the last one is just over: that one is meant."""
    start = mention.range.start
    return (
        start is not None
        and start - said_at > _FAR
        and any(
            other.start is not None and timedelta(0) <= said_at - other.start <= _JUST_OVER
            for other in mention.alternatives
        )
    )


def just_now(said_at: datetime) -> EventTime:
    """Give the time of what has just happened: about the day of the message."""
    return EventTime(said_today(said_at), Sureness.ABOUT)


def said_today(said_at: datetime) -> TimeRange:
    """Give the day of the message."""
    return TimeRange(_midnight(said_at), _midnight(said_at) + DAY)


def recently(said_at: datetime) -> EventTime:
    """Give the time of what happened recently, or the other day."""
    tomorrow = _midnight(said_at) + DAY
    return EventTime(TimeRange(tomorrow - _RECENTLY, tomorrow), Sureness.WITHIN)


def _closed(words: str, said_at: datetime, lean: Lean) -> Iterator[TimeMention]:
    for mention in find_times(words, said_at, lean=lean):
        time, said = mention.range, words[mention.start : mention.stop]
        if time.start is None or time.end is None or time.end - time.start > _LONGEST:
            continue
        if words.startswith(_ATTRIBUTIVE, mention.stop):
            continue
        if _OPEN.match(said) or _SPAN.match(said) or _OPEN_BEFORE.search(words[: mention.start]):
            continue
        yield mention


def _time(
    mention: TimeMention, *, start: datetime | None = None, end: datetime | None = None
) -> EventTime | None:
    first, last = mention.range.start, mention.range.end
    assert first is not None  # see `_closed`
    assert last is not None
    first, last = _midnight(first), _midnight(last - timedelta(microseconds=1)) + DAY
    sure = Sureness.DAY if last - first <= DAY else Sureness.WITHIN
    if mention.tolerance:
        first, last, sure = first - mention.tolerance, last + mention.tolerance, Sureness.ABOUT
    if end is not None:
        last = min(last, end)
    if start is not None:
        first = max(first, start)
    return EventTime(TimeRange(first, last), sure, mention.start, mention.stop) if first < last else None


def _length(mention: TimeMention) -> timedelta:
    start, end = mention.range.start, mention.range.end
    assert start is not None  # see `_closed`
    assert end is not None
    return max(end - start, DAY) + 2 * mention.tolerance


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


@dataclass(frozen=True, slots=True)
class Told:
    """An event as a statement tells it."""

    act: EventAct
    what: str
    """From its verb or noun on, without the words of time."""
    time: EventTime | None
    """None only where it is cancelled."""
    confidence: float


ADVERBS = """
    (?:(?:also|actually|just|recently|finally|even|then|already|both|all|really|only|still|first|originally
    |initially|last|personally|probably|definitely|currently|officially|quickly|immediately|eventually
    |accidentally|successfully|barely|literally) )*"""
"""Matches what may stand between a subject and its verb."""
NOT_DONE = frozenset(
    """be have plan schedule do say think know wonder mention admit feel consider deal keep look try hear read
    need find""".split()
)
"""Verbs of which "I had to …" and "I am going to …" tell no event."""
EVENT_NOUN = """
    (?:appointment|meeting|interview|flight|trip|vacation|holiday|wedding|party|concert|show|gig|festival
    |exam|test|finals?|midterm|surgery|operation|checkup|check-up|date|dinner|lunch|brunch|breakfast|game
    |match|race|marathon|half-marathon|triathlon|tournament|competition|conference|workshop|seminar|webinar
    |presentation|reunion|graduation|ceremony|funeral|baptism|shower|housewarming|barbecue|bbq|picnic
    |audition|rehearsal|recital|performance|opening|exhibition|deadline|class|lesson|session|visit|tour
    |camping trip|road trip|getaway|cruise|hike|retreat|fundraiser|gala|meetup|meet-up|event|ride|run
    |anniversary|move|celebration|gathering|sleepover|reservation|hearing|orientation|convention|play)"""
"""Matches a noun that names an event."""
OWN_EVENT = rf"""
    (?P<what>\b(?:[Mm]y|[Oo]ur|[Tt]he
    |[A-Z]\w+['’]s) (?:[\w'’-]+ ){{0,4}}?{EVENT_NOUN}\b(?: (?:with|at|in|to|for|of) (?:(?!I\b|we\b|before\b
    |after\b)[\w']+\s*){{1,5}}?)?)"""
"""Matches "my dentist appointment", "the meeting with our landlord"."""
THING = regex(r"""
    (?P<noun>\"[A-Z][^\"]{1,60}\" (?=that|which)|\b(?:an?|the|my|our|this|that|those|these|some
    |another) (?:(?!(?:since|where|when|because|and|but|so|if|as|who|how|that|which|after|before|while|has
    |have|is|are|was|were|an?|the|my|our|this|some|day|time|week|one)\b)[\w'’-]+ ){1,5})(?:that |which )?$
""")
"""What goes before "I took last summer" where that tells which: "the trip", "a photo that"."""
_MEAL = regex("^(?:for |at |over )?(?:breakfast|brunch|lunch|dinner|supper)(?:time)? ")
"""Before "yesterday" it is part of the time, and of what was done."""
_NEAR_WORDS = regex(r"\s(?:recently|lately|just|(?:just )?the other \w+)(?=\s|[.,]|$)")
_LEADS_TO_TIME = cased_regex(r"""
    (?: (?:on|in|at|to|until|till|over|this|that|around|about|back|for|during|the|exactly|only))*\s*$
""")
_ONE = regex("^(?:the )?one (?=last|this|next|yesterday)")
"""Of "a new one last week" it is no part of the time."""
_FREE_TIME = cased_regex(r"^ (?:break|holidays?|vacation)\b")
"""Behind "over the Thanksgiving" it goes with the time."""
_WHOLE = cased_regex(r"\b(?:an?|the|my) (?:entire|whole|full)\s*$")
"""Before a time that was spent: "spent an entire Saturday painting"."""
_ASIDE = cased_regex(r",?\s*\b(?:by the way|for (?:example|instance))\b")
_DANGLING = cased_regex(r"(?:[\s,]+(?:and|or|but|so|the|an?|before that))+$")
"""What an event ends with when its time is gone: "bought a coat and", "finished a novel, but before that"."""
_THAT_DID = cased_regex(r"""
    \b(?:that|which|who) (?!I\b|we\b)(?:\w+ )?(?:\w+ed|was|were|came|is|are|happens?)\b[^,]*$
""")


def belongs_elsewhere(words: str, verb: int, time: int) -> bool:
    """True if a time stands in a relative clause behind the event: "the seeds that arrived on Friday"."""
    return _THAT_DID.search(words, verb, max(time, verb)) is not None


def without_time(what: str, words: str, time: EventTime) -> str:
    """Take the words of time, and what leads to them, out of an event, which is a stretch of `words`."""
    if 0 <= time.start < len(words):
        said = _ONE.sub("", _MEAL.sub("", words[time.start : time.stop]))
        before, found, after = what.rpartition(said)
        if found and not _WHOLE.search(before):
            what = f"{_LEADS_TO_TIME.sub('', before)} {_FREE_TIME.sub('', after).strip()}".strip()
    what = _NEAR_WORDS.sub(" ", _ASIDE.sub("", what))
    return _DANGLING.sub("", re.sub(r"\s+([,.])", r"\1", " ".join(what.split())).strip(" ,.;:-"))
