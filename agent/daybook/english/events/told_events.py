"""What a round tells of the lives of those who speak in it: events with their dates and quotes."""

import re
from collections.abc import Iterator
from datetime import datetime

from daybook.conversation import EventAct, Role, Round, Support, Sureness, ToldEvent, Turn
from daybook.english.authors import FIRST_PERSON
from daybook.english.events.antecedents import (
    POINTS_BACK,
    person_before,
    thing_before_which,
    with_antecedent,
)
from daybook.english.events.event_time import Told, without_time
from daybook.english.events.past import past_event
from daybook.english.events.plans import planned_event, undone_plan
from daybook.english.facts.clauses import clauses_of, plain
from daybook.english.facts.own_words import own_sentences, own_text
from daybook.english.facts.sensitive import guarded_slot, sensitive_kind
from daybook.english.word_tables import KNOWN_PERSON, MONTH_NAME, MONTHS, WEEKDAY_NAME, WEEKDAYS
from daybook.english.words import BASES, words_of

_WHEN = re.compile(
    rf"\b(?:ago|yesterday|today|tonight|tomorrow|morning|afternoon|evening|night|last|next|this|weekend|week"
    rf"|{MONTH_NAME}|{WEEKDAY_NAME}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?\s\d"
    r"|\d{1,2}(?:st|nd|rd|th)|\d{1,2}/\d{1,2}|(?:in|since|of)\s(?:19|20)\d\d"
    r"|summer|winter|spring|fall|autumn|christmas|easter|thanksgiving|halloween|new\syear|valentine\w*"
    r"|earlier|just|recently|the\sother\sday|in\s(?:a|an|one|two|three|four|\d+|a\sfew|a\scouple\sof)\s(?:day|week|month|year)s?)\b",
    re.IGNORECASE,
)
_UNDOES = re.compile(
    r"\b(?:cancel\w*|called\soff|call\soff|calling\soff|postpone\w*|reschedul\w*|moved|pushed|fell\sthrough"
    r"|can['’]?t\smake\sit|not\sgoing)\b",
    re.IGNORECASE,
)


def _may_tell(text: str) -> bool:
    """True if a text may tell of an event: it has a word of time, or one that undoes a plan."""
    return _WHEN.search(text) is not None or _UNDOES.search(text) is not None


_GRANTED = re.compile(
    r"(?:\b(?P<link>since|because|as|after|where)\s+"
    r"|\b(?P<noun>(?:an?|the|my|our|this|those|these|some|that)\s+(?:[\w'’-]+\s+){1,6}?)(?:that\s+|which\s+)?)"
    r"(?P<told>(?:I|we)(?:['’]ve)?\s+(?:[\w'’$%/-]+,?\s+){0,14}?[\w'’$%/-]+)(?=\s*(?:[.;!?()\u2014\u2013]|,\s|\s-\s|$"
    r"|\s(?:and|but|or|so|do|does|did|can|could|would|is|are|was|were|has|have)\s))"
)
_NOT_GRANTED = re.compile(
    r"\b(?:if|unless|wish|imagine|suppose|pretend|would|could|should|might|may|not|never|no)\b|n['’]t\b",
    re.IGNORECASE,
)


