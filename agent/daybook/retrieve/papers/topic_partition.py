"""Topic partition: assigns a question and rounds to the nearest of some topics (HiMeS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from daybook.conversation import Ledger, Status
from daybook.embedding.protocol import Vectors
from daybook.store.cosines import cosines
from daybook.store.keys import KeyVectors


@dataclass(frozen=True, slots=True)
class Partition:
    """Topics, by the vectors of what describes them."""

    topics: tuple[str, ...]
    """Of each description, the topic that it is of."""
    vectors: Vectors
    """Unit vectors of the descriptions, shape (descriptions, dim)."""

    def topics_of(self, texts: Vectors) -> Sequence[str]:
        """Name the topic of each text: that of the description nearest to it.

        Args:
            texts: unit vectors, shape (texts, dim).
        """
        nearest = cosines(self.vectors, texts).argmax(axis=0)
        return [self.topics[place] for place in nearest.tolist()]

    def rounds_of(self, topic: str, keys: KeyVectors, ledger: Ledger) -> Mapping[str, float]:
        """Say of every round what share of its user's windows, or of its records, is of a topic: 0 to 1.

        Source: HiMeS, section on Atomic Topic Modeling, where a model names the topic; ours is the nearest
        description.
        """
        rows = keys.rows_of(fields=["user"])
        is_of_topic = [name == topic for name in self.topics_of(keys.matrix[rows])]
        windows = np.bincount(keys.round_places[rows])
        told = np.bincount(keys.round_places[rows], weights=is_of_topic)
        places = np.flatnonzero(windows)
        shares = dict(zip(keys.rounds.chosen(places), (told[places] / windows[places]).tolist(), strict=True))
        for record in ledger.with_status(Status.ACTIVE):
            for round_id in record.round_ids if record.topic == topic else ():
                shares[round_id] = 1.0
        return shares
