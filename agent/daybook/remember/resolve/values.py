"""Whether two values are the same, and which one says more."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from daybook.english.words import words_of

_PLACES = frozenset({"identity.residence", "identity.origin", "preference.place"})
"""Slots whose values are places: "York" is no shorter way to say "New York"."""
_SAYS_LESS: Mapping[tuple[str, str], frozenset[str]] = MappingProxyType(
    {("identity.relationship", "in a relationship"): frozenset({"married", "engaged", "dating"})}
)
"""Values that others say too, in other words: who speaks of "my partner" is no less married."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_PARTS = re.compile(r"\s*,\s*|\s+in\s+", re.IGNORECASE)


def same_value(one: str, other: str) -> bool:
    """Whether two values differ in no more than case, accents, articles, plural and word order."""
    return one.casefold() == other.casefold() or _terms(one) == _terms(other)


def tells_more(longer: str, shorter: str, slot: str) -> bool:
    """Whether a value says all that another one of its slot says, and something else too.

    "Berlin, Germany" says more than "Berlin", and "software engineer" than "engineer".
    """
    if longer.casefold() in _SAYS_LESS.get((slot, shorter.casefold()), ()):
        return True
    if slot in _PLACES:
        return _parts(shorter) < _parts(longer)
    return _terms(shorter) < _terms(longer)


def attribute(value: str) -> str:
    """Name what of the owner's a value is of: "phone" of "phone: Pixel 7"; "" where it is none.

    Of one thing there is one value; a plural ("museums: Prado") has several.
    """
    name, colon, _ = value.partition(": ")
    return name.casefold() if colon and (name.endswith("ss") or not name.endswith("s")) else ""


def key_terms(text: str) -> frozenset[str]:
    """Give the stems of a text's words without the stop words; all of its words where it has only those."""
    return _terms(text)


def without_surrogates(text: str) -> str:
    """Put the replacement character for what is no character by itself, so that every position stays."""
    return _SURROGATE.sub("\ufffd", text)


@lru_cache(maxsize=10_000)
def _terms(text: str) -> frozenset[str]:
    return frozenset(words_of(text)) or frozenset(text.casefold().split())


@lru_cache(maxsize=10_000)
def _parts(place: str) -> frozenset[frozenset[str]]:
    return frozenset(_terms(part) for part in _PARTS.split(place) if part.strip())
