"""Whether what was found bears on a question at all, or the answer is "not known"."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log1p

from daybook.conversation import Excerpt
from daybook.text.english.questions.question_content import things_of
from daybook.text.english.reading.quotable import QuotablePassage
from daybook.text.english.reading.relevance import AboutWhom, QueryFeatures, Ranked, about
from daybook.text.english.words import stems_of

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
_BETWEEN_PEOPLE = (5.05, -12.2, -2.0, 0.35, 1.8)
"""The same for rounds between people, and the weight of a name that nothing mentions: fitted to the rules'
half of LoCoMo and of the real chats (492 answerable questions, 519 planted), with the answerable ones asked
once more, at 0.3 of the weight, under a name that nobody has, since people are asked about by other names
than they write under. The constant is moved so that `DOUBT_LIMIT` declines 2% of the answerable."""
_WHOSE, _BEST = (-0.71, 5.33), 2
"""Constant and weight of the lead of the other speaker, and of how many passages of either that is the mean:
fitted to 108 questions of the same half that ask one what the other told, and to what has an answer. The
constant is moved so that the limit is a lead of 0.25, which 3% of LoCoMo's answerable ones there have: with
those that nothing bears on, 5% are declined."""
_NEAREST = 0.25
"""The least share of the question's words, by weight, that the best passage must hold itself to be shown as
what comes nearest."""


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
    between_people: bool = False
    """Whether the rounds are of people with names; between them a name that nothing mentions may be another
    name of one of them, so such names are left out of coverage and missing."""
    unknown_name: bool = False
    """Whether the question has a name that nothing mentions."""
    of_other: float = 0.0
    """By how much what tells of the other speaker bears on the question more than what tells of the one whom
    it names; 0 where it names none."""
    best_shares: float = 0.0
    """Share of the question's words, by weight, that the best passage itself holds."""
    advice: bool = False
    """Whether the question asks for advice."""

    @property
    def doubt(self) -> float:
        """Probability that the question has no answer here, where half of all questions have none."""
        return max(self.doubt_bears, self.doubt_whose)

    @property
    def doubt_bears(self) -> float:
        """Probability that what is shown does not bear on the question."""
        if self.cosine is None:
            return self.doubt_by_words
        if self.between_people:
            constant, by_cosine, by_coverage, by_missing, by_unknown = _BETWEEN_PEOPLE
            beside = by_unknown * self.unknown_name
        else:
            constant, by_cosine, by_coverage, by_missing = _WITH_COSINE
            beside = self._chance
        return _logistic(
            constant
            + by_cosine * self.cosine
            + by_coverage * self.coverage
            + by_missing * self.missing
            + beside
        )

    @property
    def doubt_by_words(self) -> float:
        """The same as far as words tell."""
        constant, by_coverage, by_missing = _WITHOUT_COSINE
        return _logistic(constant + by_coverage * self.coverage + by_missing * self.missing + self._chance)

    @property
    def doubt_whose(self) -> float:
        """Probability that what bears on it is about the other speaker; 0 where it names no speaker."""
        constant, by_lead = _WHOSE
        return _logistic(constant + by_lead * self.of_other) if self.of_other else 0.0

    @property
    def abstains(self) -> bool:
        """True if the answer is to be "not known"."""
        limit = _ADVICE_LIMIT if self.advice else DOUBT_LIMIT
        by_words = self.unknown_name or self.doubt_by_words > _BY_WORDS_LIMIT
        return (self.doubt_bears > limit and by_words) or self.doubt_whose > DOUBT_LIMIT

    @property
    def has_nearest(self) -> bool:
        """True if what is shown comes near enough to an answer to be shown beside "not known"."""
        return self.doubt_whose > DOUBT_LIMIT or self.best_shares >= _NEAREST

    @property
    def _chance(self) -> float:
        return _BY_CHANCE * log1p(self.rounds)


def abstention_signals(
    excerpts: Sequence[Excerpt],
    ranked: Ranked,
    features: QueryFeatures,
    missing: frozenset[str],
) -> AbstentionSignals:
    """Gather the signs of what is shown, and of its ranked passages.

    `features` weigh the question's words; `missing` is what `missing_things` gives for its passages.
    """
    cosines = [
        excerpt.candidate.signals["dense"] for excerpt in excerpts if "dense" in excerpt.candidate.signals
    ]
    return AbstentionSignals(
        max(cosines, default=None),
        max((relevance.coverage for _, relevance in ranked), default=0.0),
        sum(features.weights.get(thing, 0.0) for thing in missing),
        len(excerpts),
        between_people=any(passage.speaker for passage, _ in ranked),
        unknown_name=features.unknown_name,
        of_other=_lead_of_other(ranked, features),
        best_shares=ranked[0][1].own if ranked else 0.0,
        advice=features.advice,
    )


def _lead_of_other(ranked: Ranked, features: QueryFeatures) -> float:
    """Compare the two best passages about the other speaker with the two best about the one asked about."""
    if not features.speakers:
        return 0.0
    bearing: dict[AboutWhom, list[float]] = {whom: [0.0] * _BEST for whom in AboutWhom}
    for passage, relevance in ranked:
        whom = about(passage, features.speakers, by_speaker=features.asks_for_words)
        bearing[whom].append(relevance.coverage + max(passage.cosine, 0.0))
    best = {whom: sum(sorted(values)[-_BEST:]) / _BEST for whom, values in bearing.items()}
    return best[AboutWhom.OTHER] - best[AboutWhom.ASKED]


def missing_things(question: str, passages: Sequence[QuotablePassage]) -> frozenset[str]:
    """Give the stems of what a question is about that no shown round mentions.

    The names of those who speak in the rounds are known, however seldom they call each other by them.
    """
    known = (stems_of(passage.speaker) for passage in passages)
    return things_of(question).difference(*known, *(passage.around for passage in passages))


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value))
