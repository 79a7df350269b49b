"""Questions to a diary: what was done in a time, when something was, how often."""

import re
from collections.abc import Collection
from datetime import datetime, timedelta

from daybook.conversation import TimeRange
from daybook.language.english.reading_values import DiaryAsk, DiaryQuestion
from daybook.language.english.timex import Lean, TimeMention, find_times

_COURTESY = re.compile(
    r"^(?:(?:hey|hi|so|and|but|well|ok|okay|please|also|by the way),? )*(?:(?:can|could) you (?:please )?"
    r"(?:tell|remind) me|do you (?:remember|know|recall)|i (?:forgot|can't remember|wonder)|tell me"
    r"|remind me)\s+|^(?:hey|hi|so|and|but|well|ok|okay|by the way),? "
)
_WE = r"(?:i|we)"
_DOING = r"(?:do|done|doing|been doing|up to|get up to|go on|going on|happen(?:ed)?|went on)"
_WHAT = re.compile(
    rf"^what (?:all )?(?:(?:did|have|has|was|were|had) {_WE} {_DOING}"
    r"|(?:has |have )?(?:happened|went on|was going on)(?: (?:to|with) (?:me|us))?)(?: with my time)?$"
)
_PLANS = re.compile(
    rf"^what(?: all)?(?:(?:'s| is)(?: coming up| planned| on my calendar)(?: for (?:me|us))?"
    rf"|(?: do| did| have) {_WE} (?:have |got )?(?:planned|scheduled|coming up|on|going on|lined up)(?: for)?"
    r"|(?: are|'re)(?: my| our)(?: upcoming| next)? plans(?: for)?"
    rf"|(?: am| are) {_WE} (?:doing|up to|going to do)"
    rf"|(?: will| shall) {_WE} (?:do|be doing))$"
)
_LAST = re.compile(
    rf"^when (?:did {_WE} (?:last|most recently) (?P<a>.+)|(?:was|is) the (?:last|most recent|latest) time"
    rf"(?: that| when)? {_WE} (?P<b>.+)|(?:was|were) {_WE} last (?P<c>.+))$"
)
_FIRST = re.compile(
    rf"^when (?:did {_WE} first (?P<a>.+)|was the (?:first|very first) time(?: that| when)? {_WE} (?P<b>.+))$"
)
_WHEN = re.compile(
    rf"^(?:when|(?:on )?(?:what|which) (?:day|date)|(?:in )?(?:what|which) (?:month|year))"
    rf" (?:(?:did|do|have|had|has|will|am|are|was|were|is|does) {_WE} (?P<a>.+)"
    r"|(?:is|are|was|were) (?P<b>(?:my|our) .+)|(?:is|are) (?P<c>the .+))$"
)
_TIMES = re.compile(rf"^how (?:many times|often) (?:did|have|had|has) {_WE} (?P<a>.+)$")
_COUNT = re.compile(rf"^how many (?P<a>(?:different )?[\w' -]+?) (?:did|have|had|has) {_WE} (?P<b>.+)$")
_WHICH = re.compile(
    r"^(?:what|which|who|whom|where|with who|with whom)(?P<thing>(?: [\w'-]+){0,3})"
    rf" (?:did|have|had|was|were|am|are|will|has) {_WE} (?P<a>.+)$"
)


def diary_question(question: str, asked_at: datetime, speakers: Collection[str] = ()) -> DiaryQuestion | None:
    """Read what a question asks of a diary.

    Args:
        question: made to stand alone, in English.
        asked_at: what "last week" is relative to; timezone-aware.
        speakers: the names of those who speak in the memory, where they have names; a question that names
            one asks for that one's entries.

    Returns:
        None where it asks for something else.
    """
    text = " ".join(question.replace("\u2019", "'").strip().rstrip("?!. ").split())
    text = re.sub(r"\b(?:been|get|got|gotten) up to\b", "done", text, flags=re.IGNORECASE)  # not "up to May"
    text, speaker = _as_first_person(text, speakers)
    mention = _time_in(text, asked_at)
    if mention is not None:
        before = re.sub(
            r"(?: (?:on|in|at|over|during|for|of|from|the|since|this))*\s*$",
            "",
            text[: mention.start].rstrip(),
        )
        text = f"{before} {text[mention.stop :].strip(' ,')}".strip(" ,")
    lowered = _COURTESY.sub("", text.lower())
    during = None if mention is None else mention.range
    found = _read(lowered, during)
    if found is None or (found[0] in (DiaryAsk.WHAT,) and during is None):
        return None
    return DiaryQuestion(found[0], found[1], _whole_days(during), speaker)


def _read(text: str, during: TimeRange | None) -> tuple[DiaryAsk, str] | None:
    if _WHAT.match(text):
        return DiaryAsk.WHAT, ""
    if _PLANS.match(text):
        return DiaryAsk.PLANS, ""
    for asks, pattern in ((DiaryAsk.LAST, _LAST), (DiaryAsk.FIRST, _FIRST)):
        if (match := pattern.match(text)) is not None:
            return asks, next(about for about in match.groups() if about)
    if (match := _WHEN.match(text)) is not None:
        return DiaryAsk.WHEN, match["a"] or match["b"] or match["c"]
    if (match := _TIMES.match(text)) is not None:
        return DiaryAsk.COUNT, match["a"]
    if (match := _COUNT.match(text)) is not None and during is not None:
        return DiaryAsk.COUNT, f"{match['b']} {match['a']}"
    if (match := _WHICH.match(text)) is not None and during is not None:
        # "Which hat did I buy" is of one thing, which an entry has to name.
        return DiaryAsk.WHAT, f"{match['a']}{match['thing'] or ''}"
    return None


def _as_first_person(text: str, speakers: Collection[str]) -> tuple[str, str | None]:
    """Put the question about a named speaker as that one would: "When did Ada swim" is "When did I swim"."""
    named = [name for name in speakers if name and re.search(rf"\b{re.escape(name.split()[0])}\b", text)]
    if len(named) != 1:
        return text, None
    first = re.escape(named[0].split()[0])
    text = re.sub(rf"\b{first}(?: {re.escape(' '.join(named[0].split()[1:]))})?'s\b", "my", text)
    text = re.sub(rf"\b{first}\b", "I", text, count=1)
    return re.sub(r"\b(?:his|her|their)\b", "my", text), named[0]


def _time_in(text: str, asked_at: datetime) -> TimeMention | None:
    """Find the time that a question names, if it is one: the longest in letters."""
    ahead = _PLANS.match(re.sub(r"\s+", " ", text.lower())) or re.search(
        r"\b(?:will|plans?|planned|coming up|am i|are we|next|upcoming|tomorrow)\b", text.lower()
    )
    found = find_times(text, asked_at, lean=Lean.FUTURE if ahead else Lean.PAST)
    return max(found, key=lambda mention: mention.stop - mention.start, default=None)


def _whole_days(time: TimeRange | None) -> TimeRange | None:
    """Widen a time to whole days."""
    if time is None:
        return None
    start, end = time.start, time.end
    if start is not None:
        start = start.replace(hour=0, minute=0, second=0, microsecond=0)
    if end is not None:
        floor = end.replace(hour=0, minute=0, second=0, microsecond=0)
        end = floor + timedelta(days=1) if floor != end else end
    return TimeRange(start, end)
