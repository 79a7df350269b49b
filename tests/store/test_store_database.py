import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from daybook.conversation.errors import StoreError
from daybook.store import BySession
from daybook.store.sql.database import Database, sqlite_url
from daybook.store.sql.sql_tables import write_meta
from tests.store.bag_of_words import opened
from tests.store.conftest import OpenStore
from tests.store.conversations import numbered
from tests.store.inspection import near


@pytest.mark.slow
def test_a_new_database_is_made_and_opened_without_alembic(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from daybook.store.sql.database import Database, sqlite_url;"
        f"url = sqlite_url(Path({str(tmp_path / 'daybook.sqlite')!r}));"
        "Database(url).close(); Database(url).close();"
        "print(sorted({'alembic', 'chromadb'} & set(sys.modules)))"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )

    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize("version", ["0001", "v0002", "v9999"])
def test_a_database_of_another_daybook_is_refused_with_how_to_carry_it_over(
    tmp_path: Path, version: str
) -> None:
    path = tmp_path / "daybook.sqlite"
    Database(sqlite_url(path)).close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
    connection.commit()
    connection.close()

    with pytest.raises(
        StoreError, match=rf"\(schema {version}\).*`daybook export`.*`daybook import`"
    ) as raised:
        Database(sqlite_url(path))

    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("damage", [b"this is not a database " * 100, None])
async def test_a_damaged_database_is_said_in_one_line(open_store: OpenStore, damage: bytes | None) -> None:
    store = open_store()
    await store.add("ada", [numbered(n) for n in range(50)])
    store.close()
    path = store.data_dir / "daybook.sqlite"
    content = path.read_bytes()
    path.write_bytes(damage or content[:8192] + b"\xaa" * (len(content) - 8192))

    with pytest.raises(StoreError, match=r"daybook\.sqlite: the file is damaged .* import again") as caught:
        list(open_store().all_rounds("ada"))

    assert "\n" not in str(caught.value)


async def test_check_finds_a_damaged_database(open_store: OpenStore) -> None:
    first = open_store()
    await first.add("ada", [numbered(n) for n in range(50)])
    first.close()
    path = first.data_dir / "daybook.sqlite"
    content = path.read_bytes()
    path.write_bytes(content[:-8192] + b"\xaa" * 8192)

    findings = open_store().check()

    assert [(finding.name, finding.ok) for finding in findings] == [("database", False), ("schema", True)]


def test_a_directory_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StoreError, match=r"file/data: cannot be made a data directory \(Not a directory\)"):
        opened(tmp_path / "file" / "data")


async def test_without_a_chroma_directory_vectors_are_scanned(tmp_path: Path) -> None:
    (tmp_path / "chroma").write_text("in the way")
    store = opened(tmp_path, exact_limit=0)

    await store.add("ada", [numbered(1)])
    assert len(await near(store)) > 0
    store.close()


def test_what_was_read_is_held_until_anybody_commits_something(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "daybook.sqlite")
    ours, theirs = Database(url), Database(url)
    reads: list[int] = []

    def read() -> int:
        reads.append(len(reads))
        return reads[-1]

    held = [ours.unchanged("name", read), ours.unchanged("name", read)]
    with theirs.writing(None) as connection:
        write_meta(connection, "said by", "another process")
    after_theirs = [ours.unchanged("name", read), ours.unchanged("name", read)]
    with ours.writing(None) as connection:
        write_meta(connection, "said by", "this one")
    after_ours = ours.unchanged("name", read)
    ours.close()
    theirs.close()

    assert (held, after_theirs, after_ours) == ([0, 0], [1, 1], 2)


async def test_a_round_that_was_read_is_gone_once_another_process_forgets_it(open_store: OpenStore) -> None:
    ours, theirs = open_store(), open_store()
    await ours.add("ada", [numbered(1), numbered(2)])
    names = ours.round_ids("ada")
    before = ours.rounds("ada", names)
    await theirs.forget("ada", BySession(numbered(1).session_id))

    left = ours.rounds("ada", names)

    assert len({round_.session_id for round_ in before}) == 2
    assert {round_.session_id for round_ in left} == {numbered(2).session_id}
