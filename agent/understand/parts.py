"""The parts of a question about several things, each of which was said somewhere else."""

from __future__ import annotations

import re

_THE_DAY = r"(?:(?:the\s+)?(?:day|date|time|moment)\s+(?:when\s+|that\s+|on\s+which\s+)?)?"
_BETWEEN = re.compile(
    rf"\bbetween\s+{_THE_DAY}(?P<first>.+?)\s+and\s+{_THE_DAY}(?P<second>.+?)[\s?.!]*$",
    re.IGNORECASE | re.DOTALL,
)
_OR = re.compile(
    r"^(?P<asked>.*?)[,:]\s*(?:either\s+)?(?P<first>[^,?]+?),?\s+or\s+(?P<second>[^?]+?)[\s?.!]*$",
    re.IGNORECASE | re.DOTALL,
)
_JOINT = r"(?:since|when|before|after|until|while)"
_CLAUSE = re.compile(
    rf"\b{_JOINT}\s+(?P<clause>(?:i|we|my|our|he|she|they)\b.+?)(?=\s+{_JOINT}\s+(?:i|we|my)\b|,|[?.!]|$)",
    re.IGNORECASE | re.DOTALL,
)


def parts_of(question: str) -> tuple[str, ...]:
    """Split a question about two things.

    Found are both sides of "between A and B" ("the day I …" loses the day), both choices of "which …,
    A or B?", each behind what is asked of it, and the clauses of "… since I … when I …".

    Returns:
        The parts in the order of the question; none where it is about one thing. A single clause is
        none: alone it is nearer to what the question mentions than to what it asks.
    """
    if match := _BETWEEN.search(question):
        return (match["first"], match["second"])
    if match := _OR.match(question):
        return (f"{match['asked']} {match['first']}", f"{match['asked']} {match['second']}")
    clauses = tuple(match["clause"].strip() for match in _CLAUSE.finditer(question))
    return clauses if len(clauses) > 1 else ()
