"""The words of an owner's rounds, ranked by BM25."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from threading import Lock

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi  # type: ignore[import-untyped]

from daybook.conversation.language import Analyzer
from daybook.store.arrays import Growing, Places, RoundAxis, best_places
from daybook.store.keys import SIDES, FieldName, hashes_of

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

    def retained(self, is_kept: NDArray[np.bool_]) -> Postings:
        """Keep only the rounds where `is_kept`, shape (all rounds,), is true; their places close up."""
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

    def spelled(self) -> Words:
        """Return the word of each entry, shape (entries,)."""
        return np.repeat(self.words, np.diff(self.starts))


def joined(first: Postings, then: Postings) -> Postings:
    """Join the postings of rounds with those of later rounds."""
    return Postings.of(
        np.concatenate([first.spelled(), then.spelled()]),
        np.concatenate([first.rounds, then.rounds]),
        np.concatenate([first.counts, then.counts]),
    )


def with_later(parts: Sequence[Postings], later: Postings) -> tuple[Postings, ...]:
    """Put the postings of later rounds behind the others, joining the last parts while they are not larger.

    So the parts stay few, and an entry only ever moves into a part at least twice as large.
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
    return np.concatenate([rounds for rounds, _ in found]), np.concatenate([counts for _, counts in found])


_K1, _B, _DELTA = 1.5, 0.75, 1.0
"""Of BM25+, as in rank-bm25."""


def bm25_plus(
    counts: NDArray[np.integer],
    lengths: NDArray[np.integer],
    *,
    documents: int,
    average_length: float,
) -> NDArray[np.float64]:
    """Score the documents that have a word, for that word.

    Args:
        counts: how often each document that has the word has it, shape (n,).
        lengths: how many words each of them has, shape (n,).
        documents: how many there are, those without the word among them.
        average_length: of all documents.

    Returns:
        Shape (n,), above 0: the bonus for a shared word is in it, and idf is positive for few documents too.

    Source: Lv and Zhai, CIKM 2011; as rank-bm25's BM25Plus has it, which counts all texts anew each time.
    """
    idf = log((documents + 1) / max(len(counts), 1))
    scores: NDArray[np.float64] = idf * (
        _DELTA + counts * (_K1 + 1) / (_K1 * (1 - _B + _B * lengths / (average_length or 1.0)) + counts)
    )
    return scores


Fields = tuple[FieldName, ...]

WHOLE_ROUND: Fields = ("user", "assistant")

