"""Groups questions of the same history, so that it is ingested once for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice

from daybook_eval.data.case import Case

TOGETHER = 20
"""Questions of one history that are handed out at a time. Their results come together, so more of them would
be lost with a worker, and a history of fewer would be kept for each of its questions anew."""


def by_history(cases: Iterable[Case], *, most: int = TOGETHER) -> Iterator[tuple[Case, ...]]:
    """Group questions that follow one another and share a history, `most` at a time."""
    for _, group in groupby(cases, key=lambda case: case.owner):
        while together := tuple(islice(group, most)):
            yield together
