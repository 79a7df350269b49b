"""Questions to a diary: what was done in a time, when something was, how often."""

import re
from collections.abc import Collection
from datetime import datetime

from daybook.conversation import TimeRange
from daybook.language.english.questions.question_times import whole_days
from daybook.language.english.reading_values import DiaryAsk, DiaryQuestion
from daybook.language.english.timex import Lean, TimeMention, find_times

_COURTESY = re.compile(
    r"^(?:(?:hey|hi|so|and|but|well|ok|okay|please|also|by the way),? )*(?:(?:can|could) you (?:please )?"
    r"(?:tell|remind) me|do you (?:remember|know|recall)|i (?:forgot|can't remember|wonder)|tell me"
    r"|remind me)\s+|^(?:hey|hi|so|and|but|well|ok|okay|by the way),? "
)
_BEFORE_A_TIME = re.compile(r"(?: (?:on|in|at|over|during|for|of|from|the|since|this))*\s*$")
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
_ABOUT_ONE = {
    DiaryAsk.LAST: re.compile(
        rf"^when (?:did {_WE} (?:last|most recently) (.+)|(?:was|is) the (?:last|most recent|latest) time"
        rf"(?: that| when)? {_WE} (.+)|(?:was|were) {_WE} last (.+))$"
    ),
    DiaryAsk.FIRST: re.compile(
        rf"^when (?:did {_WE} first (.+)|was the (?:first|very first) time(?: that| when)? {_WE} (.+))$"
    ),
    DiaryAsk.WHEN: re.compile(
        rf"^(?:when|(?:on )?(?:what|which) (?:day|date)|(?:in )?(?:what|which) (?:month|year))"
        rf" (?:(?:did|do|have|had|has|will|am|are|was|were|is|does) {_WE} (.+)"
        r"|(?:is|are|was|were) ((?:my|our) .+)|(?:is|are) (the .+))$"
    ),
    DiaryAsk.COUNT: re.compile(rf"^how (?:many times|often) (?:did|have|had|has) {_WE} (.+)$"),
}
"""What asks of the entries of one thing, which is the group that matched."""
_COUNT = re.compile(rf"^how many (?P<a>(?:different )?[\w' -]+?) (?:did|have|had|has) {_WE} (?P<b>.+)$")
_WHICH = re.compile(
    r"^(?:what|which|who|whom|where|with who|with whom)(?P<thing>(?: [\w'-]+){0,3})"
    rf" (?:did|have|had|was|were|am|are|will|has) {_WE} (?P<a>.+)$"
)


def diary_question(question: str, asked_at: datetime, speakers: Collection[str] = ()) -> DiaryQuestion | None:
    """Read what a question, made to stand alone, asks of a diary; None where it asks for something else.

    Args:
        question: in English.
        asked_at: what "last week" is relative to; timezone-aware.
        speakers: the names of those who speak in the memory, where they have names; a question that names
            one asks for that one's entries.
    """
    text = " ".join(question.replace("\u2019", "'").strip().rstrip("?!. ").split())
    text = re.sub(r"\b(?:been|get|got|gotten) up to\b", "done", text, flags=re.IGNORECASE)  # not "up to May"
    text, speaker = _as_first_person(text, speakers)
    mention = _time_in(text, asked_at)
    if mention is not None:
        before = _BEFORE_A_TIME.sub("", text[: mention.start].rstrip())
        text = f"{before} {text[mention.stop :].strip(' ,')}".strip(" ,")
    found = _read(_COURTESY.sub("", text.lower()), has_time=mention is not None)
    return found and DiaryQuestion(*found, mention and TimeRange(*whole_days(mention.range)), speaker)


def _read(text: str, *, has_time: bool) -> tuple[DiaryAsk, str] | None:
    """Tell what is asked, and of what; what there was is only asked of a time."""
    if _WHAT.match(text):
        return (DiaryAsk.WHAT, "") if has_time else None
    if _PLANS.match(text):
        return DiaryAsk.PLANS, ""
    for asks, pattern in _ABOUT_ONE.items():
        if match := pattern.match(text):
            return asks, next(about for about in match.groups() if about)
    if has_time and (match := _COUNT.match(text)):
        return DiaryAsk.COUNT, f"{match['b']} {match['a']}"
    if has_time and (match := _WHICH.match(text)):
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
