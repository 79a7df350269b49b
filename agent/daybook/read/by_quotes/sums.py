"""Amounts that several statements tell of, added up or compared, with their parts shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from daybook.conversation import Role
from daybook.read.by_quotes.amounts import Amount, amounts_in, unit_of, written
from daybook.read.by_quotes.answer_type import AnswerType
from daybook.read.by_quotes.choose import Ranked, repeats
from daybook.read.by_quotes.computed import ComputedAnswer
from daybook.read.by_quotes.passages import Passage
from daybook.read.by_quotes.query_features import topic_words
from daybook.read.by_quotes.vocabulary import stems_of

_LEAST = 0.5
"""The least share of the best score, among statements with an amount, for one to be added."""
_MOST_PARTS = 6
_TOTAL = re.compile(
    r"\b(?:total|altogether|combined|in all|sum of)\b"
    r"|\bhow much (?:money )?(?:did|have|has) (?:I|we) (?:spen|rais|earn|ma[kd]|pa[iy])"
    r"|\bhow (?:many|much) \w+ (?:did|have|has) (?:I|we) (?:spen|play)",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"\b(?:how (?:many|much) (?:\w+ )?more|the (?:\w+ )?(?:increase|decrease|difference))\b"
    r"|\bhow (?:many|much) (?:\w+ )?(?:do I still need|(?:is|are) left\b|remains?\b)",
    re.IGNORECASE,
)

_LIST = re.compile(
    r"(?::|\b(?:on|of|for|from|between)\b)\s+(?P<items>[^:?]+?(?:,| and )[^:?]+)\??\s*$", re.IGNORECASE
)
"""What a question names one by one: "…: the fee, the check-up and the harness"."""
_BETWEEN_ITEMS = re.compile(r",\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)


def answer_by_sum(question: str, asks: AnswerType, ranked: Ranked) -> ComputedAnswer | None:
    """Add up what statements of the user tell, for a question that wants a total; or compare two of them.

    Args:
        question: its words say whether a total or a difference is wanted, and of what.
        asks: the sort of answer.
        ranked: passages with their relevance, best first.

    Returns:
        The sum with its parts; None where another thing is asked, there are not at least two different
        amounts of one kind (two and no more, for a difference), or something that the question names one
        by one has none.
    """
    wants_total, wants_difference = _TOTAL.search(question), _DIFFERENCE.search(question)
    if not wants_total and not wants_difference:
        return None
    parts = _parts(question, asks, ranked, sums_too=bool(wants_difference))
    if len({part.sign for part in parts}) != 1 or len(parts) < 2:
        return None
    if wants_difference:
        return _difference(parts) if len(parts) == 2 else None
    if len(parts) > _MOST_PARTS:
        return None
    total = written(sum((part.value for part in parts), Decimal()), parts[0].sign)
    added = " + ".join(map(str, parts))
    return ComputedAnswer(f"{added} = {total}, if these are all and each counts once.", _told(parts))


def _difference(parts: Sequence[Amount]) -> ComputedAnswer:
    more, less = sorted(parts, key=lambda part: -part.value)
    between = written(more.value - less.value, more.sign)
    return ComputedAnswer(f"{more} \u2212 {less} = {between}, if these are meant.", _told(parts))


def _parts(question: str, asks: AnswerType, ranked: Ranked, *, sums_too: bool) -> list[Amount]:
    """List the amounts of the asked kind in what bears best on the question, each once."""
    unit = frozenset[str]() if asks is AnswerType.MONEY else unit_of(question)
    if not unit and asks is not AnswerType.MONEY:
        return []
    parts: list[Amount] = []
    best = 0.0
    awaited = _items(question)
    for passage, relevance in ranked:
        if passage.role is not Role.USER:
            continue
        found = [*amounts_in(passage, unit, sums_too=sums_too)]
        best = max(best, relevance.score) if found else best
        told = {item for item in awaited if item & stems_of(passage.quote)} if found else set()
        if not told and (not relevance.score or relevance.score < _LEAST * best):
            continue
        awaited -= told
        parts += [part for part in found if not _is_told(part, parts)]
    return [] if awaited else parts


def _items(question: str) -> set[frozenset[str]]:
    """Give the stems of each thing that a question names one by one; none where it names no list."""
    match = _LIST.search(question)
    items = _BETWEEN_ITEMS.split(match["items"]) if match else []
    return {stems for item in items if (stems := topic_words(item))}


def _is_told(part: Amount, parts: Sequence[Amount]) -> bool:
    """Whether a part is there already: the same amount in words that are alike, or of the same round."""
    return any(
        other.value == part.value
        and (
            other.passage.round.round_id == part.passage.round.round_id
            or repeats(part.passage, other.passage, alike=0.2)
        )
        for other in parts
    )


def _told(parts: Sequence[Amount]) -> tuple[Passage, ...]:
    return tuple(dict.fromkeys(part.passage for part in parts))
