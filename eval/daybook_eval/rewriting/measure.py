"""How near rewritten questions come to the right ones, behaviour by behaviour, and what they damage."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from daybook_eval.rewriting.example import Behaviour, RewritingExample


@dataclass(frozen=True, slots=True)
class RewritingScores:
    """Figures over some examples; a share or a mean of nothing is None."""

    questions: int
    stand_alone: int
    """Questions that needed no rewriting."""
    raw_f1: float | None
    """Token F1 with the right wording, of the question as it was put: over those that needed rewriting."""
    rewritten_f1: float | None
    """The same of the rewritten question."""
    exact: float | None
    """Share of those that came out word for word."""
    worse: int
    """Of those, how many are farther from the right wording than as they were put."""
    damaged: int
    """Of those that stood alone, how many were changed."""


def score_examples(examples: Sequence[RewritingExample], rewritten: Sequence[str]) -> RewritingScores:
    """Compare rewritten questions with the right ones.

    Raises:
        ValueError: there are not as many of both.
    """
    pairs = list(zip(examples, rewritten, strict=True))
    good = [(one, text) for one, text in pairs if words_of(one.question) == words_of(one.rewrite)]
    needy = [(one, text) for one, text in pairs if words_of(one.question) != words_of(one.rewrite)]
    before = [token_f1(one.question, one.rewrite) for one, _ in needy]
    after = [token_f1(text, one.rewrite) for one, text in needy]
    return RewritingScores(
        questions=len(pairs),
        stand_alone=len(good),
        raw_f1=fmean(before) if before else None,
        rewritten_f1=fmean(after) if after else None,
        exact=fmean(words_of(text) == words_of(one.rewrite) for one, text in needy) if needy else None,
        worse=sum(b > a for b, a in zip(before, after, strict=True)),
        damaged=sum(words_of(text) != words_of(one.question) for one, text in good),
    )


def score_behaviours(
    examples: Sequence[RewritingExample], rewritten: Sequence[str]
) -> Mapping[Behaviour | None, RewritingScores]:
    """Score the examples of each behaviour that there is, in the order of HiMeS, Table 5; None comes last."""
    pairs = list(zip(examples, rewritten, strict=True))
    found = {}
    for behaviour in (*Behaviour, None):
        part = [(one, text) for one, text in pairs if one.behaviour is behaviour]
        if part:
            found[behaviour] = score_examples([one for one, _ in part], [text for _, text in part])
    return found


def token_f1(first: str, second: str) -> float:
    """Harmonic mean of the shares of words in common; a word counts as often as it stands."""
    a, b = Counter(words_of(first)), Counter(words_of(second))
    common = sum((a & b).values())
    return 2 * common / (sum(a.values()) + sum(b.values())) if common else float(a == b)


def words_of(text: str) -> list[str]:
    """Split into words: lower case, without possessive endings."""
    return re.findall(r"\w+", re.sub(r"['’]s?\b", "", text.lower()))
