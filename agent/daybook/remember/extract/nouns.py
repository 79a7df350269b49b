"""A noun phrase, cut to its noun."""

from __future__ import annotations

import re

from daybook.remember.values import canonical

_ADJECTIVES = r"(?:very|so|quite|rather|pretty|too|really|a\s+bit|a\s+little|kind\s+of|totally|both|all)\s+"
DEGREE = re.compile(rf"^(?:{_ADJECTIVES})+", re.IGNORECASE)
ARTICLE = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)
HEAD = re.compile(
    r"\s+(?:at|for|in|with|by|from|on|of|to|and|or|after|before|since|during|who|that|but|here|there)\b.*|[,.;(].*",
    re.IGNORECASE,
)


def until_company(text: str) -> str:
    """Cut "a nurse and mother of two" to its first noun."""
    return re.sub(r"\s+(?:and|with|but|so|who)\b.*", "", text, flags=re.IGNORECASE)


def in_small(title: str) -> str:
    """Write a job in small letters, all but its abbreviations: "ER nurse"."""
    words = canonical(title).split()
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
