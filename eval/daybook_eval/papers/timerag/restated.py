"""Turns of Multi-Session Chat in which a person says again what was known of them: what memory is for.

A query is what was said just before such a turn; relevant is what was known of the person and is said again,
by the annotators: a sentence of theirs about the turn agrees with one about an earlier turn, or about the
first session (`measures.fact_matching`). Whoever talks with this person would have needed it then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from daybook_eval.measures.fact_matching import AGREEMENT, Saying, agreement, saying_of
from daybook_eval.papers.timerag.people import FIRST, Person, said_at

WINDOW = 2
"""Turns of a query: what the other has just said, and what the person had said before that."""


@dataclass(frozen=True, slots=True)
class Known:
    """A sentence of the annotators about a person."""

    text: str
    turn: int | None
    """The turn of the third session that told it; None for the first session."""


@dataclass(frozen=True, slots=True)
class Restated:
    """A turn in which something known is said again."""

    person: Person
    place: int
    """Of the turn, from 0."""
    heard: str
    """The last turn before it."""
    query: str
    """The last turns before it."""
    known: tuple[Known, ...]
    """All that was known before the turn."""
    wanted: frozenset[int]
    """Those of it that the turn says again, by their places."""

    @property
    def at(self) -> datetime:
        """When it is asked: as the turn before it is said."""
        return said_at(self.place - 1)

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """What is relevant, as it is compared."""
        return tuple(saying_of(self.known[place].text) for place in sorted(self.wanted))

    @property
    def from_first(self) -> bool:
        """Whether something relevant was told in the first session."""
        return any(self.known[place].turn is None for place in self.wanted)

    def is_relevant(self, text: str) -> bool:
        """Whether a text says something that is relevant."""
        said = saying_of(text)
        return any(agreement(said, wanted) >= AGREEMENT for wanted in self.sayings)


def restated_by(person: Person) -> Iterator[Restated]:
    """List the turns in which a person says again what was known."""
    turns = person.dialogue.turns
    known = [Known(text, None) for text in person.dialogue.begun_with[person.speaker]]
    for place, turn in enumerate(turns):
        if turn.speaker != person.speaker:
            continue
        said = [saying_of(text) for text in turn.statements]
        wanted = frozenset(
            number
            for number, one in enumerate(known)
            if any(agreement(other, saying_of(one.text)) >= AGREEMENT for other in said)
        )
        if place and wanted:
            query = "\n".join(one.text for one in turns[max(0, place - WINDOW) : place])
            yield Restated(person, place, turns[place - 1].text, query, tuple(known), wanted)
        known += [Known(text, place) for text in turn.statements]


def known_at(one: Known) -> datetime:
    """Say when something was told."""
    return FIRST if one.turn is None else said_at(one.turn)
