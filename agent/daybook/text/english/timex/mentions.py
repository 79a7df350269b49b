"""From a text to the times that it speaks of. In doubt a word that looks like a date is none."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from daybook.conversation import TimeRange
from daybook.text.english.timex.amounts import PARTS_OF_DAY, SEASONS, UNITS, WEEKDAY_PLURALS
from daybook.text.english.timex.cursor import SUFFIXES, Cursor, Token, tokenise, year
from daybook.text.english.timex.dates import HOLIDAYS
from daybook.text.english.timex.expression import expression
from daybook.text.english.timex.meaning import BY_TENSE, Lean, Meaning, Now
from daybook.text.english.timex.spans import DAY, Grain, TimeSpan
from daybook.text.english.word_tables import DECADES, MONTHS, ONES, ORDINALS, TENS, TENTHS, WEEKDAYS
from daybook.text.english.words import IRREGULAR_PAST, IRREGULAR_VERBS

_CLAUSE_END = re.compile(r"(?<![.!?;:()])[.!?;:()]++(?=\s|$)|\n|\s[-–—]\s")
_JOINT = re.compile(
    r",\s|\b(?:and|but|so|because|which|who|while|although|though|when|since|if)\b"
    r"|\bthat(?=\s+(?:on|in|at|i|we|you|he|she|it|they|the|my|our|his|her|their)\b)",
    re.IGNORECASE,
)
"""Where one statement of a sentence ends and the next may begin: "the news is that on Thursday I got it"."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PRESENT_BE = frozenset("am is are isn't aren't ain't be being".split())
_AHEAD = frozenset(
    "will won't shall gonna gotta must should ought can can't could may might would need needs want wants "
    "hope hopes hoping plan plans planning expect expects expecting due deadline upcoming".split()
)
_REGULAR_PAST = re.compile(r"[^\W\d_]{2,}ed")
_PAST = re.compile(rf"(?:{IRREGULAR_PAST}|was|wasn't|were|weren't|did|didn't|had|hadn't|ago)")
_SAME_IN_PAST = frozenset(base for base, *past in IRREGULAR_VERBS if base in past) | {"quit", "bet", "hurt"}
"""Verbs whose past is their base form: "I quit on Friday" tells of what is over."""
_SUBJECTS = frozenset("i we they he she you".split())
_NO_PAST = frozenset(
    "excited worried scared tired bored interested need indeed hundred breed seed weed shed speed feed "
    "married red bed kid agreed wicked naked left".split()
)
"""They end like a past and mostly are none."""
_FOR_LATER = re.compile(
    r"\b(?:book|schedul|reserv|plann?|arrang|mov|postpon|push|reschedul|ticket|appointment)\w*\b[^.!?]{0,200}"
    r"\b(?:for|to|until|back\s++to)\s++(?:(?:the|next)\s++)?$",
    re.IGNORECASE,
)
"""Words before the time of something booked or put off: the booking is over, its time is to come."""
_STATEMENT = 3
"""Words from which a clause is a statement of its own; a shorter one ("On Monday, …") goes with the next."""


def _lean_at(text: str, start: int, stop: int) -> tuple[Lean, bool]:
    """Tell which way the time at some characters of a statement leans, and whether a verb says so.

    The nearest verb before it in its clause decides, else the nearest behind it, else the rest of its
    sentence. A clause without a verb in the past is of now or of what comes, a mere fragment of the past.
    """
    first = max((match.end() for match in _CLAUSE_END.finditer(text, 0, start)), default=0)
    if _FOR_LATER.search(text[first:start]):
        return Lean.FUTURE, True
    found = _CLAUSE_END.search(text, stop)
    last = found.start() if found else len(text)
    clause = max((match.end() for match in _JOINT.finditer(text, first, start)), default=first)
    behind = _JOINT.search(text, stop, last)
    end = behind.start() if behind else last
    own = [list(_leans(text[begin:finish])) for begin, finish in ((clause, start), (stop, end))]
    is_statement = len(_WORD.findall(text[clause:start] + text[stop:end])) >= _STATEMENT
    if not any(own) and not is_statement:
        own = [list(_leans(text[begin:finish])) for begin, finish in ((first, clause), (end, last))]
    before, after = own
    if before or after:
        return before[-1] if before else after[0], True
    return Lean.FUTURE if is_statement else Lean.PAST, False


