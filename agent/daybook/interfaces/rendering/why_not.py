"""Where a round was lost, for a reader."""

from __future__ import annotations

from daybook.interfaces.rendering.screen import Screen
from daybook.library.explain import LostAt, WhyNot


def show_why_not(screen: Screen, followed: WhyNot) -> None:
    """Print in a sentence or two at which step a round was lost, and then its ranks."""
    screen.text(_sentences(followed), "bold")
    ranks = (
        ("by meaning", followed.dense_rank, "not ranked"),
        ("by words", followed.bm25_rank, "shares no word with the question"),
        ("merged", followed.found_rank, "not among those found"),
        ("in the end", followed.ranked_rank, "not among those ranked"),
    )
    screen.line()
    screen.table(("rank", "place"), ((name, str(rank) if rank else missing) for name, rank, missing in ranks))


def _sentences(followed: WhyNot) -> str:
    explanation = followed.explanation
    if followed.lost_at is LostAt.NOWHERE:
        return "It was not lost: the answer cites it."
    if followed.lost_at is LostAt.ANSWER:
        return "Lost in the answer: a note was taken of it, but the answer does not cite it."
    if followed.lost_at is LostAt.READ:
        return "Lost in reading: the reader saw it, and took no note of it."
    if followed.lost_at is LostAt.PACK:
        return (
            f"Lost in packing: at rank {followed.ranked_rank} of {len(explanation.ranked)} it did not fit"
            " the tokens that the reader is given (DAYBOOK_CONTEXT_BUDGET)."
        )
    if followed.found_rank is not None:
        return "Lost after the search: something later superseded it (option superseded)."
    return (
        f"Lost in the search: no ranking held it among the {len(explanation.found)} rounds that were found"
        " (option search_limit)."
    )
