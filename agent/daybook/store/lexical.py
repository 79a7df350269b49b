"""An in-memory BM25 index over the rounds of one owner."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Plus  # type: ignore[import-untyped]

from daybook.conversation import Round
from daybook.english.words import words_of
from daybook.store.keys import FieldName, searchable

Fields = tuple[FieldName, ...]

WHOLE_ROUND: Fields = ("user", "assistant")


@dataclass(frozen=True, slots=True)
class LexicalScores:
    """The score of every document for one query."""

    round_ids: tuple[str, ...]
    """The rounds that have a word in the fields asked about, in the order in which they were said."""
    values: NDArray[np.float64]
    """Shape (rounds,): 0 where no word is shared."""


class LexicalIndex:
    """Ranks rounds by the words that they share with a query; made of all rounds of one owner.

    Which fields are searched decides what a document is: one side of a round, or both together, and of
    these what one speaker said where one is named. Each combination has its statistics, which are made
    at its first use.
    """

    def __init__(self, rounds: Iterable[Round]) -> None:
        self._words: dict[str, dict[FieldName, list[str]]] = {}
        self._said: dict[str, dict[str, Fields]] = {}
        for round_ in rounds:
            self._words[round_.round_id] = {
                field: words_of(text) for field, text in searchable(round_).items()
            }
            for turn in round_.turns:
                if turn.speaker:
                    sides = self._said.setdefault(turn.speaker, {})
                    sides[round_.round_id] = (*sides.get(round_.round_id, ()), turn.role.value)
        self._ranked: dict[tuple[Fields, str | None], _Corpus] = {}
        self._lock = Lock()

    @property
    def speakers(self) -> tuple[str, ...]:
        """The speakers named in turns, in the order in which they first spoke."""
        return tuple(self._said)

    def said_by(self, speaker: str) -> Mapping[str, Fields]:
        """Return the text that a speaker said, by round id."""
        return self._said.get(speaker, {})

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
            query only. Equal scores keep the order in which the rounds were said.
        """
        with self._lock:
            return self._corpus(fields).search(words_of(query), limit, within)

    def scores(
        self, query: str, *, fields: Fields = WHOLE_ROUND, speaker: str | None = None
    ) -> LexicalScores:
        """Score every round for a query, as `search` does.

        Args:
            query: any text.
            fields: as in `search`.
            speaker: whose words count; everybody's where it is None.
        """
        with self._lock:
            corpus = self._corpus(fields, speaker)
            return LexicalScores(corpus.names, corpus.scores(words_of(query)))

    def _corpus(self, fields: Fields, speaker: str | None = None) -> _Corpus:
        fields = WHOLE_ROUND if "both" in fields else fields
        if (fields, speaker) not in self._ranked:
            said = None if speaker is None else self.said_by(speaker)
            self._ranked[fields, speaker] = _Corpus(
                {
                    name: [
                        word
                        for field in fields
                        if said is None or field in said.get(name, ())
                        for word in sides.get(field, ())
                    ]
                    for name, sides in self._words.items()
                }
            )
        return self._ranked[fields, speaker]


class _Corpus:
    """The statistics of one kind of document.

    BM25+ gives a document a bonus for every word that it shares with the query (Lv and Zhai, CIKM 2011),
    and its idf stays above 0 however few documents there are. rank-bm25 adds that bonus to strangers
    as well, and looks at every document for every word; so it is asked word by word, about the
    documents that have the word, and what it says of a word is kept.
    """

    def __init__(self, documents: Mapping[str, Sequence[str]]) -> None:
        kept = [(name, words) for name, words in documents.items() if words]
        self.names = tuple(name for name, _ in kept)
        self._places = {name: place for place, name in enumerate(self.names)}
        self._postings: dict[str, list[int]] = {}
        for place, (_, words) in enumerate(kept):
            for word in dict.fromkeys(words):
                self._postings.setdefault(word, []).append(place)
        self._bm25 = BM25Plus([words for _, words in kept]) if kept else None
        self._word_scores: dict[str, tuple[NDArray[np.intp], NDArray[np.float64]]] = {}

    def scores(self, words: Iterable[str]) -> NDArray[np.float64]:
        """Score every document; a word that the query repeats counts once."""
        totals = np.zeros(len(self.names))
        for word in dict.fromkeys(words):
            if word in self._postings:
                places, scores = self._score(word)
                totals[places] += scores
        return totals

    def search(
        self, words: Iterable[str], limit: int, within: Collection[str] | None
    ) -> list[tuple[str, float]]:
        totals = self.scores(words)
        if within is not None:
            allowed = np.zeros(len(totals), dtype=bool)
            allowed[[self._places[name] for name in within if name in self._places]] = True
            totals[~allowed] = 0
        hits = np.flatnonzero(totals)
        best = hits[np.argsort(-totals[hits], kind="stable")[:limit]]
        return [(self.names[place], float(totals[place])) for place in best]

    def _score(self, word: str) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        if word not in self._word_scores:
            postings = self._postings[word]
            assert self._bm25 is not None
            scores = np.array(self._bm25.get_batch_scores([word], postings))
            self._word_scores[word] = (np.array(postings), scores)
        return self._word_scores[word]
