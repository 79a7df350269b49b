"""What is drawn out of a value to find it by: facts, keyphrases or a summary (LongMemEval, section 5.3).

By rules, without a model. What is drawn out are sentences of the user's, or words of theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from math import log
from statistics import fmean

from daybook.conversation import Role, Round, Turn
from daybook.english.noun_phrases import noun_phrases
from daybook.english.sentences import sentence_spans
from daybook.english.words import words_of
from daybook.remember.facts import facts_in
from daybook_eval.papers.longmemeval.values import Value

KEYPHRASES = 8
"""Of a value."""
SUMMARY_SENTENCES = 3
LONGEST = 4_000
"""Characters of a user's turn that keyphrases are taken from: more is a pasted text."""
_HELD = 100_000
_ANY_DAY = datetime(2020, 1, 1, tzinfo=UTC)


class Expansion(StrEnum):
    """What is drawn out."""

    FACT = "fact"
    KEYPHRASE = "keyphrase"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class Passage:
    """A text drawn out of a user's turn, and where it stands there."""

    text: str
    round: Round
    start: int
    stop: int


def expanded_by_rules(values: Sequence[Value], expansion: Expansion) -> list[tuple[str, ...]]:
    """Draw texts out of every value; none where it holds nothing of the kind."""
    match expansion:
        case Expansion.FACT:
            return [tuple(one.text for one in facts_of(value)) for value in values]
        case Expansion.KEYPHRASE:
            return [(("; ".join(some)),) if some else () for some in keyphrases_of(values)]
        case Expansion.SUMMARY:
            summaries = [" ".join(one.text for one in summary_of(value)) for value in values]
            return [(text,) if text else () for text in summaries]


def facts_of(value: Value) -> Iterator[Passage]:
    """Find the facts that the templates of the ledger find in the user's words; `text` is the fact's own."""
    for one in value.rounds:
        if one.user:
            for text, start, stop in _facts(one.user.content):
                yield Passage(text, one, start, stop)


def keyphrases_of(values: Sequence[Value]) -> list[list[str]]:
    """Choose the noun phrases of each value that are frequent in it and rare among the values.

    Source: term weighting by tf-idf; Salton and Buckley, Information Processing and Management, 1988.
    """
    phrases = [Counter(_phrases(value)) for value in values]
    spread = Counter(phrase for held in phrases for phrase in held)
    return [
        sorted(held, key=lambda phrase: -held[phrase] * log(len(values) / spread[phrase]))[:KEYPHRASES]
        for held in phrases
    ]


def summary_of(value: Value) -> list[Passage]:
    """Choose the sentences of the user's that say most of what the value is about, in their order.

    A sentence is worth the mean share of its words in all of the value's; once one is chosen, its words are
    worth the square of what they were.

    Source: SumBasic; Nenkova and Vanderwende, MSR-TR-2005-101.
    """
    sentences = [
        (Passage(one.user.content[start:stop], one, start, stop), words)
        for one in value.rounds
        if one.user
        for start, stop in sentence_spans(one.user.content)
        if (words := words_of(one.user.content[start:stop]))
    ]
    counts = Counter(word for _, words in sentences for word in words)
    worth = {word: count / counts.total() for word, count in counts.items()}
    chosen: list[int] = []
    while len(chosen) < min(SUMMARY_SENTENCES, len(sentences)):
        left = (place for place in range(len(sentences)) if place not in chosen)
        best = max(left, key=lambda place: fmean(worth[word] for word in sentences[place][1]))
        chosen.append(best)
        worth |= {word: worth[word] ** 2 for word in sentences[best][1]}
    return [sentences[place][0] for place in sorted(chosen)]


def _phrases(value: Value) -> Iterable[str]:
    return (phrase for one in value.rounds if one.user for phrase in _phrases_in(one.user.content[:LONGEST]))


@lru_cache(_HELD)
def _phrases_in(text: str) -> tuple[str, ...]:
    return tuple(phrase.removeprefix("the ").casefold() for phrase in noun_phrases(text))


@lru_cache(_HELD)
def _facts(text: str) -> tuple[tuple[str, int, int], ...]:
    """Find facts in a turn, whoever said it and when; sessions come again in other histories."""
    said = Round("r", "", "s", 0, 0, _ANY_DAY, Turn(Role.USER, text), None)
    return tuple((fact.text, fact.support.start, fact.support.stop) for fact in facts_in(said))
