"""Statements about what is to come: going, planning, having, booked, and that plans fell or moved."""

import re
from datetime import datetime

from daybook.conversation import EventAct
from daybook.language.english.events.event_time import (
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

_GOING = re.compile(
    rf"\b(?:I|[Ww]e)\s+(?:am|are|will\s+be)\s+{ADVERBS}"
    r"(?P<what>(?P<ing>[a-z]+ing|off(?=\s+to))\b(?P<rest>.*))"
)
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
    verb: re.compile(pattern)
    for verb, pattern in {
        "having": r".*\b(?:party|dinner|lunch|brunch|barbecue|bbq|surgery|guests|friends|over|meeting|baby"
        r"|picnic|wedding)\b",
        "getting": r"(?:married|my|our|ready\s+for|together|back)\b",
        "starting": r"(?:an?|my|our|at|the|work|college|school|university)\b",
        "running": r"(?:an?|my|the|in)\b",
        "making": r"(?:dinner|lunch|a\s+trip)\b",
        "looking": r"forward\s+to\b",
        "preparing": r"for\b",
        "training": r"for\b",
        "gearing": r"up\s+for\s+(?!the\s+weekend)",
        "fundraising": r"for\b",
        "doing": r"(?:an?|my)\s+(?!lot|bit)",
        "coming": r"(?:back|home|to)\b",
        "working": r"(?:on\s+)?(?:tomorrow|late|a\s+shift)\b",
    }.items()
}
_TO_DO = re.compile(
    r"(?:going|planning|plan|set|scheduled|supposed|heading)\s+(?:to|on)\s+(?P<verb>[a-z]+)\b"
)
_WILL = re.compile(
    r"\b(?:I|[Ww]e)\s+will\s+(?:also\s+|be\s+)?"
    r"(?P<what>(?:(?:visit|go|fly|travel|drive|meet|attend|leave|arrive|celebrate|host|move|see|join|graduate|start"
    r"|come)\b|(?:in|at|on)\s+(?:[A-Z]|vacation|the|my|our|a)).*)"
)
_HAVE = re.compile(
    r"\b(?:I|[Ww]e)\s+(?:also\s+|just\s+)?(?:have|got|have\s+got)\s+(?:also\s+)?"
    r"(?P<what>(?:an?|my|our|some|the|another|two|three|tickets)\s+(?:[\w'-]+\s+){0,4}?"
    rf"(?:{EVENT_NOUN}|tickets)\b.*)"
)
_BOOKED = re.compile(
    r"\b(?:I|[Ww]e)\s+(?:have\s+|am\s+|are\s+)?(?:also\s+|just\s+|already\s+|finally\s+)*"
    r"(?P<what>(?:scheduled|booked|planned|arranged|reserved|registered|enrolled|invited|signed\s+up"
    r"|bought\s+tickets|got\s+tickets|plan|made\s+a\s+reservation|set\s+up)\b.*)"
)
_IS = re.compile(rf"{OWN_EVENT}\s+(?:is|are|starts?|begins?|takes?\s+place|will\s+be)\b")
_HOUSEHOLD = re.compile(
    r"(?P<what>(?:\b(?:[Mm]y|[Oo]ur)\s+(?:[\w'’-]+\s+){0,2}?[\w'’-]+|^[A-Z][a-z]+|\bI)\s+"
    r"(?:starts?|begins?|turns?|arrives?|graduates?|retires?|runs\s+out|ends|expires|returns?|gets?\s+(?:back|married)"
    rf"|comes?\s+(?:home|back)|has\s+(?:an?|her|his|their|the)\s+(?:[\w'’-]+\s+){{0,3}}?(?:{EVENT_NOUN}|op))\b.*)"
)
"""The present of what is settled: "my son starts school", "Anika turns forty"."""
_OTHER_PLANS = ((_HOUSEHOLD, 0.8), (_WILL, 0.7), (_HAVE, 0.85), (_BOOKED, 0.85), (_IS, 0.85))
"""With how sure each is."""
_AHEAD = re.compile(
    r"\b(?:am|are|is|will|have|has|plan|got|starts?|begins?|turns?|arrives?|graduates?|retires?|runs|ends|expires"
    r"|returns?|gets?|comes?|takes|booked|scheduled|signed|planned)\b"
)
_OFF = r"(?:cancel|called\s+off)"
_CANCELLED = re.compile(
    r"\b(?:I|we)\s+(?:have\s+|had\s+to\s+|am\s+|are\s+|decided\s+to\s+)?(?:just\s+)?cancel"
    rf"|{EVENT_NOUN}\b.*\b(?:was|is|got|has\s+been|have\s+been)\s+{_OFF}"
    rf"|\b(?:my|our|the)\b.*\b(?:fell\s+through|(?:got|was|were|is|are|been)\s+{_OFF})"
    r"|\bcalled\s+off\s+(?:my|our|the)\b",
    re.IGNORECASE,
)
_MOVED = re.compile(
    rf"\b{EVENT_NOUN}\b.*\b(?:moved|rescheduled|postponed|pushed(?:\s+back)?)\b"
    r"|\b(?:moved|rescheduled|postponed|pushed(?:\s+back)?)\s+(?:my|our|the)\b",
    re.IGNORECASE,
)
_MOVED_TO = re.compile(
    r"\b(?:mov|reschedul|postpon|push|shift|delay|put)(?:e|ed|ing)?\b.*\bto\s+$", re.IGNORECASE
)
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
