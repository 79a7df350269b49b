"""Records in words for their owner: the fact in the second person, its date, and the words it rests on."""

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta

from daybook.conversation import Record, Status, Support
from daybook.text.english.answers.addressed_records import RecordAnswer
from daybook.text.english.answers.dates_in_words import capitalised, stretch_text
from daybook.text.english.answers.quotes_in_words import supported
from daybook.text.english.messages import asks_for_silence
from daybook.text.english.questions.question_content import AnswerType, holds
from daybook.text.english.questions.slot_questions import told_stems
from daybook.text.english.word_tables import ACQUAINTANCES, RELATIVES, written_date
from daybook.text.english.words import PAST_FORMS, stems_of

_YOURS = {
    "i am": "you are", "i'm": "you're", "i was": "you were", "i've": "you've", "i'd": "you'd",
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are",
    "we": "you", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves",
}  # fmt: skip
_FIRST_PERSON = re.compile(rf"\b(?:{'|'.join(sorted(_YOURS, key=len, reverse=True))})\b", re.IGNORECASE)
_SUPPOSED = re.compile(
    r"\?\s*$|\b(?:if|would|could|should|might|maybe|hope|wish|almost|used to)\b", re.IGNORECASE
)
_VERB = re.compile(r"I (?:\w+ly )?(\w+)")
NO_BEGINNING = ("event.", "plan.", "goal.")
"""Slots whose times are not since when something is so."""
_OTHERS = frozenset((*RELATIVES, *ACQUAINTANCES))
_I_DO = re.compile(r"\b(?:i|we|my|our)(?:['\u2019]\w+)?((?: \w+){1,3})", re.IGNORECASE)


def record_text(record: Record, *, capital: bool = False, successor: Record | None = None) -> str:
    """Say a record to its owner, with their words and when they said them.

    What took its place says until which day it held, where it names the day.
    """
    fact = _in_second_person(record.text)
    ended = written_date(record.superseded_at or record.said_at)
    if successor and (since := successor.happened) and since.start and since.end:
        is_day = since.end - since.start <= timedelta(days=1)
        ended = written_date(since.start) if is_day else ended
    if record.status is Status.SUPERSEDED:
        about = ", ".join(part for part in (record.subject, record.attribute) if part)
        fact = f"{_yours(about)}: {record.value}" if about else record.value
        fact += f", until {ended}"
    elif record.status is Status.LAPSED:
        fact = f"until {ended}, {fact}"
    else:
        planned_end = f"until {written_date(record.until)}" if record.until else ""
        told = ", ".join(part for part in (_happened_text(record), planned_end) if part)
        fact += f" ({told})" if told else ""
    return f"{capitalised(fact) if capital else fact}. {capitalised(supported(record.support[-1]))}"


def learned_text(told: Sequence[str]) -> str:
    """Say to the owner what was learned of a message, given as statements in the first person.

    What another one says as well is not said twice.
    """
    stems = {text: stems_of(text) for text in told}
    facts = [
        f"“{text.rstrip(' .')}”" if asks_for_silence(text) else _in_second_person(text)
        for text, words in stems.items()
        if not any(words < others for others in stems.values())
    ]
    return f"Noted: {'; '.join(facts)}." if facts else NOTHING_LEARNED


NOTHING_LEARNED = "Kept; nothing learnt from it."


def _in_second_person(text: str) -> str:
    fact = _yours(text.rstrip(" ."))
    return fact[:1].lower() + fact[1:]


def _yours(text: str) -> str:
    return _FIRST_PERSON.sub(lambda match: _YOURS[match[0].lower()], text)


def _happened_text(record: Record) -> str:
    """Write when a record was or is to be so in the owner's life; "" where that was not said.

    A month, a week or a year is when it began or happened, and not how long it was.
    """
    happened = record.happened
    if happened is None:
        return ""
    if happened.start is None or happened.end is None:
        known = happened.start or happened.end
        return f"{'from' if happened.start else 'until'} {written_date(known)}" if known else ""
    last = happened.end - timedelta(microseconds=1)
    first, end = written_date(happened.start), written_date(last)
    if first == end:
        return first
    preposition, _, named = stretch_text(happened.start, last).partition(" ")
    if preposition == "between":
        return f"{first} to {end}"
    opened = _VERB.match(record.text)
    began = opened is not None and opened[1] not in PAST_FORMS and not record.slot.startswith(NO_BEGINNING)
    return f"{'since' if began else preposition} {named}"


