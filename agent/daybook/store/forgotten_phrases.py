"""Phrases that were forgotten of a document, known again in a later version of it but not to be read.

What is kept is a tombstone for the phrase and one for how many words it has, each a keyed hash. So every
stretch of that many words can be looked up, and the phrase itself stands nowhere.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from hashlib import sha256

from daybook.english.redaction import Span
from daybook.store.item_values import Namespace

LONGEST = 16
"""Words of a phrase that count; of a longer one its beginning."""
_WORD = re.compile(r"\w+")

IsForgotten = Callable[[Iterable[str]], frozenset[str]]
"""Gives which of some ids were forgotten."""


def phrase_names(owner: str, namespace: Namespace, phrase: str) -> tuple[str, ...]:
    """Name a phrase that is forgotten of a document, and its number of words."""
    words = [word for word, _ in _words(phrase)][:LONGEST]
    return (_name(owner, namespace, len(words)), _name(owner, namespace, words)) if words else ()


def lengths_forgotten(owner: str, namespace: Namespace, is_forgotten: IsForgotten) -> tuple[int, ...]:
    """Give how many words the phrases have that were forgotten of a document."""
    names = {_name(owner, namespace, length): length for length in range(1, LONGEST + 1)}
    return tuple(sorted(names[name] for name in is_forgotten(names)))


def spans_forgotten(
    owner: str, namespace: Namespace, text: str, lengths: Iterable[int], is_forgotten: IsForgotten
) -> list[Span]:
    """Find where a text holds a phrase that was forgotten of its document, in order."""
    words = list(_words(text))
    places: dict[str, list[Span]] = defaultdict(list)
    for length in lengths:
        for start in range(len(words) - length + 1):
            some = words[start : start + length]
            name = _name(owner, namespace, [word for word, _ in some])
            places[name].append((some[0][1][0], some[-1][1][1]))
    return sorted(span for name in is_forgotten(places) for span in places[name])


def _words(text: str) -> Iterable[tuple[str, Span]]:
    return ((match.group().casefold(), match.span()) for match in _WORD.finditer(text))


def _name(owner: str, namespace: Namespace, what: int | list[str]) -> str:
    place = json.dumps([owner, namespace, what]).encode()
    return f"p{sha256(place).hexdigest()[:32]}"
