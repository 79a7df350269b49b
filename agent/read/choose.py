"""Which passages are quoted: the best, each thing once, few enough to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agent.read.passages import Passage
from agent.read.relevance import Relevance

MAX_QUOTES, MAX_WORDS = 6, 120
"""What a person reads at a glance."""
_FLOOR = 0.5
"""The least share of the best score that is still worth quoting."""
_ALIKE = 0.6
"""Passages that share more than this of their words (intersection over union) say the same."""
_PER_ROUND = 2

Ranked = Sequence[tuple[Passage, Relevance]]


def choose(ranked: Ranked, *, first: Sequence[Passage] = (), per_round: int = _PER_ROUND) -> list[Passage]:
    """Choose what to quote.

    Args:
        ranked: passages with their relevance, best first.
        first: passages that are quoted in any case, ahead of the others.
        per_round: how many passages one round may give.

    Returns:
        At most `MAX_QUOTES` passages, best first, of at most `MAX_WORDS` words together unless the first
        alone has more; none that repeats one before it or falls far behind the best.
    """
    chosen = list(dict.fromkeys(first))
    words = sum(_length(passage) for passage in chosen)
    taken = Counter(passage.round.round_id for passage in chosen)
    for passage, relevance in ranked:
        if len(chosen) >= MAX_QUOTES or relevance.score < _FLOOR * ranked[0][1].score:
            break
        too_long = bool(chosen) and words + _length(passage) > MAX_WORDS
        if too_long or taken[passage.round.round_id] >= per_round or _repeats(passage, chosen):
            continue
        chosen.append(passage)
        words += _length(passage)
        taken[passage.round.round_id] += 1
    return chosen


def _length(passage: Passage) -> int:
    return len(passage.quote.split()) + len(passage.head.split())


def _repeats(passage: Passage, chosen: Sequence[Passage]) -> bool:
    for other in chosen:
        if passage is other:
            return True
        union = passage.words | other.words
        if not union or len(passage.words & other.words) > _ALIKE * len(union):
            return True
    return False
