"""HiMeS's algorithm 2 on vectors worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from daybook.conversation import FoundPassage, Passage
from daybook.documents.attention import attention_of, ranked_by_attention
from daybook.embedding.protocol import Vectors
from daybook.settings import DocumentOptions
from daybook.store.keys import SPAN, KeyVectors
from daybook.store.round_axis import RoundAxis


def unit(*rows: tuple[float, float]) -> Vectors:
    return np.array(rows, dtype=np.float32)


EAST, NORTH, BETWEEN = (1.0, 0.0), (0.0, 1.0), (0.6, 0.8)
HISTORY = KeyVectors(
    RoundAxis.of(["r0", "r1", "r2"]),
    np.arange(3, dtype=np.int32),
    np.zeros(3, dtype=SPAN),
    unit(EAST, BETWEEN, NORTH),
)
FOUND = [
    FoundPassage(Passage("d", "D", place, "", None, f"text {place}"), score=score)
    for place, score in enumerate((2.0, 1.0))
]


def test_a_passage_scores_the_mean_cosine_to_the_nearest_earlier_questions() -> None:
    windows = [unit(EAST), unit(NORTH)]

    # the two nearest to east are east itself and what lies between: (1 + 0.6) / 2 and (0 + 0.8) / 2
    assert attention_of(windows, unit(EAST), HISTORY, turns=2) == pytest.approx([0.8, 0.4])


def test_of_several_windows_that_which_attends_most_counts() -> None:
    assert attention_of([unit(NORTH, EAST)], unit(EAST), HISTORY, turns=1) == pytest.approx([1.0])


def test_without_earlier_questions_the_order_stays() -> None:
    nobody = KeyVectors(RoundAxis.of([]), np.zeros(0, np.int32), np.zeros(0, SPAN), unit().reshape(0, 2))

    attention = attention_of([unit(EAST)], unit(EAST), nobody, turns=2)

    assert attention == []
    assert ranked_by_attention(FOUND, attention, DocumentOptions(document_attention="alone")) == FOUND


@pytest.mark.parametrize(("mode", "first"), [("off", 0), ("alone", 1), ("added", 0)])
def test_the_mode_says_what_attention_does(mode: str, first: int) -> None:
    options = DocumentOptions(document_attention=mode, document_attention_weight=0.1)

    ranked = ranked_by_attention(FOUND, [0.2, 0.9], options)

    assert ranked[0].passage.position == first


def test_added_attention_counts_in_standard_deviations_of_what_was_found() -> None:
    options = DocumentOptions(document_attention="added", document_attention_weight=0.5)

    ranked = ranked_by_attention(FOUND, [0.2, 0.8], options)

    # a standard deviation below the mean and one above it: 2 - 0.5 and 1 + 0.5
    assert [one.score for one in ranked] == pytest.approx([1.5, 1.5])
