"""Planted answers that are nearly right: how many of them a judge lets pass says how far to believe it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from daybook_eval.judging.verdicts import AnswerKind, JudgeCase, JudgingRule, judge_case
from daybook_eval.records import QuestionRecord

_NUMBER = re.compile(r"\d+")
_CARDINALS = "one two three four five six seven eight nine ten".split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_SMALL = {word: str(n) for words in (_CARDINALS, _ORDINALS) for n, word in enumerate(words, 1)}
_VALUE = re.compile(rf"(?P<digits>\d+(?::\d\d)?)(?:st|nd|rd|th)?\b|\b(?:{'|'.join(_SMALL)})\b", re.IGNORECASE)
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

    Where a number has changed it is the old one, `case.old_value`. Else the first number becomes one beside
    none that is right; else the last half of a list is left (its first item may be a "Yes"); else, where it
    is asked who, it is the first of `case.other_people`. Of an answer that allows another ("7 days. 8 days is
    also acceptable") the first sentence is taken. Rubrics and questions without an answer have no near miss.
    """
    if case.rule in (JudgingRule.PREFERENCE, JudgingRule.ABSTENTION):
        return ""
    if case.old_value:
        return case.old_value
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
    case = replace(judge_case(record), kind=AnswerKind.NEAR_MISS, other_people=people)
    return replace(case, old_value=old_value(record)) if case.rule is JudgingRule.KNOWLEDGE_UPDATE else case


@dataclass(frozen=True, slots=True)
class _Value:
    """A number in a text, and the words beside it."""

    start: int
    stop: int
    number: str
    """In digits, or a time of day."""
    beside: frozenset[str]
    """The word before it and the one behind it, each marked by its side, without the plural's s."""


def old_value(record: QuestionRecord) -> str:
    """Give the expected answer with the number that another turn of its evidence tells; "" without one.

    It is a number of the same form beside the same word as the expected one has in the turn that tells it:
    "3" for "five" where one turn says "my third issue" and a later one "my fifth issue". What has changed and
    is no number has no old value here: no rule says which words of the turn it is.
    """
    turns = sorted(record.gold.turns, key=lambda turn: turn.said_at)
    expected = list(_values(record.gold_answer))
    right = {value.number for value in expected}
    for place, turn in reversed(list(enumerate(turns))):
        for told in _values(turn.text):
            mine = next((value for value in expected if value.number == told.number), None)
            for other in (*turns[:place][::-1], *turns[place + 1 :]) if mine else ():
                for old in _values(other.text):
                    is_alike = (":" in old.number) == (":" in told.number) and old.beside & told.beside
                    if mine and is_alike and old.number not in right:
                        gold = record.gold_answer
                        return f"{gold[: mine.start]}{old.number}{gold[mine.stop :]}"
    return ""


def _values(text: str) -> Iterator[_Value]:
    for found in _VALUE.finditer(text):
        before = re.findall(r"[^\W\d]{4,}(?=\W{1,3}$)", text[max(0, found.start() - 40) : found.start()])
        behind = re.findall(r"^\W{0,3}([^\W\d]{2,})", text[found.end() : found.end() + 40])
        beside = {f"-{word.casefold()}" for word in before} | {
            f"+{word.casefold().removesuffix('s')}" for word in behind
        }
        number = found["digits"] or _SMALL[found[0].casefold()]
        yield _Value(found.start(), found.end(), number, frozenset(beside))


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
