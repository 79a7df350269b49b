"""A noun phrase, cut to its noun."""

from __future__ import annotations

import re

_ADJECTIVES = r"(?:very|so|quite|rather|pretty|too|really|a\s+bit|a\s+little|kind\s+of|totally|both|all)\s+"
DEGREE = re.compile(rf"^(?:{_ADJECTIVES})+", re.IGNORECASE)
ARTICLE = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)
HEAD = re.compile(
    r"\s+(?:at|for|in|with|by|from|on|of|to|and|or|who|that|but|here|there)\b.*|[,.;(].*", re.IGNORECASE
)


def until_company(text: str) -> str:
    """Cut "a nurse and mother of two" to its first noun."""
    return re.sub(r"\s+(?:and|with|but|so|who)\b.*", "", text, flags=re.IGNORECASE)
