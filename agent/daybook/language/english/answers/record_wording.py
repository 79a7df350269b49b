"""Records in words for their owner: the fact in the second person, its date, and the words it rests on."""

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta

from daybook.conversation import Record, Status, Support
from daybook.language.english.answers.attribution import supported
from daybook.language.english.answers.dates_in_words import stretch_text
from daybook.language.english.messages import asks_for_silence
from daybook.language.english.questions.question_content import holds
from daybook.language.english.questions.slot_questions import told_stems
from daybook.language.english.reading_values import AnswerType, RecordsToTell
from daybook.language.english.word_tables import ACQUAINTANCES, RELATIVES, written_date
from daybook.language.english.words import PAST_FORMS, stems_of

_YOURS = {
    **{"i am": "you are", "i'm": "you're", "i was": "you were", "i've": "you've", "i'd": "you'd"},
    **{"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are"},
    **{"we": "you", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves"},
}
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
    support = record.support[-1]
    fact = _in_second_person(record.text)
    ended = written_date(record.superseded_at or record.said_at)
    if successor and (since := successor.happened) and since.start and since.end:
        is_day = since.end - since.start <= timedelta(days=1)
        ended = written_date(since.start) if is_day else ended
    if record.status is Status.SUPERSEDED:
        fact = f"{_with_subject(record)}, until {ended}"
    elif record.status is Status.LAPSED:
        fact = f"until {ended}, {fact}"
    else:
        fact += _dated(record)
    fact = fact[:1].upper() + fact[1:] if capital else fact
    return f"{fact}. {_capital(supported(support))}"


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
    fact = _FIRST_PERSON.sub(lambda match: _YOURS[match[0].lower()], text.rstrip(" ."))
    return fact[:1].lower() + fact[1:]


def happened_text(record: Record) -> str:
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


def _dated(record: Record) -> str:
    """Add when it happened, not when it was said, and until when it is to be so."""
    parts = [happened_text(record), f"until {written_date(record.until)}" if record.until else ""]
    told = ", ".join(part for part in parts if part)
    return f" ({told})" if told else ""


def _with_subject(record: Record) -> str:
    """Name the value, and whose it is where that is not the owner."""
    if not record.subject and not record.attribute:
        return record.value
    about = ", ".join(part for part in (record.subject, record.attribute) if part)
    return f"{_FIRST_PERSON.sub(lambda match: _YOURS[match[0].lower()], about)}: {record.value}"


def record_lines(told: RecordsToTell) -> list[str]:
    """Tell the records that answer a question, each with its date and the owner's own words.

    Where the owner later said otherwise, their words stand first.
    """
    lead, *rest = told.answer.records
    opening = f"{told.answer.opening}: " if told.answer.opening else ""
    lines = [opening + record_text(lead, capital=not opening)]
    lines += [f"- {record_text(record)}" for record in rest]
    if told.newest:
        newest = f"Your newest words on it: {_said(told.newest)}"
        lines = [newest, "", f"Noted before: {lines[0]}", *lines[1:]]
    if told.later:
        lines += ["", f"Later, {_said(told.later)}"]
    if told.rule is not None:
        lines += ["", f"That follows from a rule of yours: {_said(told.rule.support[-1:])}"]
    if lead.concluded:
        lines += ["", "That is a conclusion: your words do not state it."]
    if told.may_be_same:
        lines += ["", "These may be one and the same: `daybook review` asks you."]
    if told.before is not None:
        lines += ["", f"Before that: {record_text(told.before, successor=lead)}"]
    return lines


def lapsed_lines(record: Record, cause: Support | None, rested_on: Record | None) -> list[str]:
    """Say that a record is not known any more, what held until when, and what ended it.

    Args:
        record: that lapsed.
        cause: the owner's words that ended it, if known.
        rested_on: a record that it rested on, to be named where no words are known.
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


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def says_otherwise(statement: Support, record: Record, asked: frozenset[str], sort: AnswerType) -> bool:
    """True if later words answer the question anew, with another value than a record's.

    They have to say of the owner, or of the record's subject, all that the question is about, hold something
    of the sort that it wants, and not the record's own value; questions and suppositions say nothing.

    Args:
        statement: from `newer_statements`.
        record: that answers the question.
        asked: stems of what the question is about.
        sort: what it wants.
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
