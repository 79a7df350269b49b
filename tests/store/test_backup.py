"""A backup by SQLite's own means, as the page on operations says, taken while rounds are kept."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.store.bag_of_words import opened
from tests.store.conversations import numbered


def test_a_backup_that_is_taken_while_rounds_are_kept_is_sound_and_whole(tmp_path: Path) -> None:
    store, restored = opened(tmp_path / "data"), tmp_path / "restored"
    restored.mkdir()
    asyncio.run(store.add("ada", [numbered(1)]))
    (file,) = store.data_dir.glob("*.sqlite")
    kept = [1]

    def keep_one_more(status: int, remaining: int, total: int) -> None:
        if len(kept) == 1 and remaining < total // 2:  # half of it is copied
            kept.append(2)
            asyncio.run(store.add("ada", [numbered(2)]))

    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(restored / file.name)) as target:
        source.backup(target, pages=1, progress=keep_one_more)
    asyncio.run(store.add("ada", [numbered(3)]))
    store.close()

    again = opened(restored)
    assert [round_.session_id for round_ in again.all_rounds("ada")] == ["s1", "s1", "s2", "s2"]
    assert len(asyncio.run(again.index("ada")).index.rounds) == 4
    assert all(finding.ok for finding in again.check())
    again.close()
