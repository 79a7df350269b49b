"""The words of an owner's rounds, ranked by BM25."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from daybook.store.bm25 import bm25_plus
from daybook.store.growing import Growing
from daybook.store.keys import FieldName
from daybook.store.postings import Postings, entries_of, with_later
from daybook.store.round_axis import Places, RoundAxis, best_places
from daybook.store.row_codec import SIDES, hashes_of

Fields = tuple[FieldName, ...]

WHOLE_ROUND: Fields = ("user", "assistant")

_MOST_WORDS = 100
"""Words whose scores are held: one question asks for each several times, and few are asked for again."""

_NO_WORDS = Postings.of(
    np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint16)
)


@dataclass(frozen=True, slots=True)
class LexicalScores:
    """The score of every document for one query."""

    rounds: RoundAxis
    known: NDArray[np.bool_]
    """Shape (rounds,): whether a round has a word in the fields asked about, and so is a document."""
    values: NDArray[np.float64]
    """Shape (rounds,): 0 where no word is shared."""


class LexicalIndex:
    """Ranks rounds by the words that they share with a query; made of all rounds of one owner.

    Which fields are searched decides what a document is: one side of a round, or both together, and of
    these what one speaker said where one is named. Each combination has its statistics, which are made
    at its first use. An index never changes: one with more rounds or fewer is made out of it.
    """

    def __init__(
        self,
        rounds: RoundAxis,
        postings: Sequence[tuple[Postings, ...]],
        lengths: Growing,
        speakers: tuple[str, ...],
        said: Growing,
    ) -> None:
        self.rounds = rounds
        self.speakers = speakers
        """The speakers named in turns, in the order in which they first spoke."""
        self._postings, self._lengths, self._said = postings, lengths, said
        self._ranked: dict[tuple[Fields, str | None], _Corpus] = {}
        self._lock = Lock()

    @classmethod
    def empty(cls) -> LexicalIndex:
        """Make an index of no rounds."""
        sides = len(SIDES)
        lengths = Growing(np.zeros((0, sides), dtype=np.int32))
        said = Growing(np.zeros((0, sides), dtype=np.int32))
        return cls(RoundAxis.of(()), [(_NO_WORDS,)] * sides, lengths, (), said)

    def extended(
        self,
        rounds: RoundAxis,
        words: NDArray[np.void],
        places: NDArray[np.int32],
        speakers: Mapping[int, Mapping[str, str]],
    ) -> LexicalIndex:
        """Make an index with more rounds behind these.

        Args:
            rounds: all of them.
            words: of the new ones, shape (entries,), of type WORD.
            places: shape (entries,): the place of the round of each entry.
            speakers: who spoke on which side, by the place of the round.
        """
        before, added = len(self.rounds), len(rounds) - len(self.rounds)
        slots = (places - before) * len(SIDES) + words["side"]
        summed = np.bincount(slots, weights=words["count"], minlength=added * len(SIDES))
        lengths = summed.astype(np.int32).reshape(added, len(SIDES))
        postings = []
        for side, parts in enumerate(self._postings):
            on_side = words["side"] == side
            new = Postings.of(words["word"][on_side], places[on_side], words["count"][on_side])
            postings.append(with_later(parts, new))
        numbers = {name: number for number, name in enumerate(self.speakers, start=1)}
        said = np.zeros((added, len(SIDES)), dtype=np.int32)
        for place, spoken in sorted(speakers.items()):
            for side, field in enumerate(SIDES):
                if (name := spoken.get(field)) is not None:
                    said[place - before, side] = numbers.setdefault(name, len(numbers) + 1)
        return LexicalIndex(
            rounds, postings, self._lengths.extended(lengths), tuple(numbers), self._said.extended(said)
        )

    def kept(self, rounds: RoundAxis, is_kept: NDArray[np.bool_]) -> LexicalIndex:
        """Make an index of some of its rounds.

        Args:
            rounds: those that stay.
            is_kept: shape (all rounds,), which they are.
        """
        postings = [tuple(part.kept(is_kept) for part in parts) for parts in self._postings]
        lengths, said = self._lengths.rows[is_kept], self._said.rows[is_kept]
        there, first = np.unique(said, return_index=True)
        numbers = [number for number in there[np.argsort(first)].tolist() if number]
        renumbered = np.zeros(len(self.speakers) + 1, dtype=said.dtype)
        renumbered[numbers] = np.arange(1, len(numbers) + 1)
        speakers = tuple(self.speakers[number - 1] for number in numbers)
        return LexicalIndex(rounds, postings, Growing(lengths), speakers, Growing(renumbered[said]))

    @property
    def nbytes(self) -> int:
        """Bytes of its arrays."""
        postings = sum(part.nbytes for parts in self._postings for part in parts)
        return postings + self._lengths.nbytes + self._said.nbytes

    def said_by(self, speakers: Iterable[str]) -> NDArray[np.bool_]:
        """Say which sides of which rounds some speakers said: shape (rounds, 2), user and assistant."""
        numbers = [self.speakers.index(name) + 1 for name in speakers if name in self.speakers]
        return np.isin(self._said.rows, numbers)

    def search(
        self,
        query: str,
        *,
        fields: Fields = WHOLE_ROUND,
        limit: int,
        within: Collection[str] | None = None,
    ) -> list[tuple[str, float]]:
        """Rank the rounds that share a word with the query.

        Args:
            query: any text; its stop words do not count.
            fields: the sides that make up a document, "both" being another name for the two.
            limit: how many rounds to return at most.
            within: the ids of the rounds to rank; all where it is None.

        Returns:
            (round id, score) pairs, best first; scores are above 0 and comparable within this
            query only. Equal scores keep the order in which the rounds were indexed.
        """
        totals = self._corpus(fields).scores(hashes_of(query))
        if within is not None:
            allowed = np.zeros(len(totals), dtype=bool)
            allowed[self.rounds.places(within)] = True
            totals[~allowed] = 0
        best = best_places(totals, np.flatnonzero(totals), limit).tolist()
        return [(self.rounds[place], float(totals[place])) for place in best]

    def scores(
        self, query: str, *, fields: Fields = WHOLE_ROUND, speaker: str | None = None
    ) -> LexicalScores:
        """Score every round for a query, as `search` does.

        Args:
            query: any text.
            fields: as in `search`.
            speaker: whose words count; everybody's where it is None.
        """
        corpus = self._corpus(fields, speaker)
        return LexicalScores(self.rounds, corpus.known, corpus.scores(hashes_of(query)))

    def _corpus(self, fields: Fields, speaker: str | None = None) -> _Corpus:
        fields = WHOLE_ROUND if "both" in fields else fields
        with self._lock:
            if (fields, speaker) not in self._ranked:
                sides = [SIDES.index(field) for field in fields]
                said = None if speaker is None else self.said_by([speaker])
                self._ranked[fields, speaker] = _Corpus(
                    {side: self._postings[side] for side in sides},
                    self._lengths.rows,
                    said,
                )
            return self._ranked[fields, speaker]


class _Corpus:
    """The statistics of one kind of document; what was said of a word is kept.

    Only documents that have a word are scored for it, so that it adds nothing to strangers.
    """

    def __init__(
        self,
        postings: Mapping[int, tuple[Postings, ...]],
        lengths: NDArray[np.int32],
        said: NDArray[np.bool_] | None,
    ) -> None:
        self._postings, self._said = postings, said
        counted = lengths if said is None else lengths * said
        self._lengths = counted[:, list(postings)].sum(axis=1)
        self.known: NDArray[np.bool_] = self._lengths > 0
        self._documents = int(self.known.sum())
        self._average = float(self._lengths.sum()) / max(self._documents, 1)
        self._word_scores: dict[int, tuple[Places, NDArray[np.float64]]] = {}

    def scores(self, words: Iterable[int]) -> NDArray[np.float64]:
        """Score every round for some words."""
        totals = np.zeros(len(self._lengths))
        for word in words:
            found = self._word_scores.get(word)
            if found is None:
                if len(self._word_scores) >= _MOST_WORDS:
                    self._word_scores.clear()
                found = self._word_scores[word] = self._score(word)
            places, scores = found
            totals[places] += scores
        return totals

    def _score(self, word: int) -> tuple[Places, NDArray[np.float64]]:
        places, counts = self._entries(word)
        scores = bm25_plus(
            counts, self._lengths[places], documents=self._documents, average_length=self._average
        )
        return places, scores

    def _entries(self, word: int) -> tuple[Places, NDArray[np.int64]]:
        """Return the documents that have a word, and how often each has it."""
        found = []
        for side, parts in self._postings.items():
            rounds, counts = entries_of(parts, word)
            if self._said is not None:
                by_them = self._said[rounds, side]
                rounds, counts = rounds[by_them], counts[by_them]
            found.append((rounds, counts))
        if len(found) == 1:
            return found[0][0].astype(np.intp), found[0][1].astype(np.int64)
        rounds, inverse = np.unique(np.concatenate([one for one, _ in found]), return_inverse=True)
        counts = np.concatenate([count for _, count in found])
        return rounds.astype(np.intp), np.bincount(inverse, counts, len(rounds)).astype(np.int64)
