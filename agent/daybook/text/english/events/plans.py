"""Statements about what is to come: going, planning, having, booked, and that plans fell or moved."""

import re
from datetime import datetime

from daybook.conversation import EventAct
from daybook.text.english.events.event_time import (
    ADVERBS,
    EVENT_NOUN,
    NOT_DONE,
    OWN_EVENT,
    THING,
    Told,
    belongs_elsewhere,
    coming_time,
    without_time,
)
from daybook.text.english.patterns import cased_regex, regex

_GOING = cased_regex(rf"""
    \b(?:I|[Ww]e) (?:am|are|will be) {ADVERBS}(?P<what>(?P<ing>[a-z]+ing|off(?= to))\b(?P<rest>.*))
""")
_TODAY_TOO = frozenset(
    "off going heading flying leaving visiting seeing meeting attending hosting moving".split()
)
"""In the progressive they tell of what is to come, where a time to come is named, also that of today."""
_LATER = frozenset(
    """driving traveling travelling taking picking performing presenting joining celebrating returning staying
    throwing organizing organising volunteering competing participating launching planning interviewing
    graduating babysitting teaching hiking camping catching departing arriving vacationing marrying renting
    holding putting bringing giving speaking running playing cooking baking watching signing fishing
    skiing""".split()
)
"""They do so with a later time; with "today" they tell of what goes on."""
_WITH_OBJECT = {
    verb: cased_regex(pattern)
    for verb, pattern in {
        "having": r"""
            .*\b(?:party|dinner|lunch|brunch|barbecue|bbq|surgery|guests|friends|over|meeting|baby|picnic
            |wedding)\b""",
        "getting": r"(?:married|my|our|ready for|together|back)\b",
        "starting": r"(?:an?|my|our|at|the|work|college|school|university)\b",
        "running": r"(?:an?|my|the|in)\b",
        "making": r"(?:dinner|lunch|a trip)\b",
        "looking": r"forward to\b",
        "preparing": r"for\b",
        "training": r"for\b",
        "gearing": "up for (?!the weekend)",
        "fundraising": r"for\b",
        "doing": "(?:an?|my) (?!lot|bit)",
        "coming": r"(?:back|home|to)\b",
        "working": r"(?:on )?(?:tomorrow|late|a shift)\b",
    }.items()
}
_TO_DO = cased_regex(r"(?:going|planning|plan|set|scheduled|supposed|heading) (?:to|on) (?P<verb>[a-z]+)\b")
_WILL = cased_regex(r"""
    \b(?:I|[Ww]e) will (?:also |be )?(?P<what>(?:(?:visit|go|fly|travel|drive|meet|attend|leave|arrive
    |celebrate|host|move|see|join|graduate|start|come)\b|(?:in|at|on) (?:[A-Z]|vacation|the|my|our|a)).*)
""")
_HAVE = cased_regex(rf"""
    \b(?:I|[Ww]e) (?:also |just )?(?:have|got
    |have got) (?:also )?(?P<what>(?:an?|my|our|some|the|another|two|three|tickets) (?:[\w'-]+ ){{0,4}}?
    (?:{EVENT_NOUN}|tickets)\b.*)
""")
_BOOKED = cased_regex(r"""
    \b(?:I|[Ww]e) (?:have |am |are )?(?:also |just |already |finally )*(?P<what>(?:scheduled|booked|planned
    |arranged|reserved|registered|enrolled|invited|signed up|bought tickets|got tickets|plan
    |made a reservation|set up)\b.*)
""")
_IS = cased_regex(rf"{OWN_EVENT} (?:is|are|starts?|begins?|takes? place|will be)\b")
_HOUSEHOLD = cased_regex(rf"""
    (?P<what>(?:\b(?:[Mm]y|[Oo]ur) (?:[\w'’-]+ ){{0,2}}?[\w'’-]+|^[A-Z][a-z]+|\bI) (?:starts?|begins?|turns?
    |arrives?|graduates?|retires?|runs out|ends|expires|returns?|gets? (?:back|married)|comes? (?:home|back)
    |has (?:an?|her|his|their|the) (?:[\w'’-]+ ){{0,3}}?(?:{EVENT_NOUN}|op))\b.*)
""")
"""The present of what is settled: "my son starts school", "Anika turns forty"."""
_OTHER_PLANS = ((_HOUSEHOLD, 0.8), (_WILL, 0.7), (_HAVE, 0.85), (_BOOKED, 0.85), (_IS, 0.85))
"""With how sure each is."""
_AHEAD = cased_regex(r"""
    \b(?:am|are|is|will|have|has|plan|got|starts?|begins?|turns?|arrives?|graduates?|retires?|runs|ends
    |expires|returns?|gets?|comes?|takes|booked|scheduled|signed|planned)\b
""")
_OFF = "(?:cancel|called off)"
_CANCELLED = regex(rf"""
    \b(?:I|we) (?:have |had to |am |are |decided to )?(?:just )?cancel
    |{EVENT_NOUN}\b.*\b(?:was|is|got|has been|have been) {_OFF}
    |\b(?:my|our|the)\b.*\b(?:fell through|(?:got|was|were|is|are|been) {_OFF})
    |\bcalled off (?:my|our|the)\b
""")
_MOVED = regex(rf"""
    \b{EVENT_NOUN}\b.*\b(?:moved|rescheduled|postponed|pushed(?: back)?)\b|\b(?:moved|rescheduled|postponed
    |pushed(?: back)?) (?:my|our|the)\b
""")
_MOVED_TO = regex(r"\b(?:mov|reschedul|postpon|push|shift|delay|put)(?:e|ed|ing)?\b.*\bto $")
"""Before the day on which it is to be."""
_UNTIL = re.compile(r"\b(?:until|till)\b")


