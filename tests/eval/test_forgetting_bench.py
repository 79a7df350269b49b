"""A small run of the proof of forgetting."""

from pathlib import Path

import pytest

from daybook_eval.bench.forgetting import described, run

pytestmark = pytest.mark.slow


async def test_random_forgets_leave_nothing_in_any_index_or_byte(tmp_path: Path) -> None:
    result = await run(tmp_path, forgets=25, rounds=12, seed=7, owners={"ada": 2, "bob": 1})

    assert result.left == {}
    assert result.unverified == 0
    (wanted, found), *_ = result.controls
    assert (found.nonces, found.vectors) == (len(wanted.nonces), len(wanted.keys))  # the search does find
    assert len(result.kinds) >= 4
    assert described(result).startswith("25 forgets: ")
