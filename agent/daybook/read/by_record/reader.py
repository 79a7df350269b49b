"""Reading without a model: what the ledger knows, where a question asks for just that.

A question for the value of a slot is answered from the record that stands, one for what was so before from
the record that fell, one for whether something is so from either. What is said is said with its date and
the owner's own words; where no record answers all that is asked, nothing is said here, and reading goes by
quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from daybook.conversation import Excerpt, Ledger, Polarity, Record, RetrievalPlan, Status
from daybook.english.calendar_words import written_date
from daybook.read.by_quotes.answer_type import FIGURES, AnswerType, answer_type_of, holds
from daybook.read.by_record.newer_statements import newer_statements
from daybook.read.by_record.profile import asks_for_profile, read_profile
from daybook.read.by_record.record_text import evidence_of, note_of, record_text
from daybook.read.by_record.slot_questions import (
    DOING,
    SlotQuestion,
    content_of,
    plain,
    slots_asked,
    told_stems,
)
from daybook.read.reading import Reading

MAX_RECORDS = 6
"""Facts that one answer lists."""

_FORMERLY = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|used? to (?!it)|prior|originally|initially|at first|earlier"
    r"|in the past|back then|(?:my|our) (?:old|last)(?! name))\b"
)
_AT_FIRST = re.compile(r"\b(?:originally|initially|at first)\b")
_ANOTHER_QUESTION = re.compile(
    r"\b(?:how (?:many|much|long|far)|why|since when|when did|how did|should(?! (?:i|be) (?:avoid|not eat))"
    r"|could|would|recommend|suggest|will|tips?|advice|ideas?|last time|first time|ago|you)\b"
)
"""What asks for more than a slot's value, or for the assistant's words."""
_WHETHER = re.compile(
    r"^(?:(?:so|and|but|well|hey|ok|okay|wait),? )*(?:do|does|am|are|is|have|has|did|was|were)\b"
    r"|\b(?:whether|if) (?:i|my)\b"
)


@dataclass(frozen=True, slots=True)
class _RecordAnswer:
    """The records that answer, and how they stand to the question."""

    records: tuple[Record, ...]
    """Best first, none of another slot than the first."""
    opening: str = ""
    """What is said before the first: "Yes", "No"."""


def read_by_record(plan: RetrievalPlan, ledger: Ledger, excerpts: Sequence[Excerpt] = ()) -> Reading | None:
    """Answer a question from the ledger.

    Args:
        plan: its stand-alone question is asked.
        ledger: what is known, now or as of the moment of the question.
        excerpts: the packed rounds; later words that bear on the question as much as those that the record
            rests on are quoted after it, since the ledger may have missed a change.

    Returns:
        None where the question asks for something else than a fact that the ledger has.
    """
    if asks_for_profile(plan.question):
        return read_profile(ledger)
    text = plain(_without_courtesy(plan.question))
    if _ANOTHER_QUESTION.search(text):
        return None
    if _WHETHER.search(text):
        answer = _whether(text, ledger) or (_present(text, ledger) if " or " in text else None)
    elif _FORMERLY.search(text):
        answer = _former(text, ledger)
    else:
        answer = _present(text, ledger)
    return _reading(answer, ledger, excerpts) if answer else None


def _present(text: str, ledger: Ledger) -> _RecordAnswer | None:
    """Find what stands in a slot, and holds the sort of answer that is wanted."""
    sort = answer_type_of(text)
    for asked in slots_asked(text):
        for slot in asked.slots:
            standing = [
                record
                for record in ledger.with_status(Status.ACTIVE)
                if _is_below(record, slot) and _is_asked(record, asked) and asked.required <= _stems(record)
                if _holds(sort, record)
            ]
            if standing:
                return _RecordAnswer(tuple(_best(standing, asked)))
    return None


def _former(text: str, ledger: Ledger) -> _RecordAnswer | None:
    """Find what fell in a slot: the last, the one before what the question names, or the first of all."""
    for asked in slots_asked(text):
        for slot in asked.slots:
            fallen = [
                record
                for record in ledger.with_status(Status.SUPERSEDED)
                if _is_below(record, slot)
                and _is_asked(record, asked)
                and asked.required <= _stems(record) | _stems(ledger.records.get(record.superseded_by))
            ]
            if fallen:
                earliest = _AT_FIRST.search(text) is not None
                pick = min if earliest else max
                return _RecordAnswer((pick(fallen, key=lambda record: record.said_at),))
    return None


def _whether(text: str, ledger: Ledger) -> _RecordAnswer | None:
    """Find the record that says whether something is so: one that holds all that is asked about."""
    content = content_of(text)
    if not content or not re.search(r"\b(?:i|my|we|our)\b", text):
        return None
    candidates = [
        record
        for record in ledger.with_status(Status.ACTIVE, Status.SUPERSEDED)
        if content <= _stems(record) | told_stems(record.slot.replace(".", " "))
    ]
    if not candidates:
        return None
    latest = max(candidates, key=lambda record: (record.status is Status.ACTIVE, record.said_at))
    if latest.status is Status.ACTIVE:
        return _RecordAnswer((latest,), "Yes" if latest.polarity is Polarity.POSITIVE else "No")
    successor = ledger.records.get(latest.superseded_by)
    return _RecordAnswer(
        (successor if successor and successor.status is Status.ACTIVE else latest,), "Not any more"
    )


def _holds(sort: AnswerType, record: Record) -> bool:
    """Whether a record holds a figure of the sort that is wanted; "at eight" is a clock time as well.

    When somebody gets up is asked for a time of day, and "midnight" is one without a figure.
    """
    text = record.text
    if sort in (AnswerType.DATE, AnswerType.CLOCK_TIME) and record.slot.startswith("habit.routine."):
        return True
    return (
        sort not in FIGURES
        or holds(sort, text)
        or (sort is AnswerType.CLOCK_TIME and holds(AnswerType.NUMBER, text))
    )


def _is_below(record: Record, slot: str) -> bool:
    return f"{record.slot}.".startswith(f"{slot}.")


def _is_asked(record: Record, asked: SlotQuestion) -> bool:
    return (record.polarity is Polarity.NEGATIVE) == asked.denied or record.slot.startswith("constraint.")


def _best(records: Sequence[Record], asked: SlotQuestion) -> list[Record]:
    """Keep the records that hold most of what the question names, and put those first that it words alike.

    Among these the latest comes first. Of records that rest on one quote only one stays.
    """
    named, doing = asked.preferred - DOING, asked.preferred & DOING
    shared = {record.record_id: _stems(record) for record in records}
    most = max(len(named & stems) for stems in shared.values())
    best = [record for record in records if len(named & shared[record.record_id]) == most]
    best.sort(
        key=lambda record: (len(doing & shared[record.record_id]), record.said_at, len(record.text)),
        reverse=True,
    )
    by_quote = {record.support[-1].quote: record for record in reversed(best)}
    return [record for record in best if by_quote[record.support[-1].quote] is record][:MAX_RECORDS]


def _reading(answer: _RecordAnswer, ledger: Ledger, excerpts: Sequence[Excerpt]) -> Reading:
    lead, *rest = answer.records
    later = newer_statements(lead, ledger, excerpts) if lead.status is Status.ACTIVE else []
    opening = f"{answer.opening}: " if answer.opening else ""
    lines = [opening + record_text(lead, capital=not opening)]
    lines += [f"- {record_text(record)}" for record in rest]
    if later:
        said = (f"on {written_date(one.said_at)} you said: \u201c{one.quote}\u201d" for one in later)
        lines += ["", f"Later, {'; '.join(said)}"]
    before = max(_before(lead, ledger), key=lambda record: record.said_at, default=None)
    if before is not None:
        lines += ["", f"Before that: {record_text(before)}"]
    supports = [record.support[-1] for record in answer.records] + later
    supports += [before.support[-1]] if before else []
    return Reading(
        text="\n".join(lines),
        not_known=False,
        notes=tuple(note_of(support, ledger) for support in supports),
        evidence=tuple(evidence_of(support) for support in supports),
    )


def _before(record: Record, ledger: Ledger) -> Iterable[Record]:
    """Give the records that one took the place of."""
    fallen = ledger.with_status(Status.SUPERSEDED)
    return (other for other in fallen if other.superseded_by == record.record_id)


def _stems(record: Record | None) -> frozenset[str]:
    return told_stems(f"{record.text} {record.value}") if record else frozenset()


def _without_courtesy(question: str) -> str:
    """Leave out what only asks to be told."""
    return re.sub(
        r"\b(?:(?:can|could|would|do|will) you (?:please |just |quickly |still )*"
        r"(?:remind me|tell me|remember|recall|say|know|confirm)(?: again| of)?|please remind me|remind me"
        r"|i(?:'m| am| was) (?:just )?wondering|i (?:can't|don't) (?:remember|recall)|have i told you"
        r"|did i (?:ever )?(?:tell you|mention|say)|as far as you know|do you think)\b[ ,:]*",
        "",
        question.replace("\u2019", "'"),
        flags=re.IGNORECASE,
    ).strip()