def planned_event(words: str, said_at: datetime) -> Told | None:
    """Find what a statement says is to come, with a time that is not over; arguments as of `told_in`."""
    if not _AHEAD.search(words):
        return None
    time = coming_time(words, said_at)
    if time is None or belongs_elsewhere(words, 0, time.start):
        return None
    found = _plan(words, is_today=said_at in time.happened)
    if found is None:
        return None
    what, confidence = found
    told = without_time(what, words, time)
    if " " not in told and (
        thing := THING.search(words[: words.index(what)].removesuffix("I am ").removesuffix("we are "))
    ):
        told = f"{told} {thing['noun'].strip()}"
    return Told(EventAct.PLANNED, told, time, confidence)


def undone_plan(words: str, said_at: datetime) -> Told | None:
    """Find that a statement cancels a plan, or moves it to another time; arguments as of `told_in`."""
    if _CANCELLED.search(words):
        return Told(EventAct.CANCELLED, words, None, 0.8)
    words = _UNTIL.sub(lambda until: "to".ljust(len(until[0])), words)
    time = coming_time(words, said_at)
    if time is not None and (_MOVED.search(words) or _MOVED_TO.search(words[: time.start])):
        return Told(EventAct.MOVED, without_time(words, words, time), time, 0.8)
    return None


def _plan(words: str, *, is_today: bool) -> tuple[str, float] | None:
    """Find what is planned, and how sure the wording is."""
    if (match := _GOING.search(words)) is not None:
        ing, rest = match["ing"], match["rest"].strip()
        deed = _TO_DO.match(f"{ing} {rest}")
        if deed is not None:
            if deed["verb"] not in NOT_DONE:
                return match["what"], 0.65 if ing == "planning" else 0.8
        elif ing in _WITH_OBJECT:
            if _WITH_OBJECT[ing].match(rest):
                return match["what"], 0.8
        elif ing in _TODAY_TOO or (ing in _LATER and not is_today):
            return match["what"], 0.8
    for pattern, sure in _OTHER_PLANS:
        if (match := pattern.search(words)) is not None:
            return match["what"], sure
    return None
