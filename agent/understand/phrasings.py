"""The texts to search with for one question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agent.understand.bridges import bridged
from agent.understand.frames import strip_frame
from agent.understand.parts import parts_of
from agent.understand.statements import to_statement

LIMIT = 4
"""Phrasings at most, the question among them: each costs a search."""


def phrasings_of(text: str) -> tuple[str, ...]:
    """Phrase a question in the other ways in which memory may hold what it asks.

    In this order, up to `LIMIT`: the question; the parts of a question about two things, or else the
    statement that would answer it, or else its core without the courtesy around it; and the core
    with other words for what it names.

    Returns:
        Distinct texts, the question first and as it was given.
    """
    return tuple(_distinct(_phrasings(text)))[:LIMIT]


def _phrasings(text: str) -> Iterator[str]:
    yield text
    core = strip_frame(text)
    yield from parts_of(core) or (to_statement(core) or core,)
    if (other := bridged(core)) is not None:
        yield other


def _distinct(texts: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for text in texts:
        key = " ".join(text.casefold().split()).strip(" ?.!")
        if key not in seen:
            seen.add(key)
            yield text
