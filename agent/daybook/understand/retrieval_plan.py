"""What the steps of understanding found, joined into the plan that memory is searched by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from daybook.conversation import QuestionKind, RetrievalPlan, TimeRange, Turn

MOST = 3
"""A word that describes more slots than this tells none apart."""


def make_plan(
    question: str,
    *,
    phrasings: tuple[str, ...],
    kinds: Mapping[QuestionKind, float],
    period: TimeRange | None,
    asked_at: datetime,
    disputed: str = "",
    asks_now: bool = False,
    asks_before: bool = False,
) -> RetrievalPlan:
    """Make the plan of a question.

    Args:
        question: in stand-alone form.
        phrasings: the texts to search with, the question first.
        kinds: of memory that it needs, with how sure each is, 0 to 1.
        period: what it limits itself to. One after `asked_at` is when something happens, not when it was
            said.
        asked_at: the moment of asking.
        disputed: what of the dialogue the question objects to; "" for nothing.
        asks_now: whether its wording asks of the present.
        asks_before: whether it asks of what was so before.
    """
    to_come = period is not None and period.start is not None and period.start > asked_at
    return RetrievalPlan(
        question=question,
        phrasings=phrasings,
        kinds=kinds,
        time_range=None if to_come else period,
        happens_in=period if to_come else None,
        disputed=disputed,
        asks_now=asks_now,
        asks_before=asks_before,
    )


def windowed_query(utterance: str, before: Sequence[Turn], window: int) -> str:
    """Join an utterance and the last turns before it, at most `window`, into one text to search with.

    The utterance comes first, then the latest turn: an embedder that reads so much and no more leaves out
    what is furthest back.

    Source: TimeRAG-Memory, section 3.3 (the last utterance and a short window of context).
    """
    last = before[-window:] if window else ()
    return "\n".join([utterance, *(turn.content for turn in reversed(last))])


def asked_slots(
    question: str, descriptions: Mapping[str, str], words: Callable[[str], list[str]]
) -> frozenset[str]:
    """Name the slots whose description shares a telling word with a question; `words` gives stems."""
    described: dict[str, set[str]] = defaultdict(set)
    for slot, description in descriptions.items():
        for word in words(description):
            described[word].add(slot)
    named = (described.get(word, set()) for word in words(question))
    return frozenset(slot for slots in named if len(slots) <= MOST for slot in slots)