def _leans(words: str) -> Iterator[Lean]:
    """Give the lean of each verb form of a stretch of text, in order."""
    tokens = [match[0].lower().replace("’", "'") for match in _WORD.finditer(words)]
    is_perfect = is_present = False
    for place, token in enumerate(tokens):
        following = tokens[place + 1] if place + 1 < len(tokens) else ""
        head, _, tail = token.rpartition("'")
        if token in ("have", "has", "haven't", "hasn't") or (head and tail == "ve"):
            is_perfect = _is_past(following) or following in ("been", "just", "already", "finally", "never")
            yield Lean.PAST if is_perfect else Lean.FUTURE
        elif token == "used" and following == "to":
            yield Lean.PAST
        elif token in _AHEAD or (head and tail == "ll"):
            yield Lean.FUTURE
        elif token in _PRESENT_BE or (head and tail in ("m", "re")):
            is_present = True
            yield Lean.FUTURE
            continue
        elif _is_past(token):
            if is_perfect or not is_present:
                yield Lean.PAST
        elif token in _SAME_IN_PAST and place and tokens[place - 1] in _SUBJECTS:
            yield Lean.PAST
        is_present = is_present and (token.endswith("ly") or token in ("all", "not", "been", "also", "now"))


def _is_past(token: str) -> bool:
    if token in _NO_PAST:
        return False
    return _PAST.fullmatch(token) is not None or _REGULAR_PAST.fullmatch(token) is not None


_CUES = frozenset(
    """in on at of by since until till from before after during for between through throughout over
    around about this last next past every early mid late to than and or is was ( < > =""".split()
)
"""Words before a name that make it a date rather than a verb, a person or a thing."""
_INDEFINITE = frozenset("a an any every each per one some most another other".split())
"""Before a name they make it any of its kind, or a rate."""
_NAMES_TOO = frozenset("may march mar april june august jan sun sat wed mon dec".split())
"""Words that are more often something else than a date."""
_FUNCTION_WORDS = frozenset(
    """a an the i you he she it we they me him her us them my your his our their this that these those
    and or but in on at of by since until till from before after during for between through over around
    about to with as when where who what which how why did do does was were is are be been has have had
    will would can could should may might must not so if than then because while also please""".split()
)
"""Words that can follow a date without being the thing that it describes."""


def _is_function_word(token: str) -> bool:
    """True for "we", and for "we'll" as well."""
    return re.split(r"['’]", token, maxsplit=1)[0] in _FUNCTION_WORDS


_NOT_BEFORE_MAY = {"and", "or", "is", "was", "than", "every"}
_AUXILIARIES = frozenset("will would shall should can could may might must not to does did do cannot".split())
"""Words before "last" that make it a verb."""

_OPENERS = frozenset(
    """a an the this last previous prior next following coming upcoming past current right just today
    yesterday tomorrow day tonight tonite in within about around roughly half couple few several from
    between since ever until till up by through starting before prior after later earlier early mid
    middle late start beginning first end second week month year weekend noon midday midnight at eod eom
    eoy q h for rest remainder remaining ' ’""".split()
).union(MONTHS, WEEKDAYS, SEASONS, ONES, TENS, ORDINALS, TENTHS, DECADES, PARTS_OF_DAY, HOLIDAYS)
"""Words that an expression can begin with: the quick look before any rule is tried."""
_NAMES = frozenset(
    """today yesterday tomorrow now present date eod eom eoy noon midday midnight thousand ten eleven twelve
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen""".split()
).union(UNITS, MONTHS, WEEKDAYS, WEEKDAY_PLURALS, SEASONS, TENS, DECADES, PARTS_OF_DAY, HOLIDAYS)
"""One of these, or a number, is in every expression, no more than `_REACH` tokens behind its beginning."""
_DIGIT, _LETTERS = re.compile("[0-9]"), re.compile(r"[^\W\d_]+")
_JOINING = frozenset(
    """ago am and back calendar circa close commencing during entire forward full gone handful hence hundred
    latter m nd no not o o'clock oclock of oh on once onward onwards or over p part pm preceding rd s th than
    throughout thru to twice very whole with""".split()
)
"""Words that may stand between its beginning and the first of its names, beside `_OPENERS`."""
_WORDS = _OPENERS | _NAMES | _JOINING
"""All words of expressions."""
_REACH = 8
_FAR = timedelta(days=240)
_ONCE = (["in", "a", "day"], ["in", "one", "day"], ["in", "a", "night"], ["in", "one", "night"])


def _is_date(at: Cursor, rest: Cursor) -> bool:
    """True if the tokens from `at` to `rest`, which a rule has read, are a date where they stand."""
    before = at.previous
    if before.text in _INDEFINITE and at.token.text not in ("this", "last", "next"):
        return False
    if at.token.is_number and before.text in ("$", "£", "€"):
        return False
    if at.token.is_number and at.token.glued:
        in_figures = before.text == "-" and at.step(-1).previous.is_number
        if in_figures or before.is_word or before.text in ".,/#@":
            return False
    if _is_verb(at, before):
        return False
    words = [token.text for token in at.tokens[at.at : rest.at] if token.text != "the"]
    if before.text == "the" and at.at > 1:
        before = at.step(-1).previous
    cue, free = before.text in _CUES, not rest.token.is_word or _is_function_word(rest.token.text)
    if len(words) == 1:
        return not _is_name(at, rest) and _is_alone_date(at, words[0], rest.token, cue=cue, free=free)
    if words[-1] == "s" and before.text == "-":
        return False
    if len(words) == 2 and words[0].isdigit() and words[1] in SUFFIXES:  # only the number of a day
        return free
    if before.text == "fiscal" or words in _ONCE:
        return False
    return cue if words[1] == "/" and len(words) == 3 and words[0].isdigit() else True


