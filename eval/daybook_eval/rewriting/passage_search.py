"""A search in passages by the words they share with a question: enough to compare what stands behind it."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from daybook.language.english.words import words_of


class PassageSearch:
    """Finds passages by shared words, rare words counting more."""

    def __init__(self, passages: Sequence[str]) -> None:
        """Read the passages once."""
        self._passages = passages
        self._holding: dict[str, list[int]] = defaultdict(list)
        for place, text in enumerate(passages):
            for word in set(words_of(text)):
                self._holding[word].append(place)

    def best(self, question: str, *, limit: int) -> list[str]:
        """Name the passages whose shared words weigh most, best first; the first of equals.

        A word weighs log(1 + N / n) where n of the N passages have it.
        """
        weights: Counter[int] = Counter()
        for word in set(words_of(question)):
            holding = self._holding.get(word, [])
            for place in holding:
                weights[place] += math.log1p(len(self._passages) / len(holding))  # type: ignore[assignment]
        ranked = sorted(weights, key=lambda place: (-weights[place], place))
        return [self._passages[place] for place in ranked[:limit]]
