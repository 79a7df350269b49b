"""What a round tells of the lives of those who speak in it: events with their dates and quotes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from daybook.conversation import EventAct, Role, Round, Support, Sureness, ToldEvent, Turn
from daybook.text.english.authors import FIRST_PERSON
from daybook.text.english.events.antecedents import (
    POINTS_BACK,
    person_before,
    subject_named,
    thing_before_which,
    with_antecedent,
)
from daybook.text.english.events.event_time import Told, said_today, without_time
from daybook.text.english.events.own_life import (
    OwnStatements,
    continuation,
    granted_stretches,
    told_stretches,
)
from daybook.text.english.events.past import past_event
from daybook.text.english.events.plans import planned_event, undone_plan
from daybook.text.english.facts.clauses import clauses_of, plain
from daybook.text.english.facts.own_words import holds_secret, is_stated, own_text
from daybook.text.english.facts.sensitive import guarded_slot, sensitive_kind
from daybook.text.english.patterns import cased_regex, regex
from daybook.text.english.sentences import sentence_spans
from daybook.text.english.word_tables import KNOWN_PERSON, MONTH_NAME, MONTHS, WEEKDAY_NAME, WEEKDAYS
from daybook.text.english.words import BASES, words_of

_MAY_TELL = regex(rf"""
    \b(?:ago|yesterday|today|tonight|tomorrow|morning|afternoon|evening|night|last|next|this|weekend|week
    |{MONTH_NAME}|{WEEKDAY_NAME}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.? \d|\d{{1,2}}(?:st|nd
    |rd|th)|\d{{1,2}}/\d{{1,2}}|(?:in|since|of) (?:19|20)\d\d|summer|winter|spring|fall|autumn|christmas
    |easter|thanksgiving|halloween|new year|valentine\w*|earlier|just|recently|the other day|in (?:a|an|one
    |two|three|four|\d+|a few|a couple of) (?:day|week|month|year)s?|cancel\w*|call(?:ed|ing)? off
    |postpone\w*|reschedul\w*|moved|pushed|fell through|can['’]?t make it|not going)\b
""")
"""Words of time, and such as undo a plan: a text without any tells of no event."""
_NAME = r"[A-Z][\w'’.-]*\w(?: (?:& )?[A-Z][\w'’-]+)*"
_PERSON = rf"(?:(?:[Mm]y|[Oo]ur) (?:[a-z-]+ ){{0,2}}?{KNOWN_PERSON}s?\b(?:,? {_NAME})?|{_NAME})"
_WITH = cased_regex(rf"""
    \b(?:with|met|meet|meeting|saw|see|seeing|joined|called|hosted|married|(?:visited|visit|visiting)
    (?= (?:my|our)\b)) (?:up with )?(?P<first>{_PERSON})(?:(?:,|,? and) (?P<second>{_PERSON}))?
""")
_TOGETHER = cased_regex(rf"\b(?P<first>{_PERSON}) and (?:I|me)\b")
_PLACE = cased_regex(rf"""
    \b(?:in|at|to|from|near|visited|visiting|around) (?P<place>(?:the )?{_NAME}(?:, {_NAME})?)(?!['’\w]
    | (?!and|or|with|for|to|in|on|at|by|during|because|since|where|when|after|before|from|last)[a-z])
""")
_GENERIC = cased_regex(r"""
    \b(?:at|to
    |from) (?P<place>(?:the|a|an|my|our) (?:[a-z'-]+ ){0,2}?(?:restaurant|cafe|café|museum|gym|park|beach
    |theater|theatre|cinema|mall|store|shop|market|hospital|dentist|doctor|vet|library|church|airport|zoo
    |stadium|bar|pub|club|office|school|clinic|gallery|farm|garden|lake|mountains|spa|salon|hotel))\b
""")
_NO_NAMES = frozenset({*MONTHS, *WEEKDAYS, "i", "christmas", "easter", "thanksgiving", "halloween"})


def _companions_of(words: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for pattern in (_WITH, _TOGETHER):
        for match in pattern.finditer(words):
            for name in match.groupdict().values():
                if name and name.split()[0].lower() not in _NO_NAMES:
                    found[name.strip(" ,'’")] = None
    return tuple(found)


def _place_of(words: str) -> str:
    for pattern in (_PLACE, _GENERIC):
        for match in pattern.finditer(words):
            place = match["place"]
            if place.removeprefix("the ").split()[0].rstrip(",").lower() not in _NO_NAMES:
                return place
    return ""


_HABIT = regex(r"""
    \b(?:every|each|always|usually|often|sometimes|never|used to|regularly|normally|typically|generally|tend
    |daily|weekly|monthly|whenever|most (?:days|weeks|mornings|nights|weekends)|(?:once|twice|times) an?
    |(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|mornings|evenings|nights|again and again
    |all (?:day|week|month|year)|lot of time|been \w+ing|a lot (?:lately|recently))\b
""")
_TALK = regex(r"""
    \b(?:you(?: (?:said|mentioned|recommended|suggested|told|gave|provided))|earlier conversation
    |(?:tell|told|ask|asked|show|gave) you|we (?:talked|discussed|spoke|chatted)
    |your (?:advice|suggestion|help)|previous (?:chat|conversation)|not that (?:i|we))\b
""")
"""Of this very conversation, not of life."""


def _told_in(words: str, said_at: datetime) -> Told | None:
    """Find the dated event that a plain statement tells of: no state, no habit, not the talk itself."""
    if _HABIT.search(words) or _TALK.search(words):
        return None
    return undone_plan(words, said_at) or planned_event(words, said_at) or past_event(words, said_at)


_Place: TypeAlias = tuple[int, int, str, Told]
"""Where in the turn something is told, its words in plain form, and the event."""
_SHORT = 5  # words of a piece of a sentence that can be its time: "Last week was wild"

_HAS_OWN_TIME = cased_regex(r"\bwhen (?:I|we)\b")
_FRONT = regex(r"\W*(?:\w+,? )?(today|recently|lately)\b")


def events_in(round_: Round) -> list[ToldEvent]:
    """Find the events and the particulars of their own lives that people tell in a round, the user's first.

    The other side is read where it is a person with a name; nothing that came out of memory is. The notes of
    a turn stand behind its events.
    """
    return [
        event
        for turn in round_.turns
        if turn.is_key and (turn.role is Role.USER or turn.speaker) and FIRST_PERSON.search(turn.content)
        for event in _TurnReader(turn, round_).read()
    ]


class _TurnReader:
    def __init__(self, turn: Turn, round_: Round) -> None:
        self._turn, self._round = turn, round_
        self._said_at = turn.said_at or round_.said_at
        self._text = own_text(turn.content)

    def read(self) -> Iterator[ToldEvent]:
        """Yield what each sentence tells: its events, and what is noted beside them."""
        for start, stop in sentence_spans(self._text):
            sentence = self._text[start:stop]
            if holds_secret(sentence):
                continue
            if not FIRST_PERSON.search(sentence):
                yield from self._going_on(start, sentence)
            elif is_stated(sentence):
                yield from self._stated(start, sentence)
            else:
                for granted in granted_stretches(start, sentence):
                    yield from self._noted(granted, granted.words)

    def _stated(self, start: int, sentence: str) -> Iterator[ToldEvent]:
        told, used = list(told_stretches(start, sentence)), set[OwnStatements]()
        if _MAY_TELL.search(sentence):
            for first, stop, words, event in _stated(start, sentence, self._said_at) or _granted(
                start, sentence, self._said_at
            ):
                around = next((stretch for stretch in told if stretch.start <= first < stretch.stop), None)
                used |= {around} if around else set()
                yield from self._event(first, stop, words, event, around)
        if not (told or used):
            yield from self._going_on(start, sentence)
        for stretch in told:
            if stretch not in used:
                yield from self._noted(stretch, stretch.words)

    def _going_on(self, start: int, sentence: str) -> Iterator[ToldEvent]:
        """Note what a sentence without "I" tells of something named in the one before it."""
        if more := continuation(start, sentence):
            before = self._text_before(start)
            if FIRST_PERSON.search(before[-_NEAR:]) and (what := subject_named(more.words, before)):
                yield from self._noted(more, what)

    def _event(
        self, start: int, stop: int, words: str, told: Told, around: OwnStatements | None
    ) -> Iterator[ToldEvent]:
        event = without_time(words, words, told.time) if told.time else words
        what = _understood(told.what, words, self._text_before(start))
        if what is not None:
            yield replace(
                self._told(start, stop, what, around.plain if around else words),
                act=told.act,
                happened=told.time.happened if told.time else None,
                sure=told.time.sure if told.time else Sureness.DAY,
                confidence=told.confidence,
                who=_companions_of(event) or self._behind_we(words, start),
                where=_place_of(event),
            )

    def _noted(self, note: OwnStatements, what: str) -> Iterator[ToldEvent]:
        if note.particulars and len(note.words.split()) >= _SHORTEST_NOTE:
            if POINTS_BACK.search(what):
                what = with_antecedent(what, self._text_before(note.start))
            told = self._told(note.start, note.stop, what, note.words)
            yield replace(told, particulars=note.particulars)

    def _told(self, start: int, stop: int, what: str, text: str) -> ToldEvent:
        quote = self._turn.content[start:stop]
        return ToldEvent(
            EventAct.NOTED,
            what,
            said_today(self._said_at),
            Sureness.DAY,
            _NOTED,
            text[:1].upper() + text[1:],
            _companions_of(what),
            _place_of(what),
            self._turn.speaker or "",
            Support(
                self._round.round_id,
                self._round.session_id,
                start,
                stop,
                quote,
                self._said_at,
                self._turn.role,
            ),
            guarded=sensitive_kind(quote) or guarded_slot("event.experience", f"{text} {what} {quote}"),
        )

    def _behind_we(self, words: str, start: int) -> tuple[str, ...]:
        person = person_before(self._text_before(start)) if words[:3].lower() == "we " else ""
        return (person,) if person else ()

    def _text_before(self, start: int) -> str:
        return self._text[max(0, start - _BACK) : start]


_BACK, _NEAR = 1500, 300
"""Characters in which a thing is named that a pronoun stands for, and in which "I" told of it."""
_SHORTEST_NOTE = 4  # words; "I have 15" says nothing
_NOTED = 0.8  # confidence of a note


_WHICH = regex(r"\W*which (?:I|we)\b")
_LEFT_OPEN = cased_regex(r"\w+ (?:to|at|in|for|with|from|about|on|upon)")
_WITHOUT_OBJECT = regex("""
    (?:have )?(?:bought|finished|broke|attended|discovered|received|ordered|purchased|read|watched|enjoyed
    |visited|experienced|hosting|had|made|found|tried|saw|met|lost|applied|perfected)(?: (?:together|online
    |recently))?
""")


def _understood(what: str, words: str, before: str) -> str | None:
    """Name in an event what its words point back to; None where nothing says what was done."""
    if _WHICH.match(words):
        thing = thing_before_which(before)
        verb = _LEFT_OPEN.fullmatch(what) or re.match(r"\w+", what)
        what = f"{verb[0]} [{thing}]{what[verb.end() :]}" if thing and verb else what
    elif POINTS_BACK.search(what):
        what = with_antecedent(what, before)
    return None if _WITHOUT_OBJECT.fullmatch(what) else what


def _stated(start: int, sentence: str, said_at: datetime) -> list[_Place]:
    """List what the statements of a sentence tell; a time that one names counts for those that follow it."""
    when, since = "", start
    found: list[_Place] = []
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
            found.append((first, clause.stop, words, told))
    return found


def _with_front(words: str, said: str) -> str:
    """Put back the "today" or "recently" that plain form makes a "now" of."""
    front = _FRONT.match(said)
    return words.removesuffix(" now") + f" {front[1].lower()}" if front and words.endswith(" now") else words


def _granted(start: int, sentence: str, said_at: datetime) -> list[_Place]:
    found = []
    for granted in granted_stretches(start, sentence):
        words = plain(granted.words)
        told = _told_in(words, said_at) if _MAY_TELL.search(words) else None
        if told is not None and told.act in (EventAct.HAPPENED, EventAct.PLANNED):
            found.append((granted.start, granted.stop, words, told))
    return found


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
