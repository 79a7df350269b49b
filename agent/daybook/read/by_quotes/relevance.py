"""How much a passage bears on a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from daybook.read.by_quotes.answer_type import FIGURES, AnswerType, holds
from daybook.read.by_quotes.passages import Passage
from daybook.read.by_quotes.preferences import states_preference
from daybook.read.by_quotes.query_features import QueryFeatures
from daybook.read.by_quotes.vocabulary import stems_of

_NEAR, _AROUND = 0.5, 0.25
"""What a word of the question counts in a neighbouring sentence, and elsewhere in the round."""
_RANK_WEIGHT, _RANK_SCALE = 0.3, 5
"""What the first round's place adds to its passages, and the rank at which half of that is left."""
_MEANING_WEIGHT, _MEANS_IT = 0.3, 0.4
"""What a passage's cosine counts, and the cosine from which one that shares no word may be quoted; from
weights of 0.2 to 1 the development questions give nearly the same."""
_TYPED = 1.3
"""Factor of what holds the sort of answer asked for."""
_OTHER_ROLE, _ANNOUNCES, _REQUEST, _REQUEST_OF_ONES_OWN = 0.6, 0.7, 0.6, 0.8
"""Factors of what the other side said, of what only introduces what follows, and of what asks for
something, without and with a word about who asks."""

_LABELLED = 1.3
"""Factor of what holds a numbered label of the question ("week 5"), which is a name, not two words."""
_NUMBERED = 1.5
"""Factor of the item of a numbered list that the question asks for by its number."""
_DONE_BY_THE_ASKER = 1.2
"""Factor of what says "I" with the verb of a question that asks what I do or did."""

_TASTE, _ON_TOPIC = 1.5, 0.3
"""Factor of what tells a taste where a question asks for advice, and the share of its words that the round
needs for that."""

_DONE = re.compile(r"\bI\b((?:\W+\w+){1,3})")
_REQUEST_SENTENCE = re.compile(
    r"[\s*_]*(?:(?:and|also|so),? )?"
    r"(?:can|could|would|will|do|did|does|are|is|what|how|which|where|when|why|who)\b.*\?\W*$",
    re.IGNORECASE | re.DOTALL,
)
_NAMES = frozenset({AnswerType.NAME, AnswerType.PERSON})
_FIRST_PERSON = re.compile(r"\b(?:I|I['\u2019](?:m|ve|d|ll)|[Mm]y|[Mm]ine|[Ww]e|[Oo]ur)\b")


@dataclass(frozen=True, slots=True)
class Relevance:
    """How much a passage bears on a question."""

    score: float
    """Comparable within one question only."""
    coverage: float
    """Share of the question's words, by weight, that the passage and its surroundings hold: 0 to 1."""
    own: float
    """Share of them that the passage itself holds."""


def weigh(passage: Passage, aim: QueryFeatures) -> Relevance:
    """Judge one passage by the words that it shares and their nearness, by its meaning, rank and kind."""
    own = near = around = 0.0
    for word, weight in aim.weights.items():
        if word in passage.words:
            own += weight
        elif word in passage.near:
            near += weight
        elif word in passage.around:
            around += weight
    coverage = own + _NEAR * near + _AROUND * around
    means_it = passage.compared and passage.cosine >= _MEANS_IT
    to_heed = aim.advice and own + near + around >= _ON_TOPIC and states_preference(passage.quote)
    if not own and not means_it and not (near and (to_heed or _may_go_on(passage, aim.asks))):
        return Relevance(0.0, coverage, own)
    score = coverage + _RANK_WEIGHT * _RANK_SCALE / (_RANK_SCALE + passage.rank)
    score += _MEANING_WEIGHT * max(passage.cosine, 0.0)
    return Relevance(score * _factor(passage, aim) * (_TASTE if to_heed else 1.0), coverage, own)


def _may_go_on(passage: Passage, asks: AnswerType) -> bool:
    """Whether a sentence that shares no word with the question may answer it after one that does.

    An entry of a list may, under what introduces it; else only one with a figure of the sort asked for.
    """
    return bool(passage.head) or (asks in FIGURES and holds(asks, passage.quote))


def _factor(passage: Passage, aim: QueryFeatures) -> float:
    rest = aim.names.sub("_", passage.quote) if aim.names and aim.asks in _NAMES else passage.quote
    factor = _TYPED if holds(aim.asks, rest) else 1.0
    if passage.role is not aim.role:
        factor *= _OTHER_ROLE
    if _REQUEST_SENTENCE.match(passage.quote):
        factor *= _REQUEST_OF_ONES_OWN if _FIRST_PERSON.search(passage.quote) else _REQUEST
    if aim.labels and aim.labels.search(passage.quote):
        factor *= _LABELLED
    if aim.number is not None and aim.number == passage.number:
        factor *= _NUMBERED
    if not aim.doing.isdisjoint(passage.words) and _says_i(passage.quote, aim.doing):
        factor *= _DONE_BY_THE_ASKER
    return factor * _ANNOUNCES if passage.announces else factor


def _says_i(quote: str, doing: frozenset[str]) -> bool:
    return not doing.isdisjoint(stems_of(" ".join(_DONE.findall(quote))))


def rank_passages(passages: Sequence[Passage], aim: QueryFeatures) -> list[tuple[Passage, Relevance]]:
    """Put passages in the order of their relevance, best first; ties go to the later round."""
    judged = [(passage, weigh(passage, aim)) for passage in passages]
    return sorted(
        judged, key=lambda item: (-item[1].score, -item[0].round.said_at.timestamp(), item[0].start)
    )
