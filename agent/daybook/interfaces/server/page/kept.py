"""What is kept between a form and the page that it leads to, in this process only and never on disk."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Annotated, Generic, TypeVar

from fastapi import Depends, Request

from daybook.errors import UnknownItem
from daybook.library.explain import Explanation
from daybook.store import Receipt, Selector

_MOST = 64
T = TypeVar("T")


class Shelf(Generic[T]):
    """The latest values, each for one owner. So that no address holds what somebody asked or forgot."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[str, T]] = OrderedDict()

    def put(self, owner: str, value: T) -> str:
        """Keep a value; return the key that finds it."""
        key = token_hex(8)
        self._kept[key] = (owner, value)
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return key

    def find(self, owner: str, key: str) -> T:
        """Give an owner's value.

        Raises:
            UnknownItem: it is not kept any more, or is another owner's.
        """
        whose, value = self._kept.get(key, ("", None))
        if value is None or whose != owner:
            raise UnknownItem("this page is not kept any more: ask, or choose, once more")
        return value

    def drop(self, owner: str) -> None:
        """Let go of everything of an owner."""
        for key in [key for key, (whose, _) in self._kept.items() if whose == owner]:
            del self._kept[key]


@dataclass(frozen=True, slots=True)
class Kept:
    """The shelves of a server."""

    answers: Shelf[Explanation] = field(default_factory=Shelf)
    selectors: Shelf[Selector] = field(default_factory=Shelf)
    """What is about to be forgotten."""
    receipts: Shelf[Receipt] = field(default_factory=Shelf)
    """Counts, without any text."""


def kept_by(request: Request) -> Kept:
    """Give the shelves of the server that a request is made to."""
    kept: Kept = request.app.state.kept
    return kept


KeptHere = Annotated[Kept, Depends(kept_by)]
"""The shelves, as a parameter of a route."""
