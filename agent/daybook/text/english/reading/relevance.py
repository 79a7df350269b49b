"""How much a passage bears on a question."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import log
from typing import TypeAlias

from daybook.conversation import QuestionKind, Role, TimeRange
from daybook.conversation.authorship import NAMED_AS_ANOTHERS
from daybook.text.english.answers.sentence_signs import persons_in, states_preference, supposes
from daybook.text.english.questions.question_content import (
    FIGURES,
    AnswerType,
    answer_type_of,
    asks_for_words,
    heads_in,
    holds,
    names_in,
    personal_names,
    topic_words,
    without_names,
)
from daybook.text.english.reading.quotable import MEANS_IT, QuotablePassage
from daybook.text.english.words import stems_of, words_of

_ASKING_WEIGHT = 0.25
_COLOUR = re.compile(r"\bcolou?rs?\b", re.IGNORECASE)
"""A word that a colour says by itself."""
_NAME_PART = re.compile(r"[^\W\d_]{2,}")
_ADVICE = 0.7
"""How sure it must be that a question is about preferences: below that, it may ask which ones were told."""
_NEAR, _PROMPTED, _AROUND = 0.5, 0.7, 0.25
"""What a word of the question counts in a neighbouring sentence, in the question that the turn answers, and
elsewhere in the round."""
_RANK_WEIGHT, _RANK_WEIGHT_OF_PEOPLE, _RANK_SCALE = 0.3, 0.5, 5
"""What the first round's place adds to its passages (between people more, since their rounds are short), and
the rank at which half of that is left."""
_MEANING_WEIGHT = 0.3
"""What a passage's cosine counts; from 0.2 to 1 the development questions give nearly the same."""
_TYPED = 1.3
"""Factor of what holds the sort of answer asked for."""
_OTHER_SIDE, _ANNOUNCES = 0.6, 0.7
"""Factors of what somebody else said than whose words are asked for, and of what only introduces what
follows."""
_PREFERENCE, _ON_TOPIC = 1.5, 0.3
"""Factor of what states a preference where a question asks for advice, and the share of its words that the
round needs for that."""
_QUESTION, _CAPTION = 0.6, 0.6
_IN_TIME = 1.3
_ANOTHERS = 0.6
"""Factor of what its sender quoted, forwarded, pasted or gave to be worked on."""
_SUPPOSED = 0.6
"""Factor of what is said of a case that has not come."""
_ANSWERS = 0.5
"""The share of the question's words in what a turn was asked, from which on that turn may be quoted though it
shares no word itself."""
_HEADLESS = 0.5
"""What a word counts that tells which one where the passage does not speak of any: "front" without a door."""
_NAMES = frozenset({AnswerType.NAME, AnswerType.PERSON})


class AboutWhom(Enum):
    """Whom a sentence is about, where a question names one of two speakers."""

    ASKED = "the one whom the question names"
    OTHER = "the other one"
    EITHER = "nothing tells"


def about(passage: QuotablePassage, speakers: frozenset[str], *, by_speaker: bool = False) -> AboutWhom:
    """Tell whom a sentence is about, by who says it and, unless `by_speaker`, by its pronouns.

    A question is about the one who is asked: "What got you into rowing?" tells that they row. Nothing tells
    where the question names none of the `speakers`.
    """
    if not speakers or not passage.speaker:
        return AboutWhom.EITHER
    by_asked = passage.speaker in speakers
    says_i, says_you = persons_in(passage.quote)
    asks = passage.quote.endswith("?")
    if (says_i and not says_you) or (by_speaker and not asks):
        return AboutWhom.ASKED if by_asked else AboutWhom.OTHER
    if asks or (says_you and not says_i):
        return AboutWhom.OTHER if by_asked else AboutWhom.ASKED
    return AboutWhom.EITHER


_OF_OTHER, _BY_OTHER = 0.6, 0.8
"""Factors between people: of what is about the other speaker, and of what that one says about nobody."""


