"""Statements in the past: what happened once, with its time or "just" and "recently"."""

import re
from collections.abc import Iterator
from datetime import datetime

from daybook.conversation import EventAct
from daybook.text.english.events.event_time import (
    ADVERBS,
    NOT_DONE,
    OWN_EVENT,
    THING,
    EventTime,
    Told,
    belongs_elsewhere,
    just_now,
    past_time,
    recently,
    without_time,
)
from daybook.text.english.facts.word_lists import NO_EVENTS
from daybook.text.english.patterns import cased_regex
from daybook.text.english.word_tables import KNOWN_PERSON
from daybook.text.english.words import PAST_FORMS

_AN = "an? my our the some two three"
_PEOPLE = "him her them"
_AT = r"(?:at|in|on) (?:an?|the|my|our|[A-Z])(?!\w* (?:mood|middle|process|fence|verge|same))"
_BEING = "visiting travell?ing attending hiking camping vacationing volunteering"


def _followed_by(words: str, *, not_by: str = "") -> re.Pattern[str]:
    """Match one of some words, or patterns of words, that none of others follows."""
    unless = rf"(?!\s+(?:{'|'.join(not_by.split())})\b)" if not_by else ""
    return re.compile(rf"(?:{'|'.join(words.split())})\b{unless}")


_WITH_OBJECT = {
    "had": _followed_by(
        rf"{_AN} another \d+ lunch dinner breakfast brunch coffee drinks tea",
        not_by="lot hard bit few idea question feeling problem issue chance couple list",
    ),
    "been": _followed_by("to in at"),
    "saw": re.compile(r"(?:an?|my|our|the|your|some|two|three|\(?[A-Z])"),
    "got": _followed_by(
        f"{_AN} it his {_PEOPLE} back home married engaged divorced promoted hired fired laid accepted stuck "
        "lost hurt injured sick noticed mentored invited robbed together into new rid",
        not_by="lot bit few feeling idea sense point better",
    ),
    "did": _followed_by(rf"{_AN} \d+", not_by="not lot bit few"),
    "made": _followed_by(f"{_AN} it", not_by="lot point sense mistake list decision sure difference"),
    "took": _followed_by(f"{_AN} {_PEOPLE} part it", not_by="lot while long bit few time look note"),
    "found": _followed_by("out an? my our some", not_by="lot way few"),
    "heard": _followed_by("back"),
    "received": _followed_by(_AN),
    "gave": _followed_by(f"{_AN} {_PEOPLE} birth away it"),
    "learned": _followed_by("to"),
    "learnt": _followed_by("to"),
    "talked": cased_regex(r"(?:to|with) (?!you\b)"),
    "worked": _followed_by("out"),
    "helped": re.compile(r"(?:my|our|an?|out|him|her|them|the|[A-Z])"),
    "tried": re.compile(r"(?:out|an?|the|my|making|cooking|baking)\b|[A-Z]"),
    "stayed": _followed_by("at in with up over"),
    "set": _followed_by("up"),
    "put": _followed_by("up in down together"),
    "showed": _followed_by(f"up my our {_PEOPLE}"),
    "missed": _followed_by("my our an? the out"),
    "read": _followed_by("an? my the to"),
    "wrote": _followed_by("an? my the"),
    "explored": re.compile(r"(?:an?|my|our|the|some)\b|[A-Z]"),
    "spent": cased_regex(r"""
        (?:the|an?|my|our|some|time|most|two|three|\d+|hours|all|last|yesterday|today)\b|\$\d
    """),
    "listened": _followed_by("to"),
    "turned": _followed_by(r"\d+ in twenty thirty forty fifty sixty"),
    "was": cased_regex(rf"""
        {_AT}|(?:diagnosed|invited|hired|fired|promoted|laid off|accepted|interviewed
        |{"|".join(_BEING.split())})\b
    """),
    "were": cased_regex(rf"{_AT}|(?:invited|accepted|{'|'.join(_BEING.split())})\b"),
}
"""What has to follow such a form to make an event of it."""


def _is_event(form: str) -> bool:
    form = form.lower().rpartition("-")[2]
    if form.startswith("re") and form[2:] in PAST_FORMS:
        return True
    return form not in NO_EVENTS and (form in PAST_FORMS or (len(form) > 4 and form.endswith("ed")))


