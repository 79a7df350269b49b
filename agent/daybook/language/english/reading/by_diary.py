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
    in_time_order,
)
from daybook.conversation.reading import Reading
from daybook.language.english.answers import entries_about, entry_note, write_entries
from daybook.language.english.questions import diary_question
from daybook.language.english.reading_values import DiaryAsk, DiaryQuestion

MAX_ENTRIES = 12
"""Entries that one answer lists."""
_ONE_EVENT = 3
"""Entries that may be the one event that a question asks the date of."""


def read_by_diary(question: Question, plan: RetrievalPlan, ledger: Ledger) -> Reading | None:
    """Answer a question from the diary.

    Args:
        question: its moment decides what is past.
        plan: its stand-alone question is asked.
        ledger: as of the question.

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
    text, computed = write_entries(asked.asks, entries, question.asked_at, most=MAX_ENTRIES)
    supports = [(entry, entry.support[-1]) for entry in entries[:MAX_ENTRIES]]
    return Reading(
        text,
        not_known=False,
        notes=tuple(
            Note(
                said.round_id,
                said.session_id,
                said.said_at,
                said.quote,
                entry_note(entry, question.asked_at),
                said.side,
            )
            for entry, said in supports
        ),
        evidence=tuple(
            Evidence(said.round_id, said.session_id, said.said_at, said.quote) for _, said in supports
        ),
        computed=computed,
    )


def _chosen(asked: DiaryQuestion, entries: Sequence[DiaryEntry], question: Question) -> list[DiaryEntry]:
    """Choose the entries that a question asks for, in the order of time."""
    now = question.asked_at
    found = (
        entries_about(asked.about, entries, verb_alone=asked.during is not None)
        if asked.about
        else list(entries)
    )
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
