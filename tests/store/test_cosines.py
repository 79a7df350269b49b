import numpy as np
import pytest

from daybook.store.cosines import cosines


@pytest.mark.parametrize("count", [0, 1, 255, 256, 257, 1000])
def test_every_query_is_compared_with_every_vector(count: int) -> None:
    random = np.random.default_rng(count)
    queries = random.normal(size=(3, 16)).astype(np.float32)
    vectors = random.normal(size=(count, 16)).astype(np.float32)

    found = cosines(queries, vectors)

    assert found.shape == (3, count)
    assert found == pytest.approx(queries @ vectors.T, abs=1e-5)


def test_no_query_is_compared_with_nothing() -> None:
    assert cosines(np.zeros((0, 4), dtype=np.float32), np.zeros((5, 4), dtype=np.float32)).shape == (0, 5)
