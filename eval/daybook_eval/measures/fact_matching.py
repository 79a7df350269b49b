"""Matches extracted facts with annotated sentences.

The rule, fixed before the first measurement:

- A fact is its sentence, as a person would say it. Its *words* are the stems of the sentence without stop
  words, each once; it is *negative* if an odd number of negations and of verbs of dislike stand in it.
- A written fact and a gold sentence agree if both are negative or neither is, and the F1 of their words is
  at least 0.5.
- Facts are compared with what the annotator wrote of the same speaker in the same dialogue: a ledger has
  owners, not turns, and annotators often write a thing down a turn late. (The stricter way, the same turn, is
  given beside it.)
- Each gold sentence serves one fact and each fact one gold sentence; pairs are made greedily, the best F1
  first, equal ones in the order of saying.
- What is the same on one side counts once: facts of one slot, value and polarity, and gold sentences with
  the same words and sign. A gold sentence without words ("I am.") counts nowhere.

TimeRAG-Memory (section 3.2) matches "extracted items against gold targets" and does not say how, so figures
do not compare with its Table IV.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from daybook.text.english.words import words_of

AGREEMENT = 0.5
"""The least F1 of words at which two sentences say the same."""
_NEGATIONS = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|without|cannot|hates?|hated|dislikes?|disliked)\b|n['’]t\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence as it is compared."""

    words: frozenset[str]
    negative: bool


def saying_of(sentence: str) -> Saying:
    """Reduce a sentence to what is compared."""
    return Saying(frozenset(words_of(sentence)), len(_NEGATIONS.findall(sentence)) % 2 == 1)


def agreement(written: Saying, gold: Saying) -> float:
    """F1 of the words of two sentences, 0 to 1; 0 where only one of them is negative."""
    shared = len(written.words & gold.words)
    if not shared or written.negative != gold.negative:
        return 0.0
    return 2 * shared / (len(written.words) + len(gold.words))


def pair_up(written: Sequence[Saying], gold: Sequence[Saying]) -> list[tuple[int, int]]:
    """Pair places of facts with places of gold sentences, one to one, the best agreement first."""
    scored = [
        (score, i, j)
        for i, fact in enumerate(written)
        for j, sentence in enumerate(gold)
        if (score := agreement(fact, sentence)) >= AGREEMENT
    ]
    pairs: list[tuple[int, int]] = []
    facts_left, gold_left = set(range(len(written))), set(range(len(gold)))
    for _, i, j in sorted(scored, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if i in facts_left and j in gold_left:
            facts_left.remove(i)
            gold_left.remove(j)
            pairs.append((i, j))
    return pairs


def distinct(sentences: Iterable[str]) -> list[str]:
    """Drop the sentences that say what an earlier one says, and those without words."""
    first: dict[Saying, str] = {}
    for sentence in sentences:
        saying = saying_of(sentence)
        if saying.words:
            first.setdefault(saying, sentence)
    return list(first.values())
