"""BERTScore by the bundled encoder's vectors of tokens."""

import numpy as np
import pytest

from daybook.models.embedding import Embedder
from daybook_eval.measures.bert_score import BertScore, matched

pytestmark = pytest.mark.slow


def test_each_token_counts_by_the_nearest_of_the_other_side() -> None:
    said = np.array([[1.0, 0.0], [0.6, 0.8]], dtype=np.float32)
    wanted = np.array([[1.0, 0.0]], dtype=np.float32)

    # precision (1 + 0.6) / 2, recall 1
    assert matched(said, wanted) == pytest.approx(2 * 0.8 / 1.8)
    assert matched(said, wanted[:0]) == 0.0


async def test_tokens_are_those_that_the_encoder_pools(minilm: Embedder) -> None:
    scorer = BertScore()
    text = "I live in Bath."

    tokens = scorer.tokens(text)

    assert tokens.shape == (5, 384)  # "." is one too
    mean = tokens.mean(axis=0)
    [pooled] = await minilm.embed([text])
    # by 32 bits and without the tokens around the text: near, not the same
    assert float(mean @ pooled) / float(np.linalg.norm(mean)) > 0.85
    assert scorer.f1(text, text) == pytest.approx(1.0)
    assert scorer.f1(text, "I reside in Bath.") > scorer.f1(text, "Boats are blue.")