@dataclass(frozen=True, slots=True)
class QueryFeatures:
    """What passages are judged by."""

    weights: Mapping[str, float]
    """The words that are looked for, as stems, with their weights; these sum to 1."""
    unknown_name: bool = False
    """Whether it has a name that no passage mentions, between people."""
    heads: Mapping[str, str] = field(default_factory=dict)
    """Of a word that only tells which: the head of its phrase, as stems; "front" of "front door": "door"."""
    answer_type: AnswerType = AnswerType.ANYTHING
    role: Role = Role.USER
    """The side whose words answer best, in a memory whose speakers have no names."""
    speakers: frozenset[str] = frozenset()
    """The speakers of the memory whom the question names; none where it names none, all of them, or
    somebody besides who may be another one of them."""
    asks_for_words: bool = False
    """Whether it asks what somebody said or thinks."""
    names: re.Pattern[str] | None = None
    """Matches the names in the question, which are no answer to it."""
    said_in: TimeRange | None = None
    """The period in which what it asks about was told; None where it names none."""
    advice: bool = False
    """Whether it asks for advice, on which bears what the asker likes, and what they do not want."""


def query_features(
    question: str,
    passages: Sequence[QuotablePassage],
    kinds: Mapping[QuestionKind, float],
    *,
    advice: bool = True,
    said_in: TimeRange | None = None,
) -> QueryFeatures:
    """Read what passages are judged by.

    Args:
        question: its words are weighed.
        passages: what was found; how rare a word is, and who speaks, is told by them.
        kinds: of the question, which say whose words answer, and whether advice is wanted.
        advice: whether advice is looked for at all.
        said_in: the period that the question names.
    """
    speakers = {passage.speaker for passage in passages if passage.speaker}
    topic, has_unknown_name = _topic_text(question, passages, speakers)
    words = stems_of(question)
    named = frozenset(speaker for speaker in speakers if not words.isdisjoint(stems_of(speaker)))
    answer_type = answer_type_of(question)
    if answer_type is AnswerType.COLOUR:
        topic = _COLOUR.sub(" ", topic)
    return QueryFeatures(
        weights=word_weights(topic, passages),
        unknown_name=has_unknown_name,
        heads=heads_in(question),
        answer_type=answer_type,
        role=Role.ASSISTANT if QuestionKind.ASSISTANT in kinds else Role.USER,
        speakers=named if named != speakers and not has_unknown_name else frozenset(),
        asks_for_words=asks_for_words(question),
        names=names_in(question),
        said_in=said_in,
        advice=advice and kinds.get(QuestionKind.PREFERENCE, 0.0) >= _ADVICE,
    )


def _topic_text(question: str, passages: Sequence[QuotablePassage], speakers: set[str]) -> tuple[str, bool]:
    """Leave out names that say whose words are meant, and nothing about what they are.

    Those are the names of speakers, and between people names that nothing mentions: other names of theirs,
    or strangers.

    Returns:
        The rest, or the question itself where that has no topic; and whether a name is unknown.
    """
    if not speakers:
        return question, False
    parts = {part for name in speakers for part in _NAME_PART.findall(name) if words_of(part)}
    rest = without_names(question, parts, any_case=True)
    around = frozenset[str]().union(*(passage.around for passage in passages))
    names = {name: stems_of(name) for name in personal_names(rest)}
    unknown = {name for name, stems in names.items() if stems and around.isdisjoint(stems)}
    bare = without_names(rest, unknown)
    return (bare if topic_words(bare) else rest if topic_words(rest) else question), bool(unknown)


def word_weights(text: str, passages: Iterable[QuotablePassage]) -> Mapping[str, float]:
    """Weigh the stems of a question by how rare they are in the rounds that were found; the weights sum to 1.

    A word weighs log(1 + (1 + rounds) / (1 + rounds with it)); one that only puts the question weighs
    `_ASKING_WEIGHT` of that.
    """
    words, topic = stems_of(text), topic_words(text)
    rounds = {passage.round.round_id: passage.around for passage in passages}
    counts = Counter(word for around in rounds.values() for word in words if word in around)
    weights = {
        word: log(1 + (1 + len(rounds)) / (1 + counts[word])) * (1 if word in topic else _ASKING_WEIGHT)
        for word in sorted(words)
    }
    total = sum(weights.values())
    return {word: weight / total for word, weight in weights.items()}


