"""Whether what was found bears on a question at all, or the answer is "not known"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log1p

from daybook.conversation import Excerpt
from daybook.read.by_quotes.passages import Passage
from daybook.read.by_quotes.query_features import QueryFeatures, topic_words
from daybook.read.by_quotes.vocabulary import stems_of

DOUBT_LIMIT = 0.65
"""The doubt from which on the answer is "not known"."""
_ADVICE_LIMIT = 0.8
"""The same where advice is asked for: what is wished for need not have been told, and to be shown what was
said that may bear on it helps more than to be told that nothing does."""
_BY_WORDS_LIMIT = 0.4
"""The doubt by words alone up to which it is never: cosines that are small in another model's scale must
not silence what the question's own words find."""
_BY_CHANCE = 0.7
"""What the logarithm of the number of rounds that are shown adds to the doubt. The signs are the best of
so many rounds, and of many one comes near to any question by chance: independent rounds would make it 1,
but rounds are alike. From 0.5 to 0.9 the development questions give nearly the same; with 0, questions that
a memory of a few rounds answers are declined twice as often."""
_WITH_COSINE = (2.7, -10.5, -2.4, 4.1)
"""Logistic regression (L2 0.05) on the 111 answerable development questions of LongMemEval, its 6
abstentions, and the 111 put to another history, each asked of memories of some 11, 60 and 250 rounds;
both classes and all sizes weigh the same. A constant, and the weights of cosine, coverage and missing, in
that order. The cosines are those of MiniLM. Fitted to either half and applied to the other, the limits
decline, of what has an answer and of what was planted: 3.6% and 97% in the small memories, 8.1% and 88%
in the middling, 1.8% and 73% in the large."""
_WITHOUT_COSINE = (-1.0, -6.4, 4.5)
"""The same fitted to coverage and missing alone, for a search that compared no meanings."""
_UNSAID = stems_of(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july "
    "august september october november december weekend couple soon upcoming another average approximate "
    "approximately exactly quite bit increase decrease older younger event "
    "cost price pay spend worth live fast tall big high"
)
"""Dates, which a round need not mention that was said on them, what only shades a question, and what a
figure or a place tells by itself: "for $20" names no cost."""
_TOLD_OTHERWISE = re.compile(
    r"\bI (?:\w+ly |had |have |ever |just )?(\w+)(?: to (\w+))?"
    r"|\b(?:my|our|your|the) ((?!for|inter|harv|requ|cont|prot)\w{2,}est)\b"
    r"|\b(called|named)\b"
)
"""What I did, what is "the fastest" and what is "called" so may be told in other words; what I did it to
hardly."""


@dataclass(frozen=True, slots=True)
class AbstentionSignals:
    """What tells whether memory holds an answer; all but the number of rounds between 0 and 1."""

    cosine: float | None
    """Of the question, or a phrasing of it, to the nearest window that is shown; None where none was
    compared. It may be below 0."""
    coverage: float
    """Of the question by the passage that covers it best."""
    missing: float
    """Share, by weight, of the question's words that name things which no shown round mentions."""
    rounds: int
    """How many are shown."""
    advice: bool = False
    """Whether the question asks for advice."""

    @property
    def doubt(self) -> float:
        """Probability that the question has no answer here, where half of all questions have none."""
        if self.cosine is None:
            return self.doubt_by_words
        constant, by_cosine, by_coverage, by_missing = _WITH_COSINE
        return _logistic(
            constant
            + by_cosine * self.cosine
            + by_coverage * self.coverage
            + by_missing * self.missing
            + self._chance
        )

    @property
    def doubt_by_words(self) -> float:
        """The same as far as words tell."""
        constant, by_coverage, by_missing = _WITHOUT_COSINE
        return _logistic(constant + by_coverage * self.coverage + by_missing * self.missing + self._chance)

    @property
    def tell_against(self) -> bool:
        """Whether the answer is to be "not known"."""
        limit = _ADVICE_LIMIT if self.advice else DOUBT_LIMIT
        return self.doubt > limit and self.doubt_by_words > _BY_WORDS_LIMIT

    @property
    def _chance(self) -> float:
        return _BY_CHANCE * log1p(self.rounds)


def abstention_signals(
    question: str,
    excerpts: Sequence[Excerpt],
    passages: Sequence[Passage],
    aim: QueryFeatures,
    coverage: float,
) -> AbstentionSignals:
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
    missed = sum(aim.weights[thing] for thing in missing)
    return AbstentionSignals(max(cosines, default=None), coverage, missed, len(excerpts), aim.advice)


def things_of(question: str) -> frozenset[str]:
    """Give the stems of what a question is about, without the verbs of the one who asks and superlatives."""
    topic = topic_words(question)
    told = (" ".join(words) for words in _TOLD_OTHERWISE.findall(question))
    return topic.difference(_UNSAID, *map(stems_of, told))


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value))
