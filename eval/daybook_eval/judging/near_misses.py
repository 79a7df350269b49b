"""Planted answers that are nearly right: how many of them a judge lets pass says how far to believe it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from daybook_eval.judging.verdicts import AnswerKind, JudgeCase, JudgingRule, judge_case
from daybook_eval.records import QuestionRecord

_NUMBER = re.compile(r"\d+")
_BESIDE = 2
"""How far a number has to be from one that is right: rules forgive a day or a month."""
_BETWEEN_ITEMS = re.compile(r",\s+(?:and\s+)?|\s+and\s+")
_LIST = 3
"""Items from which on a text is a list."""
_ITEM = 5
"""Words that an item has at most; what has more is a sentence with commas."""


def near_misses(records: Sequence[QuestionRecord], count: int) -> list[JudgeCase]:
    """Plant a near miss for `count` questions, or as many as have one; the same ones every time.

    They are picked by the hash of their ids, so that types are mixed and a smaller probe is part of a larger.
    """
    in_order = sorted(records, key=lambda record: sha256(record.question_id.encode()).digest())
    whos = [record for record in in_order if _asks_who(record)]
    missed = (replace(case, answer=near_miss(case)) for case in (_case(one, whos) for one in in_order))
    return [case for case in missed if case.answer][:count]


def near_miss(case: JudgeCase) -> str:
    """Change the expected answer so that it is wrong by little; "" where none can be made.

    The first number becomes one beside none that is right; else the last half of a list is left (its first
    item may be a "Yes"); else, where it is asked who, it is the first of `case.other_people`. Of an answer
    that allows another ("7 days. 8 days is also acceptable") the first sentence is taken. Rubrics and
    questions without an answer have no near miss. Nor is the old value of what has changed planted: a record
    has the turn that tells it, but not which words of the turn it is.
    """
    if case.rule in (JudgingRule.PREFERENCE, JudgingRule.ABSTENTION):
        return ""
    first = case.expected.split(". ")[0]
    if found := _NUMBER.search(first):
        right = {int(number) for number in _NUMBER.findall(case.expected)}
        wrong = int(found[0])
        while any(abs(wrong - number) < _BESIDE for number in right):
            wrong += 1
        return f"{first[: found.start()]}{wrong:0{len(found[0])}}{first[found.end() :]}"
    items = _BETWEEN_ITEMS.split(first)
    if len(items) >= _LIST and all(len(item.split()) <= _ITEM for item in items):
        return ", ".join(items[-(len(items) // 2) :])
    return next(iter(case.other_people), "")


def _case(record: QuestionRecord, whos: Sequence[QuestionRecord]) -> JudgeCase:
    people = _other_people(record, whos) if record in whos else ()
    return replace(judge_case(record), kind=AnswerKind.NEAR_MISS, other_people=people)


def _asks_who(record: QuestionRecord) -> bool:
    """True if it is asked who, and the answer is a name: one to three words, all with a capital."""
    words = record.gold_answer.split()
    return record.question.startswith("Who ") and 0 < len(words) <= 3 and all(map(str.istitle, words))


def _other_people(record: QuestionRecord, whos: Sequence[QuestionRecord]) -> tuple[str, ...]:
    """Give the people that other questions of the same history expect, who share no name with this one's.

    Rounds have ids that no two histories share, so a round that both questions found tells that they are of
    one history.
    """
    rounds, names = _rounds(record), set(record.gold_answer.split())
    return tuple(
        other.gold_answer
        for other in whos
        if not rounds.isdisjoint(_rounds(other)) and names.isdisjoint(other.gold_answer.split())
    )


def _rounds(record: QuestionRecord) -> set[str]:
    return {*record.gold.rounds, *(candidate.round_id for candidate in record.candidates)}
