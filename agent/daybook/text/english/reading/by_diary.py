"""Reading without a model: answers from the diary, each entry with its date and the owner's own words.

Only what a question surely asks of a diary is answered here: what was done or is planned in a time, when
something was or was the last time, how often something was. Where no entry holds all that the question names,
nothing is said here, and reading goes by quotes.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation import (
    DiaryEntry,
    EntryStatus,
    Evidence,
    Ledger,
    Note,
    Question,
    RetrievalPlan,
    Role,
    Support,
    TimeRange,
    in_time_order,
)
from daybook.conversation.reading import Reading
from daybook.text.english.answers.dates_in_words import DiaryAsk, entry_note, write_entries
from daybook.text.english.answers.sentence_signs import entries_about
from daybook.text.english.questions.question_times import whole_days
from daybook.text.english.timex import Lean, TimeMention, find_times

_MAX_ENTRIES = 12
"""Entries that one answer lists."""
_ONE_EVENT = 3
"""Entries that may be the one event that a question asks the date of."""
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


@dataclass(frozen=True, slots=True)
class DiaryQuestion:
    """What a question asks of a diary."""

    asks: DiaryAsk
    about: str
    """What tells which entries are meant, in the words of the question; "" for all of them."""
    during: TimeRange | None = None
    """Only entries of that time count; None for all of time."""
    speaker: str | None = None
    """Whose entries; None for those of the owner."""


def read_by_diary(question: Question, plan: RetrievalPlan, ledger: Ledger) -> Reading | None:
    """Answer a question from the diary; the moment of the question decides what is past.

    Returns:
        None where the question asks for something else than entries that the diary has.
    """
    if not ledger.entries:
        return None
    speakers = {entry.speaker for entry in ledger.entries.values() if entry.speaker}
    asked = diary_question(plan.question, question.asked_at, speakers)
    if asked is None:
        return None
    entries = _chosen(asked, _of_speaker(ledger.entries.values(), asked.speaker), question)
    if not entries:
        return None
    text, computed = write_entries(asked.asks, entries, question.asked_at, most=_MAX_ENTRIES)
    noted = [(entry.support[-1], entry_note(entry, question.asked_at)) for entry in entries[:_MAX_ENTRIES]]
    return reading_of(text, noted, computed=computed)


def reading_of(
    text: str, noted: Iterable[tuple[Support, str]], *, not_known: bool = False, computed: str = ""
) -> Reading:
    """Make a reading of a text and the words that it rests on, each with a note."""
    notes, evidence = [], []
    for said, note in noted:
        place = (said.round_id, said.session_id, said.said_at, said.quote)
        notes.append(Note(*place, note, said.side))
        evidence.append(Evidence(*place))
    return Reading(text, not_known, tuple(notes), tuple(evidence), computed=computed)


def _chosen(asked: DiaryQuestion, entries: Sequence[DiaryEntry], question: Question) -> list[DiaryEntry]:
    """Choose the entries that a question asks for, in the order of time."""
    now = question.asked_at
    found = entries
    if asked.about:
        found = entries_about(asked.about, entries, verb_alone=asked.during is not None)
    if asked.during is not None:
        found = [entry for entry in found if asked.during.overlaps(entry.happened)]
    standing = [entry for entry in in_time_order(found) if entry.status_at(now) is not EntryStatus.CANCELLED]
    if asked.asks is DiaryAsk.PLANS:
        return [entry for entry in standing if entry.planned and entry.ended > now]
    past = [entry for entry in standing if not entry.planned and entry.began <= now]
    if asked.asks is DiaryAsk.COUNT:
        return past if len(past) > 1 else []  # of one nobody asks how many; others were told in other words
    if asked.asks is DiaryAsk.LAST:
        return past[-1:]
    if asked.asks is DiaryAsk.FIRST:
        return past[:1]
    if asked.asks is DiaryAsk.WHEN:
        chosen = past or standing
        return chosen if len(chosen) <= _ONE_EVENT else []
    return standing


def _of_speaker(entries: Iterable[DiaryEntry], speaker: str | None) -> list[DiaryEntry]:
    """List the events and plans of a speaker; without one those of the owner."""
    events = (entry for entry in entries if not entry.noted)
    if speaker is None:
        return [entry for entry in events if entry.support[0].side is Role.USER]
    return [entry for entry in events if entry.speaker == speaker]


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
    during = TimeRange(*whole_days(mention.range)) if mention else None
    return found and DiaryQuestion(*found, during, speaker)


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
