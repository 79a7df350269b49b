"""Arrays that rows are appended to in constant time, while earlier ones stay as they were."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_LEAST_ROOM = 64


class Growing:
    """The rows of an array, with room behind them that a longer one takes over.

    Appending costs by what is appended, on average over many, whatever is there. Only the longest of
    those that share room may be extended, one at a time; the others go on being read.
    """

    __slots__ = ("_length", "_room", "_taken")

    def __init__(self, rows: NDArray[Any]) -> None:
        self._room, self._length = rows, len(rows)
        self._taken = [self._length]
        """How much of the room is in use by the longest; shared by all that share the room."""

    @property
    def rows(self) -> NDArray[Any]:
        """The rows, not to be written to."""
        return self._room[: self._length]

    def extended(self, more: NDArray[Any]) -> Growing:
        """Return these rows and more behind them, of the same shape and type."""
        if not len(more):
            return self
        length = self._length + len(more)
        longer = Growing.__new__(Growing)
        longer._length = length
        if self._taken[0] == self._length and length <= len(self._room):
            longer._room, longer._taken = self._room, self._taken
        else:
            shape = (max(_LEAST_ROOM, length + length // 2), *more.shape[1:])
            longer._room = np.empty(shape, dtype=more.dtype)
            longer._room[: self._length] = self.rows
            longer._taken = [self._length]
        longer._room[self._length : length] = more
        longer._taken[0] = length
        return longer

    @property
    def nbytes(self) -> int:
        """Bytes of the rows and of the room behind them."""
        return int(self._room.nbytes)
