"""Records of the owner's own slots that answer a question, and which records answer one at all."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from daybook.conversation import Ledger, Polarity, Record, Status
from daybook.text.english.answers.addressed_records import (
    GONE,
    MAX_RECORDS,
    RecordAnswer,
    addressed_facts,
    ended_without_successor,
    facts_about,
    facts_in_order,
    last_ended,
)
from daybook.text.english.answers.record_wording import NO_BEGINNING
from daybook.text.english.questions.question_content import FIGURES, AnswerType, answer_type_of, holds
from daybook.text.english.questions.slot_questions import (
    DOING,
    SlotQuestion,
    content_of,
    plain,
    question_parts,
    slots_asked,
    told_stems,
    without_courtesy,
)

_AT_FIRST = re.compile(r"\b(?:originally|initially|at first)\b")
_BEGINNING = told_stems("start begin join move become get adopt buy take")
"""What a question for a beginning may say besides what the record says."""
_FORMERLY = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|used? to (?!it)|prior|originally|initially|at first|earlier"
    r"|in the past|back then|(?:my|our) (?:old|last)(?! name))\b"
)
_ANOTHER_QUESTION = re.compile(
    r"\b(?:why|how did|should(?! (?:i|be) (?:avoid|not eat))"
    r"|could|would|recommend|suggest|will|tips?|advice|ideas?|last time|first time|ago|you)\b"
)
"""What asks for more than a record's value, or for the assistant's words."""
_MEASURE = re.compile(r"\bhow (?:many|much|long|far)\b")
"""What only a record with an attribute of its own answers: the owner's slots hold no figures of theirs."""
_SINCE = re.compile(r"\bsince when\b|\bwhen did\b")
_WHETHER = re.compile(
    r"^(?:(?:so|and|but|well|hey|ok|okay|wait),? )*(?:do|does|am|are|is|have|has|did|was|were)\b"
    r"|\b(?:whether|if) (?:i|my)\b"
)
_IN_GENERAL = re.compile(
    r"\b(?:or|any|anything|anyone|anybody|children|kids|siblings|pets"
    r"|vegetarians?|vegans?|pescatarians?|teetotal\w*|kosher|halal)\b"
)
"""What makes a yes or no of a question for whatever there is: "Do I have any allergies?", "Am I a vegan?"."""
_NONE = {
    "identity.relationship": frozenset({"single", "divorced", "widowed", "separated"}),
    "identity.work": frozenset({"retired", "unemployed", "jobless"}),
}
"""Values by which the owner says that there is none."""


def _present_facts(text: str, ledger: Ledger) -> RecordAnswer | None:
    """Find what stands in a slot that a question asks for, else what stood there last and ended."""
    sort = answer_type_of(text)
    for asked, slot in _slots(text):
        active = ledger.with_status(Status.ACTIVE)
        standing = [record for record in active if _answers(record, asked, slot, sort)]
        if standing:
            about = asked.required | asked.preferred
            return RecordAnswer(tuple(_best(standing, asked)), asked=about, sort=sort)
    for asked, slot in _slots(text):
        gone = [record for record in ledger.with_status(*GONE) if _answers(record, asked, slot, sort)]
        if ended := last_ended(gone, ledger):
            return ended
    return None


def _former_fact(text: str, ledger: Ledger) -> RecordAnswer | None:
    """Find what fell in a slot: the last, the one before what the question names, or the first of all."""
    for asked, slot in _slots(text):
        fallen = [
            record
            for record in ledger.with_status(Status.SUPERSEDED)
            if _is_below(record, slot)
            and _is_asked(record, asked)
            and asked.required <= _stems(record) | _stems(ledger.records.get(record.superseded_by))
        ]
        if fallen:
            pick = min if _AT_FIRST.search(text) else max
            return RecordAnswer((pick(fallen, key=lambda record: record.said_at),))
    return None


def _whether(text: str, ledger: Ledger) -> RecordAnswer | None:
    """Find the record that says whether something is so: one that holds all that is asked about.

    None where no record does: what was never said is not known, and not denied.
    """
    content = content_of(text)
    if not content:
        return None
    mine = re.search(r"\b(?:i|my|we|our)\b", text) is not None
    candidates = [
        record
        for record in ledger.with_status(Status.ACTIVE, *GONE)
        if (mine or record.subject)
        and content <= _stems(record) | told_stems(record.slot.replace(".", " "))
        and not (record.subject and not told_stems(record.subject) & content)
    ]
    if not candidates:
        return None
    latest = max(candidates, key=lambda record: (record.status is Status.ACTIVE, record.said_at))
    if latest.status is Status.ACTIVE:
        says_none = (
            latest.value.lower() in _NONE.get(latest.slot, ()) and not told_stems(latest.value) & content
        )
        so = latest.polarity is Polarity.POSITIVE and not says_none
        return RecordAnswer((latest,), "Yes" if so else "No")
    if ended_without_successor(latest, ledger):
        return RecordAnswer((latest,), "Not any more")
    successor = ledger.records.get(latest.superseded_by)
    stands = successor is not None and successor.status is Status.ACTIVE
    return RecordAnswer((successor if successor and stands else latest,), "Not any more")


