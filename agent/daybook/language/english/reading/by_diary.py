"""Reading without a model: answers from the diary, each entry with its date and the owner's own words.

Only what a question surely asks of a diary is answered here: what was done or is planned in a time, when
something was or was the last time, how often something was. Where no entry holds all that the question names,
nothing is said here, and reading goes by quotes.
"""

from collections.abc import Iterable, Sequence

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
    in_time_order,
)
from daybook.conversation.reading import Reading
from daybook.language.english.answers.dates_in_words import entry_note, write_entries
from daybook.language.english.answers.sentence_signs import entries_about
from daybook.language.english.questions.diary_questions import diary_question
from daybook.language.english.reading_values import DiaryAsk, DiaryQuestion

_MAX_ENTRIES = 12
"""Entries that one answer lists."""
_ONE_EVENT = 3
"""Entries that may be the one event that a question asks the date of."""


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
