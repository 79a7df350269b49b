"""What is wrong with a simulated example, by code."""

from __future__ import annotations

import re
from collections.abc import Sequence

from daybook.english.words import words_of
from daybook_eval.rewriting.example import Behaviour, RewritingExample
from daybook_eval.rewriting.measure import token_f1

_NEAR = 0.9
"""Token F1 from which two questions are one."""
_MOST_WORDS = 60


def problem_of(example: RewritingExample) -> str:
    """Say what is wrong with an example, or "".

    The rewriting may hold only words of the dialogue and of the question (small words aside, and for slips
    of spelling too); it differs from the question exactly where the behaviour calls for that.
    """
    said = " ".join((*(turn.content for turn in example.dialogue), example.question))
    strange = sorted(set(words_of(example.rewrite)) - set(words_of(said)) - _DISPUTE_WORDS)
    if strange:
        return f"the rewriting has words that nobody said: {', '.join(strange)}"
    changed = _plain(example.rewrite) != _plain(example.question)
    if changed is (example.behaviour is Behaviour.NONE_NEEDED):
        return "the rewriting changes nothing" if not changed else "the question needed no rewriting"
    if len(example.rewrite.split()) > _MOST_WORDS:
        return f"the rewriting has more than {_MOST_WORDS} words"
    if example.dialogue and example.question == example.dialogue[-1].content:
        return "the question says the assistant's message again"
    return ""


def is_near(example: RewritingExample, others: Sequence[RewritingExample]) -> bool:
    """Whether another example asks nearly the same in nearly the same words, before and after rewriting."""
    return any(
        token_f1(example.question, other.question) >= _NEAR
        and token_f1(example.rewrite, other.rewrite) >= _NEAR
        for other in others
    )


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


_DISPUTE_WORDS = frozenset(words_of("The answer is disputed; wrong, claimed."))
