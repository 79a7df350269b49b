"""Packs candidates into the token budget of the reader, as excerpts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from daybook.conversation import Candidate, Excerpt, QuestionKind, RetrievalPlan, Role, Span, Turn
from daybook.english.words import words_of
from daybook.retrieve.matching_windows import Stretch, cut_to_matches
from daybook.retrieve.render import render_excerpt
from daybook.retrieve.tokens import TokenCounter

ASSISTANT_ROOM = 40
"""Tokens of an assistant's turn that are shown, where it has more. Of 40, 80 and 120 the least keeps most
evidence at every budget on the development questions of LongMemEval: it leaves room for other rounds."""
ASKED_ASSISTANT_ROOM = 320
"""The same where the question is about what the assistant said."""
USER_SHARE = 0.25
"""A user's turn is shown whole unless it alone would take more than this share of the budget."""
LONG_TOKEN = 10
"""Characters: a text with more than that for every token of room is long, and need not be counted."""


def pack_rounds(
    candidates: Sequence[Candidate],
    plan: RetrievalPlan,
    *,
    budget: int,
    count_tokens: TokenCounter,
    write: Callable[[Excerpt], str] = render_excerpt,
) -> list[Excerpt]:
    """Fill a budget with excerpts, the best candidates first, and put them in the order of time.

    The user's turns are shown whole (but see `USER_SHARE`: a pasted book is cut), since most of
    what people are remembered for they said themselves. Long turns of the assistant are cut to the
    passages that match, at the ends of sentences. A candidate that does not fit any more is left
    out, and a smaller one further down may still come in.

    Args:
        candidates: best first.
        plan: its question picks the passages; the kind "assistant" gives that side more room.
        budget: tokens that all excerpts may cost as they are written.
        count_tokens: the counter of tokens.
        write: how the reader gets an excerpt written.

    Returns:
        Excerpts by time, then session and place in it; their tokens sum to the budget at most.
    """
    left = budget
    packing = _Packing(plan, _words_like(plan.question), left, count_tokens, write)
    excerpts: list[Excerpt] = []
    for candidate in candidates:
        if packing.least(candidate) > left:
            continue
        excerpt = packing.excerpt(candidate)
        if excerpt.tokens <= left:
            excerpts.append(excerpt)
            left -= excerpt.tokens
    return sorted(excerpts, key=_when)


def whole_rounds(
    candidates: Sequence[Candidate],
    *,
    count_tokens: TokenCounter,
    write: Callable[[Excerpt], str] = render_excerpt,
) -> list[Excerpt]:
    """Show candidates whole, whatever they cost, in the order of time; arguments as of `pack_rounds`."""
    return sorted((whole_excerpt(one, count_tokens, write) for one in candidates), key=_when)


def whole_excerpt(
    candidate: Candidate, count_tokens: TokenCounter, write: Callable[[Excerpt], str] = render_excerpt
) -> Excerpt:
    """Show one round whole."""
    spans = tuple(Span(turn.role, 0, len(turn.content)) for turn in candidate.round.turns)
    return Excerpt(candidate, spans, count_tokens(write(Excerpt(candidate, spans, 0))))


@dataclass(frozen=True, slots=True)
class _Packing:
    """How the candidates of one plan are cut."""

    plan: RetrievalPlan
    question_words: re.Pattern[str]
    budget: int
    count_tokens: TokenCounter
    write: Callable[[Excerpt], str]

    def excerpt(self, candidate: Candidate) -> Excerpt:
        """Show of a candidate what there is room for."""
        spans = tuple(
            Span(turn.role, start, stop)
            for turn in candidate.round.turns
            for start, stop in self._stretches(turn, candidate)
        )
        tokens = self.count_tokens(self.write(Excerpt(candidate, spans, 0)))
        return Excerpt(candidate, spans, tokens)

    def least(self, candidate: Candidate) -> int:
        """Say what the candidate takes at least, without cutting anything."""
        said = candidate.round.user
        return min(self.count_tokens(said.content), self._room(Role.USER)) if said else 0

    def _stretches(self, turn: Turn, candidate: Candidate) -> list[Stretch]:
        room = self._room(turn.role)
        if len(turn.content) <= room * LONG_TOKEN and self.count_tokens(turn.content) <= room:
            return [(0, len(turn.content))]
        return cut_to_matches(
            turn.content,
            [span for span in candidate.matches if span.role is turn.role],
            room=room,
            count_tokens=self.count_tokens,
            relevance=self._relevance,
        )

    def _room(self, role: Role) -> int:
        if role is Role.USER:
            return int(self.budget * USER_SHARE)
        return ASKED_ASSISTANT_ROOM if QuestionKind.ASSISTANT in self.plan.kinds else ASSISTANT_ROOM

    def _relevance(self, sentence: str) -> float:
        return len(set(self.question_words.findall(sentence.lower())))


def _words_like(question: str) -> re.Pattern[str]:
    """Match the beginnings of words that a question's stems begin; nothing where it has none.

    Stemming every sentence of every reply instead would take most of the time of packing. For the same
    reason the text is in small letters, and each beginning looks back at what is before it: an expression
    that begins with letters is searched for several times faster.
    """
    stems = [re.escape(stem.removesuffix("i")) for stem in words_of(question)]
    return re.compile("|".join(rf"{stem}(?<!\w{stem})" for stem in stems) or r"(?!)")


def _when(excerpt: Excerpt) -> tuple[datetime, str, int, int]:
    round = excerpt.round
    return (round.said_at, round.session_id, round.occurrence, round.position)
