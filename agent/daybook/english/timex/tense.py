"""Which way a time leans by its clause's tense: "starts on Monday" is ahead, "started on Monday" is over."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.english.timex.meaning import Lean
from daybook.english.words import IRREGULAR_PAST, IRREGULAR_VERBS

_CLAUSE_END = re.compile(r"[.!?;:()]+(?=\s|$)|\n|\s[-–—]\s")
_JOINT = re.compile(
    r",\s|\b(?:and|but|so|because|which|who|while|although|though|when|since|if)\b", re.IGNORECASE
)
"""Where one statement of a sentence ends and the next may begin."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PRESENT_BE = frozenset("am is are isn't aren't ain't be being".split())
_AHEAD = frozenset(
    "will won't shall gonna gotta must should ought can can't could may might would need needs want wants "
    "hope hopes hoping plan plans planning expect expects expecting due deadline upcoming".split()
)
_REGULAR_PAST = re.compile(r"[^\W\d_]{2,}ed")
_PAST = re.compile(rf"(?:{IRREGULAR_PAST}|was|wasn't|were|weren't|did|didn't|had|hadn't|ago)")
_SAME_IN_PAST = frozenset(base for base, *past in IRREGULAR_VERBS if base in past) | {"quit", "bet", "hurt"}
"""Verbs whose past is their base form: "I quit on Friday" tells of what is over."""
_SUBJECTS = frozenset("i we they he she you".split())
_NO_PAST = frozenset(
    "excited worried scared tired bored interested need indeed hundred breed seed weed shed speed feed "
    "married red bed kid agreed wicked naked left".split()
)
"""They end like a past and mostly are none."""
_FOR_LATER = re.compile(
    r"\b(?:book|schedul|reserv|plann?|arrang|mov|postpon|push|reschedul|ticket|appointment)\w*\b[^.!?]*"
    r"\b(?:for|to|until|back\s+to)\s+(?:the\s+|next\s+)?$",
    re.IGNORECASE,
)
"""What stands before the time of something booked or put off: the booking is over, its time is to come."""
_STATEMENT = 3
"""Words from which a clause is a statement of its own; a shorter one ("On Monday, …") goes with the next."""


def lean_at(text: str, start: int, stop: int) -> tuple[Lean, bool]:
    """Tell which way the time at some characters of a statement leans, and whether a verb says so.

    The nearest verb before it in its clause decides, else the nearest behind it, else the rest of its
    sentence. A clause without a verb in the past is of now or of what comes, a mere fragment of the past.

    Args:
        text: any text.
        start: where the time begins.
        stop: where it ends.
    """
    first = max((match.end() for match in _CLAUSE_END.finditer(text, 0, start)), default=0)
    if _FOR_LATER.search(text[first:start]):
        return Lean.FUTURE, True
    found = _CLAUSE_END.search(text, stop)
    last = found.start() if found else len(text)
    clause = max((match.end() for match in _JOINT.finditer(text, first, start)), default=first)
    behind = _JOINT.search(text, stop, last)
    end = behind.start() if behind else last
    own = [list(_leans(text[begin:finish])) for begin, finish in ((clause, start), (stop, end))]
    is_statement = len(_WORD.findall(text[clause:start] + text[stop:end])) >= _STATEMENT
    if not any(own) and not is_statement:
        own = [list(_leans(text[begin:finish])) for begin, finish in ((first, clause), (end, last))]
    before, after = own
    if before or after:
        return before[-1] if before else after[0], True
    return Lean.FUTURE if is_statement else Lean.PAST, False


def _leans(words: str) -> Iterator[Lean]:
    """Give the lean of each verb form of a stretch of text, in order."""
    tokens = [match[0].lower().replace("’", "'") for match in _WORD.finditer(words)]
    is_perfect = is_present = False
    for place, token in enumerate(tokens):
        following = tokens[place + 1] if place + 1 < len(tokens) else ""
        head, _, tail = token.rpartition("'")
        if token in ("have", "has", "haven't", "hasn't") or (head and tail == "ve"):
            is_perfect = _is_past(following) or following in ("been", "just", "already", "finally", "never")
            yield Lean.PAST if is_perfect else Lean.FUTURE
        elif token == "used" and following == "to":
            yield Lean.PAST
        elif token in _AHEAD or (head and tail == "ll"):
            yield Lean.FUTURE
        elif token in _PRESENT_BE or (head and tail in ("m", "re")):
            is_present = True
            yield Lean.FUTURE
            continue
        elif _is_past(token):
            if is_perfect or not is_present:
                yield Lean.PAST
        elif token in _SAME_IN_PAST and place and tokens[place - 1] in _SUBJECTS:
            yield Lean.PAST
        is_present = is_present and (token.endswith("ly") or token in ("all", "not", "been", "also", "now"))


def _is_past(token: str) -> bool:
    if token in _NO_PAST:
        return False
    return _PAST.fullmatch(token) is not None or _REGULAR_PAST.fullmatch(token) is not None
