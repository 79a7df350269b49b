"""The rounds that scores are of, each at its place, so that scores can be arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.intp]


class RoundAxis(Sequence[str]):
    """Ids of rounds by their places, and places by ids. It never changes.

    An axis that grows out of another shares its memory: names behind the end are a later axis's.
    """

    __slots__ = ("_length", "_names", "_places")

    def __init__(self, names: list[str], places: dict[str, int], length: int) -> None:
        self._names, self._places, self._length = names, places, length

    @classmethod
    def of(cls, names: Iterable[str]) -> RoundAxis:
        """Make an axis of ids, each once."""
        listed = list(names)
        return cls(listed, {name: place for place, name in enumerate(listed)}, len(listed))

    def extended(self, names: Sequence[str]) -> RoundAxis:
        """Make a longer axis, which shares the memory of this one if it is the longest that does.

        Axes that share memory are extended one at a time.
        """
        if len(self._names) != self._length:
            return RoundAxis.of([*self, *names])
        for place, name in enumerate(names, start=self._length):
            self._places[name] = place
        self._names.extend(names)
        return RoundAxis(self._names, self._places, self._length + len(names))

    def place(self, name: str) -> int | None:
        """Return the place of a round; None where it is not on the axis."""
        found = self._places.get(name)
        return found if found is not None and found < self._length else None

    def places(self, names: Iterable[str]) -> Places:
        """Return the places of those rounds that are on the axis, in the order of the names."""
        found = map(self._places.get, names)
        length = self._length
        return np.array([place for place in found if place is not None and place < length], dtype=np.intp)

    def among(self, names: Iterable[str]) -> Places:
        """Return the places of those rounds that are on the axis, each once, ascending."""
        is_among = np.zeros(self._length, dtype=bool)
        is_among[self.places(names)] = True
        return np.flatnonzero(is_among)

    def chosen(self, places: Places) -> RoundAxis:
        """Make an axis of the rounds at some places, each once."""
        names = self._names
        return RoundAxis.of([names[place] for place in places.tolist()])

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, slice):
            return self._names[: self._length][place]
        if not -self._length <= place < self._length:
            raise IndexError(place)
        return self._names[place if place >= 0 else self._length + place]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[str]:
        return iter(self._names[: self._length])

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.place(name) is not None


def best_places(scores: NDArray[np.floating], places: Places, limit: int) -> Places:
    """Rank places by their scores, best first.

    Args:
        scores: of all places, shape (rounds,).
        places: those to rank, ascending; equal scores keep this order.
        limit: how many to return at most.
    """
    of_places = scores[places]
    if len(places) > limit > 0:  # all that are as good as the last of the best, to be put in order
        is_good = of_places >= np.partition(of_places, -limit)[-limit]
        places, of_places = places[is_good], of_places[is_good]
    return places[np.argsort(-of_places, kind="stable")[:limit]]
