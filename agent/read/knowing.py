"""Whether what was found bears on a question at all, or the answer is "not known"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from agent.conversation import Excerpt
from agent.read.passages import Passage
from agent.read.relevance import Aim, topic_words
from agent.read.vocabulary import stems_of

DOUBT_LIMIT = 0.75
"""The doubt from which on the answer is "not known"."""
_WITH_COSINE = (4.9, -7.1, -4.2, 3.8)
"""Logistic regression (L2 0.05) on the 111 answerable development questions of LongMemEval, its 6
abstentions, and the 111 put to another history: a constant, and the weights of cosine, coverage and
missing, in that order. The cosines are those of MiniLM; a model whose cosines are of another size needs
weights of its own."""
_WITHOUT_COSINE = (2.3, -6.0, 4.1)
"""The same fitted to coverage and missing alone, for a search that compared no meanings."""
_TOLD_OTHERWISE = re.compile(
    r"\bI (?:\w+ly |had |have |ever |just )?(\w+)"
    r"|\b(?:my|our|your|the) ((?!for|inter|harv|requ|cont|prot)\w{2,}est)\b"
)
"""What I did, and what is "the fastest", may be told in other words, unlike what I did it to."""


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
            constant, by_coverage, by_missing = _WITHOUT_COSINE
        else:
            constant, by_cosine, by_coverage, by_missing = _WITH_COSINE
            constant += by_cosine * self.cosine
        return 1 / (1 + exp(-(constant + by_coverage * self.coverage + by_missing * self.missing)))


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
    return topic.difference(*map(stems_of, told)) or topic
