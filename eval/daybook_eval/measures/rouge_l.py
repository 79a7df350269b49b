"""ROUGE-L: the longest common subsequence of two texts' words, as an F1.

Source: Lin, ROUGE: A Package for Automatic Evaluation of Summaries, 2004, sentence level with equal
weight of precision and recall; the tokens (runs of lower-case ASCII letters and digits, no stemming) are
those of the rouge-score package, with which the figures agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOKEN = re.compile(r"[a-z0-9]+")


def rouge_l(answer: str, gold: str) -> float:
    """F1 of the longest common subsequence: 0 to 1; 0 where either text has no token."""
    said, wanted = _TOKEN.findall(answer.lower()), _TOKEN.findall(gold.lower())
    if not said or not wanted:
        return 0.0
    return 2 * common_length(said, wanted) / (len(said) + len(wanted))


def common_length(one: Sequence[str], other: Sequence[str]) -> int:
    """Length of the longest common subsequence.

    Each bit of one number stands for a place in `one`; a row of the usual table is then a few
    operations on whole numbers.

    Source: Hyyrö, Bit-parallel LCS-length computation revisited, AWOCA 2004.
    """
    places: dict[str, int] = {}
    for place, token in enumerate(one):
        places[token] = places.get(token, 0) | 1 << place
    full = (1 << len(one)) - 1
    row = full
    for token in other:
        matched = row & places.get(token, 0)
        row = (row + matched | row - matched) & full
    return len(one) - row.bit_count()