def _granted_in(sentence: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a sentence that tell something as known: a relative clause, a reason, a time."""
    for match in _GRANTED.finditer(sentence):
        start = match.start("told") if match["link"] else match.start("noun")
        told = sentence[start : match.end("told")]
        if not _NOT_GRANTED.search(told) and not _NOT_GRANTED.search(sentence[max(0, start - 12) : start]):
            yield start, match.end("told")


_NAME = r"[A-Z][\w'’.-]*\w(?:\s+(?:&\s+)?[A-Z][\w'’-]+)*"
_PERSON = rf"(?:(?:[Mm]y|[Oo]ur)\s+(?:[a-z-]+\s+){{0,2}}?{KNOWN_PERSON}s?\b(?:,?\s+{_NAME})?|{_NAME})"
_WITH = re.compile(
    rf"\b(?:with|met|meet|meeting|saw|see|seeing|joined|called|hosted|married"
    r"|(?:visited|visit|visiting)(?=\s+(?:my|our)\b))\s+(?:up\s+with\s+)?"
    rf"(?P<first>{_PERSON})(?:(?:,|,?\s+and)\s+(?P<second>{_PERSON}))?"
)
_TOGETHER = re.compile(rf"\b(?P<first>{_PERSON})\s+and\s+(?:I|me)\b")
_PLACE = re.compile(
    rf"\b(?:in|at|to|from|near|visited|visiting|around)\s+(?P<place>(?:the\s+)?{_NAME}(?:,\s+{_NAME})?)"
    r"(?!['’\w]|\s+(?!and|or|with|for|to|in|on|at|by|during|because|since|where|when|after|before|from|last)[a-z])"
)
_GENERIC = re.compile(
    r"\b(?:at|to|from)\s+(?P<place>(?:the|a|an|my|our)\s+(?:[a-z'-]+\s+){0,2}?(?:restaurant|cafe|café|museum|gym|park"
    r"|beach|theater|theatre|cinema|mall|store|shop|market|hospital|dentist|doctor|vet|library|church|airport"
    r"|zoo|stadium|bar|pub|club|office|school|clinic|gallery|farm|garden|lake|mountains|spa|salon|hotel))\b"
)
_NO_NAMES = frozenset({*MONTHS, *WEEKDAYS, "i", "christmas", "easter", "thanksgiving", "halloween"})


def _companions_of(words: str) -> tuple[str, ...]:
    """List who took part, as they are named."""
    found: dict[str, None] = {}
    for pattern in (_WITH, _TOGETHER):
        for match in pattern.finditer(words):
            for name in match.groupdict().values():
                if name and name.split()[0].lower() not in _NO_NAMES:
                    found[name.strip(" ,'’")] = None
    return tuple(found)


def _place_of(words: str) -> str:
    """Name where it was; "" where that is not said."""
    for pattern in (_PLACE, _GENERIC):
        for match in pattern.finditer(words):
            place = match["place"]
            if place.removeprefix("the ").split()[0].rstrip(",").lower() not in _NO_NAMES:
                return place
    return ""


_HABIT = re.compile(
    r"\b(?:every|each|always|usually|often|sometimes|never|used\s+to|regularly|normally|typically|generally|tend"
    r"|daily|weekly|monthly|whenever|most\s+(?:days|weeks|mornings|nights|weekends)|(?:once|twice|times)\s+an?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|mornings|evenings|nights|again\s+and\s+again"
    r"|all\s+(?:day|week|month|year)|lot\s+of\s+time|been\s+\w+ing|a\s+lot\s+(?:lately|recently))\b",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"\b(?:you(?:\s+(?:said|mentioned|recommended|suggested|told|gave|provided))|earlier\s+conversation"
    r"|(?:tell|told|ask|asked|show|gave)\s+you|we\s+(?:talked|discussed|spoke|chatted)"
    r"|your\s+(?:advice|suggestion|help)|previous\s+(?:chat|conversation)|not\s+that\s+(?:i|we))\b",
    re.IGNORECASE,
)
"""Of this very conversation, not of life."""


def _told_in(words: str, said_at: datetime) -> Told | None:
    """Find the event that a statement tells of.

    Args:
        words: the statement in plain form, as of `Clause.words`.
        said_at: when it was said; timezone-aware.

    Returns:
        None where it tells of a state, a habit, the talk itself, or an event without a date.
    """
    if _HABIT.search(words) or _TALK.search(words):
        return None
    return undone_plan(words, said_at) or planned_event(words, said_at) or past_event(words, said_at)


_SHORT = 5
"""Words of a piece of a sentence that can be its time: "Last week was wild"."""

_HAS_OWN_TIME = re.compile(r"\bwhen\s+(?:I|we)\b")
_FRONT = re.compile(r"\W*(?:\w+,?\s+)?(today|recently|lately)\b", re.IGNORECASE)


def events_in(round_: Round) -> list[ToldEvent]:
    """Find the events of their own lives that people tell in a round.

    The user is read, and the other side where it is a person with a name. Nothing that came out of memory
    is read.

    Returns:
        In the order of the text, the user's first.
    """
    return [
        event
        for turn in round_.turns
        if turn.is_key and (turn.role is Role.USER or turn.speaker) and _may_tell(turn.content)
        for event in _events_of(turn, round_)
    ]


def _events_of(turn: Turn, round_: Round) -> Iterator[ToldEvent]:
    said_at = turn.said_at or round_.said_at
    before = _Before(turn.content)
    for start, sentence in own_sentences(turn.content):
        if not _may_tell(sentence):
            continue
        found = list(_stated(start, sentence, said_at)) or list(_granted(start, sentence, said_at))
        for first, last, words, told in found:
            quote = turn.content[first:last]
            support = Support(round_.round_id, round_.session_id, first, last, quote, said_at, turn.role)
            text = words[:1].upper() + words[1:]
            event = without_time(words, words, told.time) if told.time else words
            what = _understood(told.what, words, before, first)
            if what is None:
                continue
            yield ToldEvent(
                told.act,
                what,
                told.time.happened if told.time else None,
                told.time.sure if told.time else Sureness.DAY,
                told.confidence,
                text,
                _companions_of(event) or _behind_we(words, before, first),
                _place_of(event),
                turn.speaker or "",
                support,
                sensitive_kind(quote) or guarded_slot("event.experience", f"{text} {what} {quote}"),
            )


class _Before:
    """What the owner of a turn said in it before a place; read when it is first asked for."""

    def __init__(self, turn: str) -> None:
        self._turn = turn
        self._own: str | None = None

    def __getitem__(self, start: int) -> str:
        """Give the last of the owner's words before a character of the turn."""
        if self._own is None:
            self._own = own_text(self._turn)
        return self._own[max(0, start - _BACK) : start]


_BACK = 1500
"""Characters in which a thing is named that a pronoun stands for."""


def _behind_we(words: str, before: _Before, start: int) -> tuple[str, ...]:
    person = person_before(before[start]) if words[:3].lower() == "we " else ""
    return (person,) if person else ()


_WHICH = re.compile(r"\W*which\s+(?:I|we)\b", re.IGNORECASE)
_LEFT_OPEN = re.compile(r"\w+\s+(?:to|at|in|for|with|from|about|on|upon)")
_WITHOUT_OBJECT = re.compile(
    r"(?:have\s+)?(?:bought|finished|broke|attended|discovered|received|ordered|purchased|read|watched|enjoyed|visited"
    r"|experienced|hosting|had|made|found|tried|saw|met|lost|applied|perfected)(?:\s+(?:together|online|recently))?",
    re.IGNORECASE,
)


def _understood(what: str, words: str, before: _Before, start: int) -> str | None:
    """Name in an event what its words point back to; None where nothing says what was done.

    Args:
        what: the event, from its verb on.
        words: its statement.
        before: what was said in its turn before it.
        start: where it begins in the turn.
    """
    if _WHICH.match(words):
        thing = thing_before_which(before[start])
        verb = _LEFT_OPEN.fullmatch(what) or re.match(r"\w+", what)
        what = f"{verb[0]} [{thing}]{what[verb.end() :]}" if thing and verb else what
    elif POINTS_BACK.search(what):
        what = with_antecedent(what, before[start])
    return None if _WITHOUT_OBJECT.fullmatch(what) else what


def _stated(start: int, sentence: str, said_at: datetime) -> Iterator[tuple[int, int, str, Told]]:
    """Yield what the statements of a sentence tell; a time that one names counts for those that follow it."""
    when, since = "", start
    for clause in clauses_of(start, sentence):
        words = _with_front(clause.words, sentence[clause.start - start :])
        first, told = clause.start, _told_in(words, said_at)
        if told is None and when and not _HAS_OWN_TIME.search(words):
            told = _told_in(f"{words} {when[:1].lower()}{when[1:]}", said_at)
            first = since if told is not None else first
        elif told is not None and told.time is not None and told.time.start >= 0:
            when, since = words[told.time.start : told.time.stop], clause.start
        elif told is None and len(words.split()) <= _SHORT and not FIRST_PERSON.search(words):
            when, since = words, clause.start
        if told is not None:
            yield first, clause.stop, words, told


def _with_front(words: str, said: str) -> str:
    """Put back the "today" or "recently" that plain form makes a "now" of."""
    front = _FRONT.match(said)
    return words.removesuffix(" now") + f" {front[1].lower()}" if front and words.endswith(" now") else words


def _granted(start: int, sentence: str, said_at: datetime) -> Iterator[tuple[int, int, str, Told]]:
    for first, last in _granted_in(sentence):
        words = plain(sentence[first:last])
        told = _told_in(words, said_at) if _may_tell(words) else None
        if told is not None and told.act in (EventAct.HAPPENED, EventAct.PLANNED):
            yield start + first, start + last, words, told


_LIGHT = frozenset(
    BASES.get(stem, stem)
    for stem in words_of(
        """go going went gone get getting got gotten take taking took taken have having had do doing did make
        making made plan planning start started starting finish finished come came back attend attended
        attending visit visited see saw seeing meet met meeting up out new great nice good really finally
        today tonight tomorrow yesterday last next week weekend month year day days ago recently just first
        bought buy booked scheduled cancel cancelled canceled called off moved rescheduled postponed pushed
        look looking forward event time"""
    )
) | {*MONTHS, *WEEKDAYS}
"""What says little about which event is meant."""


def event_terms(text: str) -> frozenset[str]:
    """List the stems that tell which event a text is about; all of them where it has only light ones."""
    stems = frozenset(BASES.get(stem, stem) for stem in words_of(text))
    return stems - _LIGHT or stems