def _is_alone_date(at: Cursor, word: str, behind: Token, *, cue: bool, free: bool) -> bool:
    if word in ("now", "present"):
        return False
    if word in _NAMES_TOO:
        return at.previous.text in (_CUES - _NOT_BEFORE_MAY if word == "may" else _CUES)
    if word in SEASONS:
        return cue and free
    if word == "weekend":
        return free and "the" in (at.token.text, at.previous.text)
    if year(at.skip("the")) is not None:
        counted = behind.text in UNITS or behind.text in ("%", "°")
        counted = counted or at.previous.text in ("for", "about", "around", "at")
        return cue and at.previous.text != "fiscal" and free and not counted
    return True


def _is_name(at: Cursor, rest: Cursor) -> bool:
    """True if capitals make it part of a name: a weekday before one, a "Tomorrow" within a title."""
    if at.token.text in ("today", "tomorrow", "yesterday"):
        return at.token.capital and at.previous.is_word
    named = rest.token.capital and not _is_function_word(rest.token.text)
    return at.token.text in WEEKDAYS and named and not rest.token.is_number


def _is_verb(at: Cursor, before: Token) -> bool:
    """True if "last" tells how long something goes on: "it won't last two hours"."""
    counted = at.step().token
    counts = counted.is_number or counted.text in ONES or counted.text in ("a", "an", "few", "several")
    verb = before.text in _AUXILIARIES or before.text.endswith("n't")
    return at.token.text == "last" and counts and verb


@dataclass(frozen=True, slots=True)
class TimeMention:
    """A time expression in a text, and the time that it means."""

    start: int
    stop: int
    """The characters of the text that it takes up: `start` in, `stop` out."""
    range: TimeRange
    """Its meaning, half-open, in the time zone of the reference: "in March" ends as April begins,
    "from Monday to Wednesday" and "until Wednesday" as Thursday begins, "the past week" now."""
    grain: Grain
    """How finely it tells the time: "two months ago" is a day told in months."""
    alternatives: tuple[TimeRange, ...] = ()
    """Other readings: the other direction of "Tuesday" or "in March"."""
    last: datetime | None = None
    """Where the last period of a range begins: in "from May to July" the first of July."""
    tolerance: timedelta = timedelta(0)
    """How far off the speaker may be on either side; "two weeks ago" is right to half a week."""

    @property
    def is_day(self) -> bool:
        """True if it means a day or less."""
        start, end = self.range.start, self.range.end
        return start is not None and end is not None and end - start <= DAY


def find_times(text: str, reference: datetime, *, lean: Lean | None = BY_TENSE) -> list[TimeMention]:
    """Find the dates and periods that a text speaks of, relative to the moment when it was said.

    Times of day, durations ("for two weeks") and habits ("every Friday") are no mentions: they do
    not say when. Weeks start on Monday, weekends are Saturday and Sunday; "last Tuesday" is the latest
    before yesterday, "next Tuesday" that of next week, "this Tuesday" that of this week; "last weekend"
    is that of last week, also when said on a Sunday; "last March" is the latest that is over.

    Args:
        text: any text; nothing in it raises.
        reference: timezone-aware; its time zone is the one of the ranges.
        lean: how "Tuesday", "in March" or "Christmas" are read; the other way is an alternative. By default
            the tense of the clause says it: "starts on Monday" is ahead, "started on Monday" is over. Where
            no verb does, a note such as "Dentist: 4 August" is of the nearer one if the other is far.

    Returns:
        Mentions in the order of the text; they do not overlap.

    Raises:
        ValueError: `reference` has no time zone.
    """
    if reference.tzinfo is None:
        raise ValueError(f"reference needs a time zone: {reference.isoformat()}")
    mentions: list[TimeMention] = []
    for start, stop, meaning in _expressions(text) if _may_have_any(text) else ():
        direction, is_sure = (lean, True) if lean else _lean_at(text, start, stop)
        ranges = _readings(meaning, reference, direction)
        if not is_sure:
            ranges = _not_far_first(ranges, reference)
        if ranges:
            (first, span), *others = ranges
            alternatives = tuple(dict.fromkeys(other for other, _ in others if other != first))
            last = _aware(span.last, reference.tzinfo)
            mentions.append(TimeMention(start, stop, first, span.grain, alternatives, last, span.tolerance))
    return mentions


