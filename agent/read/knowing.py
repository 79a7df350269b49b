"""Whether what was found bears on a question at all, or the answer is "not known"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from agent.conversation import Excerpt
from agent.read.aim import Aim, topic_words
from agent.read.passages import Passage
from agent.read.vocabulary import stems_of

DOUBT_LIMIT = 0.7
"""The doubt from which on the answer is "not known"."""
_BY_WORDS_LIMIT = 0.5
"""The doubt by words alone up to which it is never: cosines that are small in another model's scale must
not silence what the question's own words find. On the development questions it spares two answers in
100, and costs two refusals in 100."""
_WITH_COSINE = (5.5, -8.6, -3.1, 4.0)
"""Logistic regression (L2 0.05, both classes weighing the same) on the 111 answerable development questions
of LongMemEval, its 6 abstentions, and the 111 put to another history: a constant, and the weights of cosine,
coverage and missing, in that order. The cosines are those of MiniLM. Fitted to either half and applied to
the other, the two limits refuse 74% of what was planted and 4.5% of what has an answer."""
_WITHOUT_COSINE = (2.0, -5.5, 4.4)
"""The same fitted to coverage and missing alone, for a search that compared no meanings."""
_TOLD_OTHERWISE = re.compile(
    r"\bI (?:\w+ly |had |have |ever |just )?(\w+)(?: to (\w+))?"
    r"|\b(?:my|our|your|the) ((?!for|inter|harv|requ|cont|prot)\w{2,}est)\b"
    r"|\b(called|named)\b"
)
"""What I did, what is "the fastest" and what is "called" so may be told in other words; what I did it to
hardly."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What tells whether memory holds an answer; all between 0 and 1."""

    cosine: float | None
    """Of the question, or a phrasing of it, to the nearest window that is shown; None where none was
    compared. It may be below 0."""
    coverage: float
    """Of the question by the passage that covers it best."""
    missing: float
    """Share, by weight, of the question's words that name things which no shown round mentions."""

    @property
    def doubt(self) -> float:
        """Probability that the question has no answer here, where half of all questions have none."""
        if self.cosine is None:
            return self.doubt_by_words
        constant, by_cosine, by_coverage, by_missing = _WITH_COSINE
        return _logistic(
            constant + by_cosine * self.cosine + by_coverage * self.coverage + by_missing * self.missing
        )

    @property
    def doubt_by_words(self) -> float:
        """The same as far as words tell."""
        constant, by_coverage, by_missing = _WITHOUT_COSINE
        return _logistic(constant + by_coverage * self.coverage + by_missing * self.missing)

    @property
    def tell_against(self) -> bool:
        """Whether the answer is to be "not known"."""
        return self.doubt > DOUBT_LIMIT and self.doubt_by_words > _BY_WORDS_LIMIT


def signs_of(
    question: str, excerpts: Sequence[Excerpt], passages: Sequence[Passage], aim: Aim, coverage: float
) -> Signs:
    """Gather the signs.

    Args:
        question: the words that are asked.
        excerpts: what is shown.
        passages: theirs, cut with a vocabulary that holds the words of the question.
        aim: its weights are those of the question's words.
        coverage: the greatest of a passage.
    """
    cosines = [one.candidate.signals["dense"] for one in excerpts if "dense" in one.candidate.signals]
    missing = things_of(question).difference(*(passage.around for passage in passages))
    return Signs(max(cosines, default=None), coverage, sum(aim.weights[thing] for thing in missing))


def things_of(question: str) -> frozenset[str]:
    """Give the stems of what a question is about, without the verbs of the one who asks and superlatives."""
    topic = topic_words(question)
    told = (" ".join(words) for words in _TOLD_OTHERWISE.findall(question))
    return topic.difference(*map(stems_of, told))


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value))
