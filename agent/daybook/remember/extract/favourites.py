"""Templates of favourites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from daybook.remember.extract.extracted_fact import ExtractedFact, is_unresolved
from daybook.remember.extract.kinds import kind_of_liking
from daybook.remember.fact import Act
from daybook.remember.slots import FAVOURITES
from daybook.remember.values import canonical, cut

_FAVOURITE = re.compile(
    r"(?P<one>one\s+of\s+)?(?:my|our)\s+(?:absolute\s+|all[\s-]time\s+|personal\s+|new\s+"
    r"|current\s+|two\s+|other\s+"
    r"|very\s+)*favourites?\s+(?P<kind>[\w' -]+?)\s+(?:of\s+all\s+time\s+|ever\s+"
    r"|to\s+\w+\s+)?"
    r"(?:is|are|was|were|has\s+to\s+be|have\s+to\s+be|would\s+be|has\s+always\s+been"
    r"|has\s+been|to\s+\w+\s+is)\s+(?:definitely\s+|probably\s+|now\s+|still\s+|always\s+"
    r"|called\s+|currently\s+|actually\s+)*(?P<v>.+)",
    re.IGNORECASE,
)
_WAS_FAVOURITE = re.compile(
    r"my\s+favourites?\s+(?P<kind>[\w' -]+?)\s+(?:used\s+to\s+be"
    r"|was(?=.*\bnow\b))\s+(?P<old>.+?)(?:,?\s+(?:but\s+)?(?:now"
    r"|these\s+days)\s+it\s+is\s+(?P<v>.+)|$)",
    re.IGNORECASE,
)
_IS_FAVOURITE = re.compile(
    r"(?P<v>(?!it\b|that\b|this\b|which\b|he\b|she\b|they\b|what\b|those\b|these\b|who\b"
    r"|mine\b)[\w'’& -]+?)\s+(?:is|are|was)\s+(?:definitely\s+|probably\s+|also\s+"
    r"|still\s+|always\s+)*(?P<one>one\s+of\s+)?my\s+(?:absolute\s+|all[\s-]time\s+"
    r"|personal\s+|new\s+)*favourites?\b\s*(?P<kind>[\w' -]*)",
    re.IGNORECASE,
)


_SUPERLATIVE = re.compile(
    r"\s+(?:of\s+(?:all\s+(?:time)?|them\s+all|the\s+(?:year|lot))|ever|by\s+far|so\s+far|now(?:adays)?|these\s+days|right\s+now|currently"
    r"|at\s+the\s+moment|at\s+present|since\s.*|anyway|again|instead|in\s+the\s+world)\b.*$",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?:the\s+)?(?P<v>(?!now|today|this|last|next|lately|recently|currently)[A-Za-z]{3,})\b", re.I
)


def favourite(words: str) -> Iterator[ExtractedFact]:
    """Read "my favourite food is …", and what it was before."""
    if match := _WAS_FAVOURITE.match(words):
        if match["v"]:
            former = canonical(cut(match["old"]))
            for fact in _favoured(match["kind"], match["v"], False, words, 0.9):
                yield replace(fact, act=Act.CHANGES, instead_of=former)
        return
    if match := _FAVOURITE.match(words):
        yield from _favoured(match["kind"], match["v"], bool(match["one"]), words, 0.9)


def is_favourite(words: str) -> Iterator[ExtractedFact]:
    """Read "… is my favourite food"."""
    if (match := _IS_FAVOURITE.match(words)) and "not" not in words.split():
        kind = match["kind"].strip()
        yield from _favoured(
            kind, match["v"], bool(match["one"]) or not kind or kind.endswith("s"), words, 0.8
        )


def _time_of_year(what: str) -> str:
    """Give what is left out of other values: of a favourite, a season or a day is the value itself."""
    match = _TIME.match(what.strip())
    return match["v"] if match else ""


def _favoured(kind: str, what: str, one_of: bool, words: str, reliability: float) -> Iterator[ExtractedFact]:
    value = canonical(cut(what)) or _time_of_year(what)
    kind = _SUPERLATIVE.sub("", kind)
    if (
        not value
        or is_unresolved(value)
        or re.match(r"(?:when|how|the\s+(?:one|way|fact)|probably|not|so|also)\b", value)
    ):
        return
    kind = re.sub(r"\s+(?:these\s+days|right\s+now|at\s+the\s+moment|now|currently)$", "", kind.strip())
    singular = canonical(cut(kind)).lower()
    slot = FAVOURITES.get(singular)
    if slot is None or one_of:
        slot = kind_of_liking(singular) if singular else kind_of_liking(value)
        slot = "preference.favourite" if slot == "preference.other" and singular else slot
        if singular and not one_of:
            value = f"{singular}: {value}"
    named, verb = cut(what) or value, "are" if kind.endswith("s") and not kind.endswith("ss") else "is"
    if not one_of:
        text = f"My favourite {kind} {verb} {named}."
    elif kind:
        text = f"One of my favourite {kind} is {named}."
    else:
        text = f"{named[:1].upper()}{named[1:]} is one of my favourites."
    yield ExtractedFact(slot, value, text, reliability)
