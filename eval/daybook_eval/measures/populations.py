"""The sets of questions that figures are averaged over.

LongMemEval has 500 questions, 30 of them abstentions. Its retrieval script leaves out the abstentions
and the 51 questions without an evidence turn of the user's, which leaves 419; its printing script counts
those 51 as found. We report both populations and never count what was not measured.
"""

from __future__ import annotations

from enum import StrEnum


class Population(StrEnum):
    """A set of questions, by the name that reports give it."""

    ANSWERABLE = "answerable"
    """Not abstentions, and with evidence: 470 of LongMemEval, 111 of the development file."""
    OFFICIAL = "official"
    """The same with evidence of the user's: 419 of LongMemEval, 100 of the development file."""
    ABSTENTION = "abstention"
    """Questions whose right answer is that it is not known: 30 and 6."""


def populations_of(*, abstention: bool, evidence_roles: frozenset[str]) -> frozenset[Population]:
    """Name the populations that a question belongs to.

    Args:
        abstention: whether the right answer is that it is not known.
        evidence_roles: the roles that say its evidence turns. A question without any belongs to no
            population of retrieval, whatever its answer.
    """
    if abstention:
        return frozenset({Population.ABSTENTION})
    if not evidence_roles:
        return frozenset()
    official = {Population.OFFICIAL} if "user" in evidence_roles else set()
    return frozenset({Population.ANSWERABLE, *official})
