"""What is known, by subject: chosen, searched, and a page of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from daybook.conversation import Ledger, Record, Status
from daybook.interfaces.rendering.ledger_lines import YOU, subject_of
from daybook.interfaces.server.page.views.facts import FactView, fact_view, replaced_in
from daybook.interfaces.server.page.views.paging import Page, page_of
from daybook.remember import SLOTS

_SIZE = 50
_WORDS = 20
"""Words of a search that are looked for."""
_PLACES = {name: place for place, name in enumerate(SLOTS)}
_SUBJECTS = 12
"""Subjects that have a link of their own."""


class Which(StrEnum):
    """Which facts are listed."""

    HOLDS = "holds"
    LAPSED = "lapsed"
    PAST = "past"
    WRONG = "wrong"
    ALL = "all"


_STATUSES: Mapping[Which, frozenset[Status]] = {
    Which.HOLDS: frozenset({Status.ACTIVE}),
    Which.LAPSED: frozenset({Status.LAPSED}),
    Which.PAST: frozenset({Status.SUPERSEDED, Status.DECAYED}),
    Which.WRONG: frozenset({Status.DELETED}),
    Which.ALL: frozenset(Status),
}


@dataclass(frozen=True, slots=True)
class SubjectView:
    """Whom or what facts are about, and those facts."""

    name: str
    facts: tuple[FactView, ...]


@dataclass(frozen=True, slots=True)
class KnownView:
    """A page of what is known."""

    page: Page[Record]
    subjects: tuple[SubjectView, ...]
    often: tuple[tuple[str, int], ...]
    """The subjects of which most is known, and how many facts that is."""
    counts: Mapping[str, int]
    """How many facts there are of each choice."""


def known_view(
    ledger: Ledger, *, which: Which, words: str, about: str, number: int, query: Mapping[str, str]
) -> KnownView:
    """Show a page of what a ledger holds.

    Args:
        ledger: of the owner.
        which: of which standing.
        words: parts of words, each of which a fact or its quotes have to hold.
        about: only this subject; every one where it is "".
        number: of the page, from 1.
        query: what the address says besides.
    """
    standing = [one for one in ledger.records.values() if one.status in _STATUSES[which]]
    found = [one for one in standing if (not about or subject_of(one) == about) and _holds(one, words)]
    found.sort(key=_place)
    page = page_of(found, number, _SIZE, query)
    return KnownView(
        page,
        tuple(_by_subject(page.items, ledger)),
        tuple(Counter(map(subject_of, standing)).most_common(_SUBJECTS)),
        _counts(ledger),
    )


def _place(record: Record) -> tuple[bool, str, int, float]:
    """Order facts: the owner's first, of one subject by kind, and of a kind the latest first."""
    kind = _PLACES.get(record.slot, len(_PLACES))
    return bool(record.subject), record.subject.casefold(), kind, -record.said_at.timestamp()


def _holds(record: Record, words: str) -> bool:
    if not words.strip():
        return True
    quotes = " ".join(one.quote for one in record.support)
    text = " ".join((record.subject or YOU, record.slot, record.attribute, record.text, record.value, quotes))
    text = text.casefold()
    return all(word in text for word in words.casefold().split()[:_WORDS])


def _by_subject(records: Sequence[Record], ledger: Ledger) -> Iterator[SubjectView]:
    replaced = replaced_in(ledger.records.values())
    for subject, its in groupby(records, key=subject_of):
        yield SubjectView(subject, tuple(fact_view(one, ledger, replaced) for one in its))


def _counts(ledger: Ledger) -> dict[str, int]:
    by_status = Counter(one.status for one in ledger.records.values())
    return {which.value: sum(by_status[one] for one in statuses) for which, statuses in _STATUSES.items()}
