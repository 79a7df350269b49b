"""How near rewritten questions come to the right ones, and what they damage."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from daybook.conversation import Role, Turn
from daybook.text.english.stand_alone_form import rewrite_by_rules
from daybook_eval.rewriting.example import RewritingExample


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
    """Compare rewritten questions with the right ones; raises ValueError if there are not as many of both."""
    pairs = list(zip(examples, rewritten, strict=True))
    good = [(example, text) for example, text in pairs if stands_alone(example)]
    needy = [(example, text) for example, text in pairs if not stands_alone(example)]
    before = [token_f1(example.question, example.rewrite) for example, _ in needy]
    after = [token_f1(text, example.rewrite) for example, text in needy]
    exact = [words_of(text) == words_of(example.rewrite) for example, text in needy]
    return RewritingScores(
        questions=len(pairs),
        stand_alone=len(good),
        raw_f1=fmean(before) if before else None,
        rewritten_f1=fmean(after) if after else None,
        exact=fmean(exact) if exact else None,
        worse=sum(b > a for b, a in zip(before, after, strict=True)),
        damaged=sum(words_of(text) != words_of(example.question) for example, text in good),
    )


def token_f1(first: str, second: str) -> float:
    """Harmonic mean of the shares of words in common, repetitions counted."""
    a, b = Counter(words_of(first)), Counter(words_of(second))
    common = sum((a & b).values())
    return 2 * common / (sum(a.values()) + sum(b.values())) if common else float(a == b)


def words_of(text: str) -> list[str]:
    """Split into words: lower case, without possessive endings."""
    return re.findall(r"\w+", re.sub(r"['’]s?\b", "", text.lower()))


def stands_alone(example: RewritingExample) -> bool:
    """True if a question needs no rewriting."""
    return words_of(example.question) == words_of(example.rewrite)


def rewritten_by_rules(example: RewritingExample) -> str:
    """Rewrite as Daybook does without a model."""
    return rewrite_by_rules(example.question, turns_of(example))


def turns_of(example: RewritingExample) -> list[Turn]:
    """Read the dialogue of an example as turns; who is no assistant is the user."""
    roles = {"assistant": Role.ASSISTANT}
    return [Turn(roles.get(said.role, Role.USER), said.content) for said in example.dialogue]
