"""Abstention: precision, recall, and the share of answerable questions answered "not known".

Precision and recall of abstaining, as of any binary decision; the positive class is the questions whose
answer memory does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from daybook_eval.measures.shares import Share, share_of


@dataclass(frozen=True, slots=True)
class AbstentionFigures:
    """Three shares; the value of each is None where nothing is counted."""

    precision: Share
    """Of the questions abstained from, those that have no answer."""
    recall: Share
    """Of the questions without an answer, those abstained from."""
    wrong_not_known: Share
    """Of the questions with an answer, those abstained from: lower is better."""


def abstention_figures(outcomes: Iterable[tuple[bool, bool]]) -> AbstentionFigures:
    """Count outcomes.

    Args:
        outcomes: of each question whether it has no answer, and whether the system abstained.
    """
    outcomes = list(outcomes)
    return AbstentionFigures(
        precision=share_of(unanswerable for unanswerable, abstained in outcomes if abstained),
        recall=share_of(abstained for unanswerable, abstained in outcomes if unanswerable),
        wrong_not_known=share_of(abstained for unanswerable, abstained in outcomes if not unanswerable),
    )
