import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from daybook.store import BySession, open_to_others
from daybook.store.private_files import ProcessLock
from tests.store.bag_of_words import opened
from tests.store.conversations import numbered

pytestmark = pytest.mark.skipif(os.name != "posix", reason="this system has no POSIX modes")


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(data_dir: Path) -> dict[str, int]:
    """Return the mode of a directory and of everything below it."""
    paths = [data_dir, *sorted(data_dir.rglob("*"))]
    return {str(path.relative_to(data_dir)): stat.S_IMODE(path.stat().st_mode) for path in paths}


def too_wide(data_dir: Path) -> dict[str, int]:
    return {name: mode for name, mode in modes(data_dir).items() if mode & 0o077}


@pytest.mark.slow
async def test_nobody_else_may_read_what_is_made_while_it_is_open_and_when_it_is_closed(
    tmp_path: Path,
) -> None:
    data_dir = tmp_path / "above" / "data"
    store = opened(data_dir, exact_limit=0)
    await store.add("ada", [numbered(number, rounds=30) for number in range(18)])

    made = set(modes(data_dir))
    assert {"daybook.sqlite", "daybook.sqlite-wal", "chroma.lock"} <= made
    assert any(name.endswith("data_level0.bin") for name in made)
    assert too_wide(data_dir) == {}

    await store.forget("ada", BySession("s1"))
    assert too_wide(data_dir) == {}
    store.close()
    assert too_wide(data_dir) == {}
    assert open_to_others(data_dir) == []
    assert os.umask(0o022) == 0o022
    assert stat.S_IMODE((tmp_path / "above").stat().st_mode) == 0o755  # no memory: none of ours to narrow


@pytest.mark.slow
async def test_a_wider_directory_is_named_and_what_is_not_ours_is_left(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    store = opened(data_dir, exact_limit=0)
    await store.add("ada", [numbered(number, rounds=30) for number in range(18)])
    store.close()
    (data_dir / "letter.txt").write_text("not ours")
    for path in (data_dir, *data_dir.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)

    wide = open_to_others(data_dir)
    assert data_dir in wide
    assert data_dir / "daybook.sqlite" in wide
    assert data_dir / "chroma" / "chroma.sqlite3" in wide
    assert data_dir / "letter.txt" not in wide


def test_a_lock_whose_file_something_wrote_into_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "chroma.lock"
    path.write_bytes(b"no database, though as long as one page of it" * 100)
    one, other = ProcessLock(path), ProcessLock(path)

    assert one.acquire()
    assert not other.acquire()
    one.release()
