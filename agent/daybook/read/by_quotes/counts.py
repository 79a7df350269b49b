"""Things done on several occasions, counted one by one, with the statements that tell of them."""

from __future__ import annotations

import re

from daybook.conversation import Role, TimeRange
from daybook.english.irregular_verbs import PAST_FORMS
from daybook.read.by_quotes.amounts import amounts_in, unit_of
from daybook.read.by_quotes.answer_type import AnswerType
from daybook.read.by_quotes.choose import Ranked
from daybook.read.by_quotes.computed import ComputedAnswer
from daybook.read.by_quotes.dated_passages import DateOf
from daybook.read.by_quotes.passages import Passage
from daybook.read.by_quotes.vocabulary import stems_of

_LEAST, _LEAST_OWN = 0.5, 0.1
"""The least share of the best score among what was done, and of the question's words by weight, for a
statement to be counted."""
_MOST = 6
_SAME = 0.4
"""Statements of two sessions that share this much of the shorter one's words, besides those of the
question, tell of one thing."""
_HOW_MANY = re.compile(r"\bhow many\b(?!.*\b(?:total|altogether|more|need|ago|left)\b)", re.IGNORECASE)
_DONE = re.compile(
    r"\b(?:I|we)(?:['\u2019]ve| have| had)?"
    r"(?: (?:just|also|recently|finally|actually|even|only|already|ended up|really|once|both|then))*"
    rf" (?:[\w-]+ed|{PAST_FORMS})\b",
    re.IGNORECASE,
)


def answer_by_count(
    question: str, asks: AnswerType, ranked: Ranked, *, within: TimeRange | None, date_of: DateOf
) -> ComputedAnswer | None:
    """Count what the user tells to have done, each session's telling once, for a "how many".

    Args:
        question: its words say whether a count is wanted.
        asks: the sort of answer.
        ranked: passages with their relevance, best first.
        within: when the things are to have been; a statement that dates itself elsewhere is not counted.
        date_of: reads the time that a statement names.

    Returns:
        None where another thing is asked, a statement gives the number, or fewer than two or more than six
        tell of such things.
    """
    if asks is not AnswerType.NUMBER or not _HOW_MANY.search(question):
        return None
    if is_number_told(question, ranked):
        return None
    told = [one for one in _told(ranked) if within is None or _may_be_within(one, within, date_of)]
    if not 1 < len(told) <= _MOST:
        return None
    told.sort(key=lambda one: one.round.said_at)
    counted = f"I count {len(told)}, if each of these is another one and none is missing."
    return ComputedAnswer(counted, tuple(told))


def is_number_told(question: str, ranked: Ranked) -> bool:
    """Whether one of the best statements of the user gives the number of what a question counts."""
    unit = unit_of(question)
    least = _LEAST * ranked[0][1].score if ranked else 0
    return any(
        any(amounts_in(passage, unit, sums_too=True))
        for passage, relevance in ranked
        if passage.role is Role.USER and relevance.score >= least
    )


def _told(ranked: Ranked) -> list[Passage]:
    told: list[Passage] = []
    best = 0.0
    for passage, relevance in ranked:
        if passage.role is not Role.USER or not _is_done(passage.quote):
            continue
        best = max(best, relevance.score)
        if relevance.score < _LEAST * best or relevance.own < _LEAST_OWN or not relevance.score:
            continue
        if not any(_is_one(passage, other) for other in told):
            told.append(passage)
    return told


def _is_done(sentence: str) -> bool:
    return bool(_DONE.search(sentence)) and not sentence.rstrip().endswith("?")


def _is_one(passage: Passage, other: Passage) -> bool:
    """Whether two statements tell of one thing: in one session, or alike besides the question's words."""
    if passage.round.session_id == other.round.session_id:
        return True
    words, others = (stems_of(one.quote) - one.words for one in (passage, other))
    return len(words & others) >= _SAME * min(len(words), len(others))


def _may_be_within(passage: Passage, within: TimeRange, date_of: DateOf) -> bool:
    when = date_of(passage.quote, passage.round.said_at)
    return when is None or when.overlaps(within)
