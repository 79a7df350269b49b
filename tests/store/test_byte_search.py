"""Many patterns are found in one reading, at every offset and over the seams of what is read at once."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from daybook.store.forgetting import byte_search
from daybook.store.forgetting.byte_search import SHORTEST, BytePatterns

FIRST, SECOND = b"aubergine zeppelin", b"aubergine zebra crossing"


def test_a_pattern_over_the_seam_of_two_chunks_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(byte_search, "_CHUNK", 64)
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "file").write_bytes(b"." * 55 + SECOND + b"." * 100)

    assert BytePatterns([FIRST, SECOND]).found_in_folder(tmp_path) == {SECOND}


def test_searching_the_files_takes_no_lock_from_a_database_that_is_open(tmp_path: Path) -> None:
    code = (
        "import sqlite3, sys; database = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None);"
        "database.execute('BEGIN IMMEDIATE')"
    )
    path = tmp_path / "some.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE said (text)")
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO said VALUES ('a green zeppelin')")

        BytePatterns([b"a green zeppelin"]).found_in_folder(tmp_path)

        other = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True)
        assert "database is locked" in other.stderr


def test_random_patterns_are_found_where_they_stand_and_nowhere_else() -> None:
    random = Random(1)
    for _ in range(500):
        letters = b"abcdefgh"[: random.randrange(1, 9)]
        content = bytes(random.choices(letters, k=random.randrange(200)))
        patterns = [bytes(random.choices(letters, k=random.randrange(12, 30))) for _ in range(3)]
        places = [random.randrange(max(1, len(content) - 20)) for _ in range(3)]
        patterns += [one for place in places if len(one := content[place : place + 20]) >= SHORTEST]

        assert BytePatterns(patterns).found_in(content) == {piece for piece in patterns if piece in content}