def record_lines(
    answer: RecordAnswer,
    *,
    newest: Sequence[Support],
    later: Sequence[Support],
    rule: Record | None,
    may_be_same: bool,
    before: Record | None,
) -> list[str]:
    """Tell the records that answer a question, each with its date and the owner's own words.

    Args:
        answer: the records, best first.
        newest: later words of the owner that say otherwise, which stand first.
        later: other words that the owner said later, and that may.
        rule: of the owner's, that the first record follows from.
        may_be_same: whether the records may be one and the same.
        before: the record that the first one took the place of.
    """
    lead, *rest = answer.records
    opening = f"{answer.opening}: " if answer.opening else ""
    lines = [opening + record_text(lead, capital=not opening)]
    lines += [f"- {record_text(record)}" for record in rest]
    if newest:
        lines = [f"Your newest words on it: {_said(newest)}", "", f"Noted before: {lines[0]}", *lines[1:]]
    if later:
        lines += ["", f"Later, {_said(later)}"]
    if rule is not None:
        lines += ["", f"That follows from a rule of yours: {_said(rule.support[-1:])}"]
    if lead.concluded:
        lines += ["", "That is a conclusion: your words do not state it."]
    if may_be_same:
        lines += ["", "These may be one and the same: `daybook review` asks you."]
    if before is not None:
        lines += ["", f"Before that: {record_text(before, successor=lead)}"]
    return lines


def lapsed_lines(record: Record, cause: Support | None, rested_on: Record | None) -> list[str]:
    """Say that a record is not known any more, what held until when, and what ended it.

    That is `cause`, the owner's words, where they are known, else that `rested_on` no longer holds.
    """
    lines = [f"I don't know any more. {record_text(record, capital=True)}"]
    if cause is not None:
        lines.append(f"What it rested on has changed: {_said([cause])}")
    elif rested_on is not None:
        lines.append(f"What it rested on no longer holds: {rested_on.value}.")
    return lines


def profile_lines(records: Sequence[Record], more: int) -> list[str]:
    """List what is known about the owner, and how many records more there are."""
    lines = ["This is what I know about you:", *(f"- {record_text(record)}" for record in records)]
    return [*lines, "", f"And {more} more; `daybook ledger` lists them."] if more else lines


def support_note(records: Iterable[Record]) -> str:
    """Note what the ledger has from certain words."""
    return (
        "; ".join(f"{record.slot}: {record.value}, {record.status.value}" for record in records)
        or "said later"
    )


def _said(supports: Sequence[Support]) -> str:
    return "; ".join(map(supported, supports))


def says_otherwise(statement: Support, record: Record, asked: frozenset[str], sort: AnswerType) -> bool:
    """True if later words answer the question anew, with another value than a record's.

    They have to say of the owner, or of the record's subject, all stems that the question `asked` for, hold
    something of the sort that it wants, and not the record's value; questions and suppositions say nothing.
    """
    words = told_stems(statement.quote)
    if not asked or not asked <= words or _SUPPOSED.search(statement.quote):
        return False
    if not record.subject and not tells_of_owner(statement.quote, asked):
        return False
    figure = AnswerType.NUMBER if holds(AnswerType.NUMBER, record.value) else AnswerType.ANYTHING
    return bool(told_stems(record.value) - words) and all(
        holds(wanted, statement.quote) for wanted in (sort, figure)
    )


def tells_of_owner(quote: str, asked: frozenset[str]) -> bool:
    """True if the owner is whom the words are about: "I've just moved", not "I saw where she lives"."""
    near = (match[1].lower() for match in _I_DO.finditer(quote))
    return any(told_stems(words) & asked and not _OTHERS & set(words.split()) for words in near)
