"""Long lists, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlencode

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A stretch of a list, and the ways to the others."""

    items: Sequence[T]
    total: int
    number: int
    """From 1."""
    pages: int
    first: int
    """Place of the first item in the whole list, from 1."""
    earlier: str
    """Query of the page before; "" on the first."""
    later: str
    """Query of the page behind; "" on the last."""

    @property
    def last(self) -> int:
        """Place of the last item in the whole list."""
        return self.first + len(self.items) - 1


def page_of(found: Sequence[T], number: int, size: int, query: Mapping[str, str]) -> Page[T]:
    """Take a page out of a list; a number beyond the last is the last.

    Args:
        found: the whole list.
        number: which, from 1.
        size: items on one.
        query: what else the address says, repeated in the ways to the others.
    """
    pages = max(1, -(-len(found) // size))
    number = min(max(number, 1), pages)
    first = (number - 1) * size
    return Page(
        items=found[first : first + size],
        total=len(found),
        number=number,
        pages=pages,
        first=first + 1,
        earlier=_query(query, number - 1) if number > 1 else "",
        later=_query(query, number + 1) if number < pages else "",
    )


def _query(query: Mapping[str, str], number: int) -> str:
    kept = {name: value for name, value in query.items() if value}
    return "?" + urlencode({**kept, "page": str(number)}, errors="replace")
