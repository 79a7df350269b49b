"""Names of places and companies, cut out of what is said with them."""

from __future__ import annotations

import re

from daybook.remember.extract.lexicon import HOMES, SURROUNDINGS
from daybook.remember.values import canonical, cut

_COMPANY = re.compile(
    r"\s+(?:with|and|near|but|for|now|by|which|where|close|alone|right|about|just|as|at"
    r"|in\s+(?:an?|the|my)\s+\w+"
    r"|studying|working|visiting|living|teaching|doing|who|because|since|too|all|my)\b.*",
    re.IGNORECASE,
)
_OF_WORK = re.compile(r"\s+(?:as|in|and|with|but|for|from|on|near|since|which|where|so)\b.*", re.IGNORECASE)
_ANY = re.compile(r"(?:an?|the|my|our|one|this)\s+(?-i:[a-z])", re.IGNORECASE)
ORGANISATION = re.compile(
    r"\b(?:at|for|with)\s+(?:the\s+)?(?P<v>(?!the\s|a\s|an\s|my\s|least|home|night|heart"
    r"|all|work|now|least|it\b|this"
    r"|that|\d)[A-Z][\w&.'-]*(?:\s+(?:of\s+|the\s+|for\s+|and\s+|&\s+)?[A-Z][\w&.'-]*){0,4})"
)
"""Whom somebody works for, where the name is written as one."""


def without_company(text: str) -> str:
    """Cut "Leeds with my two dogs", "Leeds and love it", "Austin near the river" to the place."""
    return _COMPANY.sub("", text)


def company(text: str) -> str:
    """Cut "the hospital in Leeds since May" to what is worked for: "the hospital", its article kept."""
    return _OF_WORK.sub("", cut(text))


def is_some_place(name: str) -> bool:
    """Whether it is a kind of place and no name: "a small town", "the city"."""
    last = canonical(name).lower().split()[-1:]
    return _ANY.match(name) is not None or not {*last}.isdisjoint(HOMES | SURROUNDINGS)