def _may_have_any(text: str) -> bool:
    """True if a text has a number or one of `_NAMES`: a quick look before it is cut into tokens."""
    return _DIGIT.search(text) is not None or not _NAMES.isdisjoint(_LETTERS.findall(text.lower()))


def _expressions(text: str) -> Iterator[tuple[int, int, Meaning]]:
    at = Cursor(tokenise(text))
    for name, token in enumerate(at.tokens):
        if name < at.at or not (token.is_number or token.text in _NAMES):
            continue
        at = at.step(_first_fitting(at.tokens, at.at, name) - at.at)
        while at.at <= name:
            parsed = expression(at) if _may_begin(at) else None
            if parsed is None:
                at = at.step()
            elif _is_date(at, parsed.rest):
                yield at.token.start, parsed.rest.previous.stop, parsed.value
                at = parsed.rest
            else:
                at = at.step()


def _may_begin(at: Cursor) -> bool:
    """True if an expression may begin here: by a word or digits that can be one alone, or go on.

    Behind its first word, and a mark at most, comes another word of theirs, or a number.
    """
    token, behind = at.token, at.step()
    if not (token.is_number or token.text in _OPENERS):
        return False
    if token.text in _NAMES or (token.is_number and len(token.text) >= 4):
        return True
    next_ = behind.token if behind.token.is_word or behind.token.is_number else behind.step().token
    return next_.is_number or next_.text in _WORDS


def _first_fitting(tokens: Sequence[Token], least: int, name: int) -> int:
    """Find where an expression with its first name at a place may begin, from `least` on."""
    first = name
    while first > max(least, name - _REACH):
        before = tokens[first - 1]
        if before.is_word and before.text not in _OPENERS and before.text not in _JOINING:
            break
        first -= 1
    return first


def _readings(meaning: Meaning, reference: datetime, lean: Lean) -> list[tuple[TimeRange, TimeSpan]]:
    moment = reference.replace(tzinfo=None, fold=0)
    other = Lean.FUTURE if lean is Lean.PAST else Lean.PAST
    readings = []
    for direction in (lean, other):
        try:
            span = meaning.resolve(Now(moment, direction))
        except (OverflowError, ValueError):  # beyond the years 1 to 9999
            continue
        range_ = _range(span, reference.tzinfo) if span else None
        if span and range_:
            readings.append((range_, span))
    return readings


def _not_far_first(
    readings: list[tuple[TimeRange, TimeSpan]], reference: datetime
) -> list[tuple[TimeRange, TimeSpan]]:
    """Put a reading that is far from the moment of speaking behind a nearer one."""
    away = [_distance(range_, reference) for range_, _ in readings]
    return readings[::-1] if len(away) > 1 and away[0] > _FAR and away[1] < away[0] else readings


def _distance(range_: TimeRange, moment: datetime) -> timedelta:
    start, end = range_.start or moment, range_.end or moment
    return max(start - moment, moment - end, timedelta(0))


def _range(span: TimeSpan, zone: tzinfo | None) -> TimeRange | None:
    if not span.is_sound:
        return None
    start, end = _aware(span.start, zone), _aware(span.end, zone)
    try:  # on the world's clock an hour can be skipped or run twice
        if start and end and start.astimezone(UTC) >= end.astimezone(UTC):
            return None
    except OverflowError:
        return None
    return TimeRange(start, end)


def _aware(moment: datetime | None, zone: tzinfo | None) -> datetime | None:
    return None if moment is None else moment.replace(tzinfo=zone)


def date_of(sentence: str, said_at: datetime) -> TimeRange | None:
    """Date what a sentence tells of, by the narrowest time in it that had begun when it was said.

    Of times of one length that in most letters counts, then the first: "the 30th" may count something else,
    "the 15th of March" does not.

    Returns:
        The time that it names, in the time zone of `said_at`; None if it names none, or only what was
        still to come, or no beginning.
    """
    begun = [
        mention
        for mention in find_times(sentence, said_at, lean=Lean.PAST)
        if mention.range.start is not None and mention.range.start <= said_at
    ]
    best = min(
        begun, key=lambda mention: (_length(mention.range), mention.start - mention.stop), default=None
    )
    return best.range if best else None


def time_in(text: str, moment: datetime) -> TimeRange | None:
    """Read a text that is nothing but a time that has begun, like "yesterday"; None if it is not."""
    text = text.strip()
    for mention in find_times(text, moment, lean=Lean.PAST):
        if mention.stop - mention.start == len(text):
            return mention.range if mention.range.start and mention.range.start <= moment else None
    return None


def _length(time: TimeRange) -> timedelta:
    return time.end - time.start if time.start and time.end else timedelta.max