def _beginning(text: str, ledger: Ledger) -> RecordAnswer | None:
    """Find the record that says since when something is so, by when it happened and not when it was said."""
    content = content_of(text) - _BEGINNING
    if not content:
        return None
    dated = [
        record
        for record in ledger.with_status(Status.ACTIVE)
        if record.happened is not None
        and record.happened.start is not None
        and not record.slot.startswith(NO_BEGINNING)
        and content <= _stems(record)
    ]
    return RecordAnswer((max(dated, key=lambda record: record.said_at),)) if dated else None


def _slots(text: str) -> Iterator[tuple[SlotQuestion, str]]:
    return ((asked, slot) for asked in slots_asked(text) for slot in asked.slots)


def _answers(record: Record, asked: SlotQuestion, slot: str, sort: AnswerType) -> bool:
    """True if a record of the owner's own slots is what a question asks for."""
    return (
        not record.subject
        and not record.attribute
        and _is_below(record, slot)
        and _is_asked(record, asked)
        and asked.required <= _stems(record)
        and _holds(sort, record)
    )


def _holds(sort: AnswerType, record: Record) -> bool:
    """True if a record holds a figure of the sort that is wanted; "at eight" is a clock time as well.

    When somebody gets up is asked for a time of day, and "midnight" is one without a figure.
    """
    is_clock = sort is AnswerType.CLOCK_TIME
    return (
        sort not in FIGURES
        or (record.slot.startswith("habit.routine.") and (is_clock or sort is AnswerType.DATE))
        or holds(sort, record.text)
        or (is_clock and holds(AnswerType.NUMBER, record.text))
    )


def _is_below(record: Record, slot: str) -> bool:
    return any(f"{record.slot}.".startswith(f"{prefix}.") for prefix in slot.split("+"))


def _is_asked(record: Record, asked: SlotQuestion) -> bool:
    return (record.polarity is Polarity.NEGATIVE) == asked.denied or record.slot.startswith("constraint.")


def _best(records: Sequence[Record], asked: SlotQuestion) -> list[Record]:
    """Keep the records that hold most of what the question names, and put those first that it words alike.

    Among these the latest comes first. Of records that rest on one quote those of one slot stay.
    """
    named, doing = asked.preferred - DOING, asked.preferred & DOING
    shared = {record.record_id: _stems(record) for record in records}
    most = max(len(named & stems) for stems in shared.values())
    best = [record for record in records if len(named & shared[record.record_id]) == most]
    best.sort(
        key=lambda record: (len(doing & shared[record.record_id]), record.said_at, len(record.text)),
        reverse=True,
    )
    slots = {record.support[-1].quote: record.slot for record in reversed(best)}
    return [record for record in best if slots[record.support[-1].quote] == record.slot][:MAX_RECORDS]


def _stems(record: Record | None) -> frozenset[str]:
    return told_stems(f"{record.text} {record.value}") if record else frozenset()


def records_asked_for(question: str, ledger: Ledger) -> list[RecordAnswer]:
    """Find the records that answer each part of a stand-alone question; none where a part has no answer.

    The rules that the owner stated are no facts until one is applied.
    """
    facts = ledger
    if any(record.condition is not None for record in ledger.records.values()):
        known = {name: record for name, record in ledger.records.items() if record.condition is None}
        facts = replace(ledger, records=known)
    about = facts_about(plain(question), facts)
    if about is not None:
        return [about]
    answers = [_answer(part, facts) for part in question_parts(plain(without_courtesy(question)))]
    return [answer for answer in answers if answer is not None] if all(answers) else []


def _answer(text: str, facts: Ledger) -> RecordAnswer | None:
    """Find the records that answer one part of a question."""
    if _ANOTHER_QUESTION.search(text):
        return None
    if _SINCE.search(text):
        return _beginning(text, facts)
    if _WHETHER.search(text):
        return _whether(text, facts) or (_present_facts(text, facts) if _IN_GENERAL.search(text) else None)
    if _FORMERLY.search(text):
        return _former_fact(text, facts)
    in_order = facts_in_order(text, facts)
    if in_order is not None and len(in_order.records) > 1:
        return in_order
    addressed = addressed_facts(text, facts)
    return addressed if addressed or _MEASURE.search(text) else _present_facts(text, facts)