@dataclass(frozen=True, slots=True)
class Relevance:
    """How much a passage bears on a question."""

    score: float
    """Comparable within one question only."""
    coverage: float
    """Share of the question's words, by weight, that the passage and its surroundings hold: 0 to 1."""
    own: float
    """Share of them that the passage itself holds."""


def weigh(passage: QuotablePassage, features: QueryFeatures) -> Relevance:
    """Judge one passage by the words that it shares and their nearness, by its meaning, rank and kind."""
    own = near = prompted = around = 0.0
    for word, weight in features.weights.items():
        head = features.heads.get(word)
        if head and not (head in passage.words or head in passage.near or head in passage.prompted):
            weight *= _HEADLESS
        if word in passage.words:
            own += weight
        elif word in passage.prompted:
            prompted += weight
        elif word in passage.near:
            near += weight
        elif word in passage.around:
            around += weight
    coverage = own + _PROMPTED * prompted + _NEAR * near + _AROUND * around
    replies = passage.replies and features.role is Role.ASSISTANT and not passage.speaker
    answers = (prompted >= _ANSWERS or replies) and not passage.quote.endswith("?")
    means_it = answers or (passage.compared and passage.cosine >= MEANS_IT)
    is_wish = (
        features.advice and own + prompted + near + around >= _ON_TOPIC and states_preference(passage.quote)
    )
    # A sentence that shares no word with the question may answer it after one that does: an entry of a list
    # under what introduces it; else only one with a figure of the sort asked for.
    sort = features.answer_type
    if not (own or means_it) and not (
        near and (is_wish or passage.head or (sort in FIGURES and holds(sort, passage.quote)))
    ):
        return Relevance(0.0, coverage, own)
    by_rank = _RANK_WEIGHT_OF_PEOPLE if passage.speaker else _RANK_WEIGHT
    score = coverage + by_rank * _RANK_SCALE / (_RANK_SCALE + passage.rank)
    score += _MEANING_WEIGHT * max(passage.cosine, 0.0)
    return Relevance(score * _factor(passage, features) * (_PREFERENCE if is_wish else 1.0), coverage, own)


def _factor(passage: QuotablePassage, features: QueryFeatures) -> float:
    names = features.names if features.answer_type in _NAMES else None
    rest = names.sub("_", passage.quote) if names else passage.quote
    factor = _TYPED if holds(features.answer_type, rest) else 1.0
    if passage.speaker:
        whom = about(passage, features.speakers, by_speaker=features.asks_for_words)
        by_asked = not features.speakers or passage.speaker in features.speakers
        if whom is AboutWhom.OTHER:
            factor *= _OF_OTHER
        elif whom is AboutWhom.EITHER and not by_asked:
            factor *= _BY_OTHER
        if passage.quote.endswith("?"):
            factor *= _QUESTION
        if passage.quote.startswith("[image:"):
            factor *= _CAPTION
    elif passage.role is not features.role:
        factor *= _OTHER_SIDE
    if passage.authorship.mode in NAMED_AS_ANOTHERS:
        factor *= _ANOTHERS
    if supposes(passage.quote):
        factor *= _SUPPOSED
    if features.said_in and passage.round.said_at in features.said_in:
        factor *= _IN_TIME
    return factor * _ANNOUNCES if passage.announces else factor


Ranked: TypeAlias = Sequence[tuple[QuotablePassage, Relevance]]
"""Passages with their relevance, best first."""


def rank_passages(
    passages: Sequence[QuotablePassage], features: QueryFeatures
) -> list[tuple[QuotablePassage, Relevance]]:
    """Put passages in the order of their relevance, best first; ties go to the later round."""
    judged = [(passage, weigh(passage, features)) for passage in passages]
    return sorted(
        judged, key=lambda item: (-item[1].score, -item[0].round.said_at.timestamp(), item[0].start)
    )
