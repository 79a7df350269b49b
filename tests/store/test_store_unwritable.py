"""A store on a full disk or a read-only mount: it is read, and what cannot be written names the cause."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daybook.conversation import Role, Turn
from daybook.conversation.errors import StoreError
from daybook.store import BySession, Store
from tests.store.bag_of_words import opened
from tests.store.conftest import OpenStore
from tests.store.conversations import numbered
from tests.store.inspection import near

CHILD = """
import asyncio, sys
from pathlib import Path
from daybook.conversation.errors import StoreError
from tests.store.bag_of_words import opened
from tests.store.conversations import numbered

store = opened(Path(sys.argv[1]))
print(len(list(store.all_rounds("ada"))), len(asyncio.run(store.index("ada")).index.rounds))
try:
    asyncio.run(store.add("ada", [numbered(2)]))
except StoreError as error:
    print(error)
"""
MOUNTED = """
set -e
mount -t tmpfs -o size=4m tmpfs "$1" && cp -r "$2" "$1/data"
if [ "$3" = full ]; then dd if=/dev/zero of="$1/fill" 2>/dev/null || true; else mount -o remount,ro "$1"; fi
exec "$4" -c "$5" "$1/data"
"""


@pytest.mark.parametrize("reason", ["the disk is full", "it may not be written"])
async def test_what_is_there_is_found_and_what_cannot_be_written_says_why(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reason: str
) -> None:
    first = open_store()
    await first.add("ada", [numbered(1)])
    first.close()
    before = {path: path.read_bytes() for path in first.data_dir.rglob("*") if path.is_file()}
    monkeypatch.setattr("daybook.store.sql.database._unwritable", lambda file: reason)
    store = open_store()

    assert len(list(store.all_rounds("ada"))) == 2
    assert len((await near(store)).rounds) == 2
    with pytest.raises(StoreError, match=f"{reason}, so it is only read"):
        await store.add("ada", [numbered(2)])
    with pytest.raises(StoreError, match=reason):
        await store.forget("ada", BySession("s1"))

    assert {path: path.read_bytes() for path in first.data_dir.rglob("*") if path.is_file()} == before


async def test_a_round_that_is_kept_is_acknowledged_where_only_its_index_cannot_be_written(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise StoreError("the disk is full")

    moment = datetime(2026, 3, 2, tzinfo=UTC)
    with monkeypatch.context() as full:
        full.setattr("daybook.store.index_rows.RowTable.write", refuse)
        await store.append("ada", "s1", [Turn(Role.USER, "I live in Oslo.")], said_at=moment)
        assert not (await store.index("ada")).words.rounds

    [kept] = store.all_rounds("ada")
    assert list((await near(store)).rounds) == [kept.round_id]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "reason"), [("full", "the disk is full"), ("read-only", "it may not be written")]
)
async def test_a_real_mount_that_takes_nothing_is_read(tmp_path: Path, how: str, reason: str) -> None:
    store, mount = opened(tmp_path / "data"), tmp_path / "mount"
    await store.add("ada", [numbered(1)])
    store.close()
    mount.mkdir()

    done = subprocess.run(
        ["unshare", "-rm", "bash", "-c", MOUNTED, "bash", mount, store.data_dir, how, sys.executable, CHILD],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    if "unshare" in done.stderr:
        pytest.skip("a user may mount nothing here")

    counts, error = done.stdout.splitlines()
    assert counts == "2 2", done.stderr
    assert f"{reason}, so it is only read" in error
