"""Whether what was found bears on a question at all, or the answer is "not known"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log1p

from daybook.conversation import Excerpt
from daybook.english.calendar_words import MONTH_NAMES, WEEKDAY_NAMES
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
    f"{' '.join((*WEEKDAY_NAMES, *MONTH_NAMES))} weekend couple soon upcoming another average approximate "
    "approximately exactly quite bit increase decrease older younger event "
    "cost price pay spend worth live fast tall big high"
)
"""Dates, which a round need not mention that was said on them, what only shades a question, and what a
figure or a place tells by itself: "for $20" names no cost."""
_SUPERLATIVE = re.compile(r"\b(?:my|our|your|the) ((?!for|inter|harv|requ|cont|prot)\w{2,}est)\b")
"""What is "the fastest" may be said in other words."""


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
    def abstains(self) -> bool:
        """Whether the answer is to be "not known"."""
        limit = _ADVICE_LIMIT if self.advice else DOUBT_LIMIT
        return self.doubt > limit and self.doubt_by_words > _BY_WORDS_LIMIT

    @property
    def _chance(self) -> float:
        return _BY_CHANCE * log1p(self.rounds)


def abstention_signals(
    excerpts: Sequence[Excerpt],
    features: QueryFeatures,
    missing: frozenset[str],
    coverage: float,
) -> AbstentionSignals:
    """Gather the signs.

    Args:
        excerpts: what is shown.
        features: its weights are those of the question's words.
        missing: the things of the question that no passage's round mentions, as `missing_things` gives them.
        coverage: the greatest of a passage.
    """
    cosines = [one.candidate.signals["dense"] for one in excerpts if "dense" in one.candidate.signals]
    share = sum(features.weights[thing] for thing in missing)
    return AbstentionSignals(max(cosines, default=None), coverage, share, len(excerpts), features.advice)


def missing_things(question: str, passages: Sequence[Passage]) -> frozenset[str]:
    """Give the stems of what a question is about that no shown round mentions.

    The names of those who speak in the rounds are known, however seldom they call each other by them.
    """
    known = (stems_of(passage.speaker) for passage in passages)
    return things_of(question).difference(*known, *(passage.around for passage in passages))


def things_of(question: str) -> frozenset[str]:
    """Give the stems of what a question is about, without dates, superlatives and what only shades it."""
    return topic_words(question).difference(_UNSAID, *map(stems_of, _SUPERLATIVE.findall(question)))


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value))
