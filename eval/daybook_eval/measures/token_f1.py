"""Token F1: how far the words of an answer and of the expected one are the same.

Source: Rajpurkar et al., SQuAD, EMNLP 2016, with its normalisation: lower case, no punctuation, no articles.
"""

from __future__ import annotations

import re
import string
from collections import Counter

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def token_f1(answer: str, gold: str) -> float:
    """Harmonic mean of precision and recall of the answer's tokens, repeated ones counted: 0 to 1.

    Two texts without tokens are the same (1); one without and one with are not (0).
    """
    said, wanted = _tokens(answer), _tokens(gold)
    if not said or not wanted:
        return float(said == wanted)
    shared = (Counter(said) & Counter(wanted)).total()
    return 2 * shared / (len(said) + len(wanted))


def _tokens(text: str) -> list[str]:
    return _ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split()