_COMPANY = rf"(?:(?i:my|our) (?:\w+ )?{KNOWN_PERSON}|[A-Z]\w+)"
_ALONE = (
    r"(?=(?:Took|Went|Had|Got|Saw|Met|Made|Bought|Visited|Finished|Started|Watched|Tried|Played|Attended|Came|Lost"
    r"|Won|Ran|Spent|Moved|Joined|Ate|Cooked|Baked|Drove)\b)"
)
"""Verbs that begin a statement without its subject, as in a diary: "Took a walk yesterday"."""
_PAST = cased_regex(rf"""
    (?:\b(?P<subject>I|[Ww]e|{_COMPANY} and (?:I|me)
    |[Mm]e and {_COMPANY}) (?P<adverbs>{ADVERBS}(?:have {ADVERBS})?)|^(?P<none>){_ALONE})
    (?P<verb>[A-Za-z][a-z]*(?:-[a-z]+)?)\b(?:,? (?P<rest>.+))?
""")
_OF_KIN = cased_regex(r"""
    \b(?P<what>(?:[Mm]y|[Oo]ur) (?:\w+ ){0,2}?\w+ (?:just |recently |sadly )?(?:passed(?: away)?|died
    |was born|gave birth|got (?:married|engaged)))\b
""")
_WAS = cased_regex(rf"{OWN_EVENT} (?:was|were|took place|happened)\b")
_TO_DO = cased_regex(r"(?:had|got|managed|started|began|ended) (?:around )?(?:to|up|out) (?P<verb>[a-z]+)\b")
_DAYS = cased_regex(r"\b(?:yesterday|today|last|this (?:morning|week|weekend)|ago)\b")
_NEARLY = re.compile(r"\b(?:just|recently|finally)\b")
_JUST = re.compile(r"\bjust\b")
_RECENTLY = cased_regex(r"\b(?:recently|lately|the other (?:day|night|week|evening|morning))\b")
_NOT_OF_THING = frozenset("was were had got worked helped talked stayed went came did".split())
_STRANDED_AT = cased_regex(r"""
    \s*(?P<at>to|at|in|for|with|from|on|upon)(?=$| (?:last|yesterday|today|on|in|at|with|back|recently|about
    |around|a few|a couple|a week|a month|a year|\w+ \w+ ago|the other)\b)
""")
"""Behind a verb: what "the gala I volunteered at last May" leaves behind."""
_NO_OBJECT = cased_regex(r"""
    (?:last|this|yesterday|today|on|in|at|from|for|with|while|during|over|about|out|up|back|a few|a couple
    |\w+ \w+ ago|just|recently|the other)\b|$
""")
"""What follows a verb whose object went before it."""
_ROUTINE = cased_regex(r"""
    (?:woke up|got (?:up|home|in|out of (?:bed|the shower|work))|came (?:home|in)
    |(?:had|ate|finished|made|grabbed|drank) (?:(?:my|some|a|eating) )?(?:cup of )?(?:breakfast|brunch|lunch
    |dinner|supper|coffee|tea|snack|work|eating|nap|shower)
    |(?:took|had) a (?:nap|shower|bath)|saw your \w+)(?: (?:from (?:a|my) nap|now))?
""")
"""What everybody does every day: "I just woke up from a nap" is worth no line."""
_STRANDED = cased_regex(r"\w+(?: (?:to|at|in|for|with|from|about|on))?")


def past_event(words: str, said_at: datetime) -> Told | None:
    """Find what a statement tells to have happened; arguments as of `told_in`."""
    events = list(_events(words))
    noun = _WAS.search(words) or _OF_KIN.search(words)
    if not events and noun is None:
        return None
    time = past_time(words, said_at)
    if events:
        return _done(words, events, time, said_at)
    if noun is None or time is None:
        return None
    return Told(EventAct.HAPPENED, noun["what"].strip(), time, 0.8)


def _done(words: str, events: list[re.Match[str]], time: EventTime | None, said_at: datetime) -> Told | None:
    """Choose the event that a time is of: the nearest before it, or the first behind it."""
    if time is not None and belongs_elsewhere(words, events[-1].end("verb"), time.start):
        time = None
    fronted = time is not None and words[time.start : time.start + 1].isupper()
    before = [event for event in events if time is None or event.start("verb") < time.start]
    match = events[0] if fronted or not before else before[-1]
    if time is not None:
        return Told(EventAct.HAPPENED, _what(match, words, time), time, 0.9)
    near = _near(words, match, said_at)
    what = "" if near is None else _what(match, words, near)
    return None if near is None or _ROUTINE.fullmatch(what) else Told(EventAct.HAPPENED, what, near, 0.7)


def _events(words: str) -> Iterator[re.Match[str]]:
    place = 0
    while (match := _PAST.search(words, place)) is not None:
        place = match.end("subject") if match["subject"] else match.end("verb")
        if _is_done(words, match):
            yield match


def _is_done(words: str, match: re.Match[str]) -> bool:
    verb, rest, adverbs = match["verb"].lower(), match["rest"] or "", match["adverbs"] or ""
    is_new = _NEARLY.search(adverbs) or _RECENTLY.search(words) or (verb == "been" and _DAYS.search(words))
    if "have" in adverbs.split() and not is_new:
        return False
    if verb in _WITH_OBJECT and _thing_before(words, match):
        return True
    if (deed := _TO_DO.match(f"{verb} {rest}")) is not None:
        return deed["verb"] not in NOT_DONE
    if verb in _WITH_OBJECT:
        return _WITH_OBJECT[verb].match(rest) is not None
    return _is_event(verb)


def _thing_before(words: str, match: re.Match[str]) -> re.Match[str] | None:
    """Find the thing that "I took last summer" is said of: "the trip" before it; None where there is none."""
    rest = match["rest"] or ""
    stranded = _STRANDED_AT.match(rest)
    if match["verb"] in _NOT_OF_THING and stranded is None:
        return None
    rest = rest[stranded.end() :].lstrip() if stranded else rest
    return THING.search(words[: match.start()]) if _NO_OBJECT.match(rest) else None


def _near(words: str, match: re.Match[str], said_at: datetime) -> EventTime | None:
    if _RECENTLY.search(words):
        return recently(said_at)
    return just_now(said_at) if _JUST.search(match["adverbs"] or "") else None


def _what(match: re.Match[str], words: str, time: EventTime) -> str:
    """Name an event from its verb on; "the trip I took" is "took the trip"."""
    told = without_time(words[match.start("verb") :], words, time)
    if (stranded := _STRANDED_AT.match(words, match.end("verb"))) is not None:
        verb = f"{match['verb']} {stranded['at']}"
        told = f"{verb} {told.removeprefix(verb).removeprefix(match['verb']).strip()}".strip()
    if (thing := _thing_before(words, match)) is not None:
        verb = f"{match['verb']} {stranded['at']}" if stranded else match["verb"]
        noun = thing["noun"].strip()
        return f"{verb} {noun[:1].lower()}{noun[1:]} {told.removeprefix(verb).strip()}".strip().replace(
            " ,", ","
        )
    if _STRANDED.fullmatch(told) and (thing := THING.search(words[: match.start()])) is not None:
        return f"{told} {thing['noun'].strip()}"
    return told
