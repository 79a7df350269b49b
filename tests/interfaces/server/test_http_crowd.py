"""Many owners at once on one server process: nothing crosses, nothing is lost."""

from pathlib import Path

import pytest

from daybook import Daybook
from daybook_eval.bench.server import crossed, fill, lost, requests_at_once
from tests.interfaces.daybook_command import HashedWords
from tests.interfaces.server.http_server import served_by_a_process

pytestmark = pytest.mark.slow

OWNERS = [f"owner{number}x" for number in range(8)]


async def test_requests_of_many_owners_at_once_do_not_cross_and_none_is_lost(tmp_path: Path) -> None:
    with Daybook.open(tmp_path / "data", embedder=HashedWords()) as daybook:
        tokens = fill(daybook, OWNERS)

    with served_by_a_process(tmp_path / "data") as child:
        made = await requests_at_once(child.url, tokens, each=6)
        wrong = lost(made, child.url, tokens)
        code, _ = child.stop()

    assert len(made) == 48
    assert crossed(made, OWNERS) == []
    assert wrong == []
    assert code == 0
