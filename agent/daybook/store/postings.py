"""An inverted list: which rounds have a word, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Rounds = NDArray[np.int32]
Counts = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Postings:
    """The rounds of each word, of one side; sorted by word, and within a word by round."""

    words: Words
    """Shape (words,): each once, ascending."""
    starts: NDArray[np.int64]
    """Shape (words + 1,): where the entries of each word begin; behind them, how many entries there are."""
    rounds: Rounds
    """Shape (entries,): places of rounds."""
    counts: Counts
    """Shape (entries,): how often the word stands there."""

    @classmethod
    def of(cls, words: Words, rounds: Rounds, counts: Counts) -> Postings:
        """Make them of entries; those of one word are in the order of their rounds already."""
        order = np.argsort(words, kind="stable")
        ordered = words[order]
        is_first = np.ones(len(ordered), dtype=bool)
        is_first[1:] = ordered[1:] != ordered[:-1]
        starts = np.flatnonzero(is_first)
        return cls(ordered[starts], np.append(starts, len(ordered)), rounds[order], counts[order])

    def of_word(self, word: int) -> tuple[Rounds, Counts]:
        """Return the rounds that have a word, and how often each has it."""
        place = int(np.searchsorted(self.words, np.uint64(word)))
        if place == len(self.words) or int(self.words[place]) != word:
            return self.rounds[:0], self.counts[:0]
        entries = slice(int(self.starts[place]), int(self.starts[place + 1]))
        return self.rounds[entries], self.counts[entries]

    def kept(self, is_kept: NDArray[np.bool_]) -> Postings:
        """Leave out rounds; the others move up.

        Args:
            is_kept: shape (rounds,), which of all rounds stay.
        """
        moved = np.cumsum(is_kept, dtype=np.int32) - np.int32(1)
        entries = is_kept[self.rounds]
        starts = np.concatenate([[0], np.cumsum(entries)])[self.starts]
        is_left = np.diff(starts) > 0
        return Postings(
            self.words[is_left],
            np.append(starts[:-1][is_left], starts[-1]),
            moved[self.rounds[entries]],
            self.counts[entries],
        )

    def __len__(self) -> int:
        return len(self.rounds)

    @property
    def nbytes(self) -> int:
        """Bytes of all of it."""
        return self.words.nbytes + self.starts.nbytes + self.rounds.nbytes + self.counts.nbytes

    def _spelled(self) -> Words:
        """Return the word of each entry."""
        return np.repeat(self.words, np.diff(self.starts))


def joined(first: Postings, then: Postings) -> Postings:
    """Join the postings of rounds with those of later rounds."""
    return Postings.of(
        np.concatenate([first._spelled(), then._spelled()]),
        np.concatenate([first.rounds, then.rounds]),
        np.concatenate([first.counts, then.counts]),
    )


def with_later(parts: Sequence[Postings], later: Postings) -> tuple[Postings, ...]:
    """Put the postings of later rounds behind the others, joining the last parts while they are not larger.

    So there are few parts however many times something is added, and an entry is moved seldom: each time
    into a part that is twice as large at least.
    """
    if not len(later):
        return tuple(parts)
    kept = list(parts)
    while kept and len(kept[-1]) <= 2 * len(later):
        later = joined(kept.pop(), later)
    return (*kept, later)


def entries_of(parts: Sequence[Postings], word: int) -> tuple[Rounds, Counts]:
    """Return the rounds that have a word, in their order, and how often each has it."""
    found = [part.of_word(word) for part in parts]
    if len(found) == 1:
        return found[0]
    return np.concatenate([one for one, _ in found]), np.concatenate([count for _, count in found])
