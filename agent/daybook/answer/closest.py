"""Closest: the best rounds and passages shown as they are, where no model reads. It claims nothing.

Up to three rounds are quoted, each under its date, how long ago that was and whose words they are. The text
resolves relative dates in brackets; the evidence holds the words alone, as they stand in their rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from daybook.answer.closest_text import NOTHING_NEAR, Quoted, write_closest
from daybook.conversation import (
    Answer,
    Candidate,
    Evidence,
    FoundPassage,
    Question,
    QuestionKind,
    RetrievalPlan,
    Role,
    Round,
    Span,
    TimeRange,
    Turn,
    excerpts_of,
)
from daybook.conversation.authorship import OWN, Authorship, Mode, authorship_of, is_correction
from daybook.conversation.language import Analyzer

MAX_ROUNDS = 3
MAX_CHARACTERS = 600
"""Of one turn: three fill a screen of 24 lines. A longer one is cut to its best sentence and neighbours."""
ALIKE, LEAD = 0.5, 2.0
"""The cosine of two statements from which they are taken to be about the same, and the standard deviations by
which the earlier of them may lead and still be passed."""
_DAYS = timedelta(days=2)
"""A question about so short a time is shown nothing of another time, if anything was said in it."""
_SENTENCE_WORDS = 0.5
"""The weight of the question's words beside the cosine where the best sentence of a long turn is chosen."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A round, or a passage of a document in a round's form, and where it stands in the list."""

    candidate: Candidate
    passage: FoundPassage | None = None
    quotes: tuple[Quoted, ...] = ()
    """Its quotes, once chosen."""


def closest(
    question: Question,
    plan: RetrievalPlan,
    candidates: Sequence[Candidate],
    passages: Sequence[FoundPassage],
    *,
    analyzer: Analyzer,
    statements: Mapping[str, NDArray[np.float32]] | None = None,
    floor: float,
) -> Answer:
    """Show the rounds and passages that come nearest to a question, or say that none comes near.

    Args:
        question: whose `asked_at` the distances are counted from.
        plan: its stand-alone wording and its kinds.
        candidates: best first; what is superseded in them is not shown.
        passages: of documents, best first.
        analyzer: of the language of the rounds.
        statements: of each round, by its id, the unit vector of its statement nearest to the question.
        floor: as `relevance_floor` gives it; a quote with all words of the question is shown below it as
            well, since short questions are near to nothing.

    Returns:
        An answer whose evidence is what the text quotes, best first; below the floor `not_known`, with none.
    """
    chooser = _Chooser(frozenset(analyzer.words(plan.question)), plan, analyzer)
    shown: list[_Place] = []
    candidates = _of_period(candidates, plan.time_range)
    for place in _one_list(candidates, passages, question.asked_at):
        place = replace(place, quotes=tuple(chooser.quotes(place)))
        shown += [place] if place.quotes else []
        if len(shown) == MAX_ROUNDS:
            break
    if not plan.asks_before:
        shown = _later_first(shown, statements or {})
    quoted = [quote for place in shown for quote in place.quotes]
    if not any(quote.nearness >= floor or chooser.holds_all_words(quote) for quote in quoted):
        return Answer(NOTHING_NEAR, not_known=True, cited=(), notes=(), plan=plan)
    text = write_closest(quoted, plan.question, question.asked_at, analyzer)
    cited = tuple(quote.evidence for quote in quoted)
    return Answer(text, not_known=False, cited=cited, notes=(), plan=plan)


def _of_period(candidates: Sequence[Candidate], period: TimeRange | None) -> Sequence[Candidate]:
    """Choose what was said, or tells of something, in the days that were asked for; all if that is none."""
    if period is None or period.start is None or period.end is None or period.end - period.start > _DAYS:
        return candidates
    inside = [
        candidate
        for candidate in candidates
        if candidate.round.said_at in period or candidate.signals.get("happened")
    ]
    return inside or candidates


def _one_list(
    candidates: Sequence[Candidate], passages: Sequence[FoundPassage], at: datetime
) -> Iterator[_Place]:
    """Merge rounds and passages, each in its own order, by the nearness of whichever comes next in each."""
    rounds = [_Place(candidate) for candidate in candidates]
    texts = [
        _Place(excerpt.candidate, passage)
        for excerpt, passage in zip(excerpts_of(passages, at), passages, strict=True)
    ]
    while rounds and texts:
        yield (rounds if rounds[0].candidate.relevance >= texts[0].candidate.relevance else texts).pop(0)
    yield from [*rounds, *texts]


def _later_first(places: Sequence[_Place], statements: Mapping[str, NDArray[np.float32]]) -> list[_Place]:
    """Put of two rounds that speak of the same the later first, unless the earlier leads by far."""
    ordered = list(places)
    for place in range(1, len(ordered)):
        later = ordered[place]
        passed = (above for above in range(place) if _gives_way(ordered[above], later, statements))
        if (above := next(passed, None)) is not None:
            ordered.insert(above, ordered.pop(place))
    return ordered


def _gives_way(earlier: _Place, later: _Place, statements: Mapping[str, NDArray[np.float32]]) -> bool:
    one, other = earlier.candidate, later.candidate
    old, new = statements.get(one.round.round_id), statements.get(other.round.round_id)
    return (
        old is not None
        and new is not None
        and one.round.said_at < other.round.said_at
        and one.score - other.score <= LEAD
        and float(np.vecdot(old, new)) >= ALIKE
    )


@dataclass(frozen=True, slots=True)
class _Chooser:
    """Chooses what is quoted of a round."""

    words: frozenset[str]
    """The stems of the question."""
    plan: RetrievalPlan
    analyzer: Analyzer

    def holds_all_words(self, quote: Quoted) -> bool:
        """True if a quote has every word of the question but stop words, of which there is one at least."""
        return bool(self.words) and self.words.issubset(self.analyzer.words(quote.evidence.quote))

    def quotes(self, place: _Place) -> Iterator[Quoted]:
        """Quote the sides of a round that tell something and bear on the question, the nearer one first.

        What only speaks of somebody else is left out of an answer about the owner.
        """
        user = place.candidate.round.user
        if user and self.analyzer.asks_of_owner(self.plan.question) and self._is_of_another(user, place):
            return
        sides = [
            (turn, self._nearness(place.candidate, turn.role))
            for turn in place.candidate.round.turns
            if turn.is_key and self._tells(turn)
        ]
        asks_for_reply = QuestionKind.ASSISTANT in self.plan.kinds
        if asks_for_reply:  # a reply is as near as what it replies to
            sides = [(turn, near if _is_own(turn) else place.candidate.relevance) for turn, near in sides]
        own = max((near for turn, near in sides if _is_own(turn)), default=None)
        for turn, near in sides:
            if _is_own(turn) or own is None or asks_for_reply or near > own:
                span = self._stretch(turn, place.candidate)
                if span is not None:
                    yield self._quoted(place, turn, span, near)

    def _is_of_another(self, turn: Turn, place: _Place) -> bool:
        spans = self.analyzer.sentences(turn.content)
        matches = [span for span in place.candidate.matches if span.role is turn.role]
        best = max(
            spans, key=lambda span: self._merit(turn.content, span[0], span[1], matches), default=(0, 0)
        )
        return self.analyzer.is_of_another(turn.content[slice(*best)])

    def _tells(self, turn: Turn) -> bool:
        return not (_is_own(turn) and self.analyzer.only_asks(turn.content))

    def _nearness(self, candidate: Candidate, role: Role) -> float:
        return max((span.score for span in candidate.matches if span.role is role), default=0.0)

    def _stretch(self, turn: Turn, candidate: Candidate) -> tuple[int, int] | None:
        """Choose the characters of a turn to show. Returns None if all of it is superseded."""
        fallen = candidate.superseded if turn.role is Role.USER else ()
        spans = self.analyzer.sentences(turn.content)
        stands = [
            not any(words.start < stop and start < words.stop for words in fallen) for start, stop in spans
        ]
        if not any(stands):
            return None
        if all(stands) and spans[-1][1] - spans[0][0] <= MAX_CHARACTERS:
            return spans[0][0], spans[-1][1]
        matches = [span for span in candidate.matches if span.role is turn.role]
        merit = [self._merit(turn.content, start, stop, matches) for start, stop in spans]
        best = max((place for place in range(len(spans)) if stands[place]), key=merit.__getitem__)
        return _with_neighbours(spans, stands, best)

    def _merit(self, text: str, start: int, stop: int, matches: Sequence[Span]) -> float:
        """Say how near a sentence is: the cosine of the narrowest window around it, and its shared words."""
        middle = (start + stop) // 2
        around = [span for span in matches if span.start <= middle < span.stop]
        near = min(around, key=lambda span: span.stop - span.start).score if around else 0.0
        held = self.words.intersection(self.analyzer.words(text[start:stop]))
        return near + _SENTENCE_WORDS * len(held) / max(len(self.words), 1)

    def _quoted(self, place: _Place, turn: Turn, span: tuple[int, int], near: float) -> Quoted:
        round_, (start, stop) = place.candidate.round, span
        quote = turn.content[start:stop]
        return Quoted(
            Evidence(round_.round_id, round_.session_id, round_.said_at, quote),
            turn,
            start,
            _whose(round_, turn, start, stop, self.analyzer),
            near,
            place.passage,
        )


def _is_own(turn: Turn) -> bool:
    return turn.role is Role.USER or bool(turn.speaker)


def _with_neighbours(spans: Sequence[tuple[int, int]], stands: Sequence[bool], best: int) -> tuple[int, int]:
    """Widen the best sentence by those beside it that stand, before and behind by turns, while they fit."""
    first = last = best
    grows = True
    while grows:
        grows = False
        for step in (-1, 1):
            place = first - 1 if step < 0 else last + 1
            if not 0 <= place < len(spans) or not stands[place]:
                continue
            start, stop = spans[min(first, place)][0], spans[max(last, place)][1]
            if stop - start <= MAX_CHARACTERS:
                first, last, grows = min(first, place), max(last, place), True
    return spans[first][0], spans[last][1]


def _whose(round_: Round, turn: Turn, start: int, stop: int, analyzer: Analyzer) -> Authorship:
    """Tell how the words of a turn came into it."""
    if turn.role is Role.ASSISTANT and not turn.speaker:
        return OWN  # an assistant says all that it writes
    if is_correction(round_.session_id):
        return Authorship(Mode.CORRECTED)
    return authorship_of(turn.content, analyzer.authored(turn.content), start, stop)