_MAX_WORDS = 100
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
    """Ranks one owner's rounds by the words that they share with a query.

    A document is one side of a round or both together, and of these only what one speaker said where one is
    named; statistics of each combination are made at its first use. An index never changes: one with more
    rounds or fewer is made out of it.
    """

    def __init__(
        self,
        rounds: RoundAxis,
        postings: Sequence[tuple[Postings, ...]],
        lengths: Growing,
        speakers: tuple[str, ...],
        said: Growing,
        analyzer: Analyzer,
    ) -> None:
        self.rounds, self.analyzer = rounds, analyzer
        self.speakers = speakers
        """The speakers named in turns, in the order in which they first spoke."""
        self._postings, self._lengths, self._said = postings, lengths, said
        self._ranked: dict[tuple[Fields, str | None], _Corpus] = {}
        self._lock = Lock()

    @classmethod
    def empty(cls, analyzer: Analyzer) -> LexicalIndex:
        """Make an index of no rounds."""
        sides = len(SIDES)
        lengths = Growing(np.zeros((0, sides), dtype=np.int32))
        said = Growing(np.zeros((0, sides), dtype=np.int32))
        return cls(RoundAxis.of(()), [(_NO_WORDS,)] * sides, lengths, (), said, analyzer)

    def extended(
        self,
        rounds: RoundAxis,
        words: NDArray[np.void],
        places: NDArray[np.int32],
        speakers: Mapping[int, Mapping[str, str]],
    ) -> LexicalIndex:
        """Make an index of all these rounds, out of the words of the new ones.

        Args:
            rounds: those of this index, and new ones behind them.
            words: shape (entries,), of type WORD.
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
            rounds,
            postings,
            self._lengths.extended(lengths),
            tuple(numbers),
            self._said.extended(said),
            self.analyzer,
        )

    def retained(self, rounds: RoundAxis, is_kept: NDArray[np.bool_]) -> LexicalIndex:
        """Make an index of those of its rounds where `is_kept`, shape (all rounds,), is true."""
        postings = [tuple(part.retained(is_kept) for part in parts) for parts in self._postings]
        lengths, said = self._lengths.rows[is_kept], self._said.rows[is_kept]
        there, first = np.unique(said, return_index=True)
        numbers = [number for number in there[np.argsort(first)].tolist() if number]
        renumbered = np.zeros(len(self.speakers) + 1, dtype=said.dtype)
        renumbered[numbers] = np.arange(1, len(numbers) + 1)
        speakers = tuple(self.speakers[number - 1] for number in numbers)
        return LexicalIndex(
            rounds, postings, Growing(lengths), speakers, Growing(renumbered[said]), self.analyzer
        )

    @property
    def nbytes(self) -> int:
        """Bytes of its arrays."""
        postings = sum(part.nbytes for parts in self._postings for part in parts)
        return postings + self._lengths.nbytes + self._said.nbytes

    def has_word(self, stem: str) -> bool:
        """True if some round has a word of that stem."""
        (word,) = hashes_of([stem])
        return any(len(part.of_word(word)[0]) for parts in self._postings for part in parts)

    def said_by(self, speakers: Iterable[str]) -> NDArray[np.bool_]:
        """Say which sides of which rounds some speakers said: shape (rounds, 2), user and assistant."""
        numbers = [self.speakers.index(name) + 1 for name in speakers if name in self.speakers]
        return np.isin(self._said.rows, numbers)

    def search(
        self,
        query: str,
        *,
        fields: Fields = WHOLE_ROUND,
        speaker: str | None = None,
        limit: int,
        within: Collection[str] | None = None,
        okapi: bool = False,
    ) -> list[tuple[str, float]]:
        """Rank the rounds that share a word with the query.

        Args:
            query: any text; its stop words do not count.
            fields: the sides that make up a document, "both" being another name for the two.
            speaker: whose words count; everybody's where it is None.
            limit: how many rounds to return at most.
            within: the ids of the rounds to rank; all where it is None.
            okapi: rank by rank-bm25's BM25Okapi, and not by BM25+, unless there are so few rounds that it
                gives 0 or less to some that share a word: then their order would mean nothing.

        Returns:
            (round id, score) pairs, best first; scores are above 0, and of this query only. Equal ones keep
            the order of indexing.
        """
        corpus, words = self._corpus(fields, speaker), hashes_of(self.analyzer.words(query))
        totals = corpus.scores(words)
        shares_word = totals > 0
        if within is not None:
            allowed = np.zeros(len(totals), dtype=bool)
            allowed[self.rounds.places(within)] = True
            shares_word &= allowed
        if okapi:
            of_okapi = corpus.okapi_scores(words)
            totals = of_okapi if (of_okapi[totals > 0] > 0).all() else totals
        best = best_places(totals, np.flatnonzero(shares_word), limit)
        return list(zip(self.rounds.names(best), totals[best].tolist(), strict=True))

    def scores(
        self, query: str, *, fields: Fields = WHOLE_ROUND, speaker: str | None = None
    ) -> LexicalScores:
        """Score every round for a query; the arguments are those of `search`."""
        corpus = self._corpus(fields, speaker)
        return LexicalScores(self.rounds, corpus.known, corpus.scores(hashes_of(self.analyzer.words(query))))

    def _corpus(self, fields: Fields, speaker: str | None = None) -> _Corpus:
        fields = WHOLE_ROUND if "both" in fields else fields
        with self._lock:
            if (fields, speaker) not in self._ranked:
                sides = [SIDES.index(field) for field in fields]
                said = None if speaker is None else self.said_by([speaker])
                postings = {side: self._postings[side] for side in sides}
                self._ranked[fields, speaker] = _Corpus(postings, self._lengths.rows, said)
            return self._ranked[fields, speaker]


class _Corpus:
    """The statistics of one kind of document, and the scores of the words last asked for."""

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
        totals = np.zeros(len(self._lengths))
        for word in words:
            found = self._word_scores.get(word)
            if found is None:
                if len(self._word_scores) >= _MAX_WORDS:
                    self._word_scores.clear()
                places, counts = self._entries(word)
                found = self._word_scores[word] = (
                    places,
                    bm25_plus(
                        counts, self._lengths[places], documents=self._documents, average_length=self._average
                    ),
                )
            places, scores = found
            totals[places] += scores
        return totals

    def okapi_scores(self, words: Iterable[int]) -> NDArray[np.float64]:
        """Score every round by rank-bm25's BM25Okapi over the words of all documents."""
        totals = np.zeros(len(self._lengths))
        if self._documents:
            totals[self.known] = self._okapi.get_scores(list(words))
        return totals

    @cached_property
    def _okapi(self) -> BM25Okapi:
        """Index the documents as lists of their words, which stand there in no order: 0.1 s for 5,000."""
        places, words, counts = [], [], []
        for side, parts in self._postings.items():
            for part in parts:
                is_said = slice(None) if self._said is None else self._said[part.rounds, side]
                places.append(part.rounds[is_said])
                words.append(part.spelled()[is_said])
                counts.append(part.counts[is_said])
        repeats = np.concatenate(counts)
        of_words = np.repeat(np.concatenate(places), repeats)
        order = np.argsort(of_words, kind="stable")
        spelled = np.repeat(np.concatenate(words), repeats)[order]
        ends = np.cumsum(self._lengths[self.known])[:-1]
        return BM25Okapi([document.tolist() for document in np.split(spelled, ends)])

    def _entries(self, word: int) -> tuple[Places, NDArray[np.int64]]:
        found = []
        for side, parts in self._postings.items():
            rounds, counts = entries_of(parts, word)
            if self._said is not None:
                by_them = self._said[rounds, side]
                rounds, counts = rounds[by_them], counts[by_them]
            found.append((rounds, counts))
        if len(found) == 1:
            return found[0][0].astype(np.intp), found[0][1].astype(np.int64)
        of_sides, of_counts = (np.concatenate(parts) for parts in zip(*found, strict=True))
        together, inverse = np.unique(of_sides, return_inverse=True)
        summed = np.bincount(inverse, of_counts, len(together))
        return together.astype(np.intp), summed.astype(np.int64)
