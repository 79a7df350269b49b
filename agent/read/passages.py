"""The sentences that may be quoted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.conversation import Excerpt, Role, Round
from agent.conversation.sentences import sentence_spans
from agent.store.words import words_of

_MARKER = re.compile(r"(?:[-*+•\u2013]|\(?\d{1,3}[.)]|#{1,6}|>)\s+")
_RULE = re.compile(r"[\s|:=*_`~-]*")
"""A line that only draws: a rule, the line below a table's head, a code fence."""


@dataclass(frozen=True, slots=True, eq=False)
class Passage:
    """A sentence, list item or table row of a round that was found."""

    round: Round
    rank: int
    """Place of its round in the ranking, from 0."""
    role: Role
    start: int
    """Where it begins in its side of the round, in characters; `quote` stands there, exactly."""
    quote: str
    """Without the marker of a list item."""
    words: frozenset[str]
    """Stems of its words, stop words left out."""
    near: frozenset[str]
    """Those of the sentences before and after it."""
    around: frozenset[str]
    """Those of all that is shown of its round."""
    head: str = ""
    """The first row of its table, where it is another row of one."""


def passages_of(excerpts: Sequence[Excerpt]) -> list[Passage]:
    """Cut all that is shown of the excerpts into passages, in the order of the excerpts and their texts.

    What came out of memory is no passage: it would cite a recollection instead of what was said.
    """
    by_score = sorted(range(len(excerpts)), key=lambda place: -excerpts[place].candidate.score)
    ranks = {place: rank for rank, place in enumerate(by_score)}
    return [
        passage for place, excerpt in enumerate(excerpts) for passage in _of_excerpt(excerpt, ranks[place])
    ]


def _of_excerpt(excerpt: Excerpt, rank: int) -> list[Passage]:
    pieces: list[tuple[Role, int, str, str]] = []
    recalled = {turn.role for turn in excerpt.round.turns if not turn.is_key}
    fields = excerpt.round.fields
    for span in excerpt.spans:
        if span.role not in recalled:
            shown = fields[span.role][span.start : span.stop]
            pieces += [(span.role, span.start + start, quote, head) for start, quote, head in _quotes(shown)]
    words = [frozenset(words_of(quote)) for _, _, quote, _ in pieces]
    around: frozenset[str] = frozenset().union(*words)
    return [
        Passage(excerpt.round, rank, role, start, quote, words[place], _near(words, place), around, head)
        for place, (role, start, quote, head) in enumerate(pieces)
    ]


def _near(words: Sequence[frozenset[str]], place: int) -> frozenset[str]:
    before = words[place - 1] if place else frozenset()
    after = words[place + 1] if place + 1 < len(words) else frozenset()
    return before | after


def _quotes(text: str) -> list[tuple[int, str, str]]:
    """List where each quotable sentence starts, the sentence, and the head of its table or ""."""
    found = []
    head = ""
    for start, stop in sentence_spans(text):
        marker = _MARKER.match(text, start, stop)
        first = marker.end() if marker else start
        quote = text[first:stop]
        is_row = quote.startswith("|")
        if not _RULE.fullmatch(quote):
            found.append((first, quote, head if is_row else ""))
        head = (head or quote) if is_row else ""
    return found
