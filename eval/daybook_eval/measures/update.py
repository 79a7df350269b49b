"""Retrieval measures of knowledge updates: the latest evidence is found, and ranked above the earliest."""

from __future__ import annotations

from collections.abc import Iterator

from daybook.conversation import Candidate
from daybook_eval.data.case import Case

UPDATE = "knowledge-update"
"""The question type whose evidence is told first in one way and later in another."""
WITHIN = 10


def update_figures(case: Case, ranked: tuple[Candidate, ...]) -> Iterator[tuple[str, float]]:
    """Say whether the latest evidence is among the first ten, and above the earliest; 0 or 1.

    Only of questions whose evidence was told at two moments at least. A round that was not found stands
    behind all others.
    """
    told = sorted(case.evidence, key=lambda round_: round_.said_at)
    if case.question_type != UPDATE or case.abstention or not told or told[0].said_at == told[-1].said_at:
        return
    places = {candidate.round.round_id: place for place, candidate in enumerate(ranked)}
    earliest, latest = (places.get(round_.round_id, len(ranked)) for round_ in (told[0], told[-1]))
    yield f"update latest@{WITHIN}", float(latest < min(WITHIN, len(ranked)))
    yield "update latest_above", float(latest < earliest)
