"""The parts of a question about several things, each of which was said somewhere else."""

from __future__ import annotations

import re

_QUOTED = r"(?:'[^']+'|\"[^\"]+\"|“[^”]+”)"
_BETWEEN = re.compile(
    r"\bbetween\s+(?P<first>.+?)\s+and\s+(?P<second>.+?)[\s?.!]*$", re.IGNORECASE | re.DOTALL
)
_THE_DAY = r"(?:the\s+(?:day|date|time|moment)\s+(?:when\s+|that\s+|on\s+which\s+)?)"
_AND_THE_DAY = re.compile(
    rf"\bbetween\s+{_THE_DAY}(?P<first>.+?)\s+and\s+{_THE_DAY}(?P<second>.+?)[\s?.!]*$",
    re.IGNORECASE | re.DOTALL,
)
_OR = re.compile(
    r"^(?P<asked>.*?)(?:,|:)\s*(?:either\s+)?(?P<first>[^,?]+?),?\s+or\s+(?P<second>[^?]+?)[\s?.!]*$",
    re.IGNORECASE | re.DOTALL,
)
_CLAUSES = re.compile(
    r"\b(?:since|when|before|after|until|while)\s+(?P<clause>(?:i|we|my|our|he|she|they|the|a|an|getting|buying|going|\w+ing)\b"
    r".+?)(?=\s+(?:since|when|before|after|until|while)\s+(?:i|we|my)\b|,|[?.!]|$)",
    re.IGNORECASE | re.DOTALL,
)
_BOTH = re.compile(
    r"\b(?:both|total|combined|altogether|sum|average|spend|spent|traveling|number)\b", re.IGNORECASE
)
_LIST = re.compile(
    r"\b(?P<word>of|in|on|from|at|with|by|for)\s+(?:(?:the|a|my|both)\s+)?(?P<first>[^,?]+?)\s+and\s+"
    r"(?:(?:of|in|on|from|at|with|by|for)\s+)?(?P<second>[^,?]+?)[\s?.!]*$",
    re.IGNORECASE | re.DOTALL,
)


def parts_of(question: str) -> tuple[str, ...]:
    """Split a question about several things.

    Found are the two sides of "between A and B" and of "which …, A or B?", the clauses after "since",
    "when", "before", "after", "until" and "while", and the two things of a total ("… of A and B").

    Returns:
        The parts in the order of the question; none where it is about one thing.
    """
    for rule in (_AND_THE_DAY, _BETWEEN):
        if match := rule.search(question):
            return (match["first"], match["second"])
    if match := _OR.match(question):
        return (match["first"], match["second"])
    if clauses := [match["clause"].strip() for match in _CLAUSES.finditer(question)]:
        return tuple(clauses)
    if _BOTH.search(question) and (match := _LIST.search(question)):
        return (match["first"], match["second"])
    return ()
