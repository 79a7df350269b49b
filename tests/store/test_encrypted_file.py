"""A database file that SQLCipher encrypts, by its URL alone. Runs where sqlcipher3 is installed."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadSettings, StoreError
from daybook.graph.event_loop import run
from daybook.store import Everything, Store, StorePlace
from daybook.store.places import database_url
from tests.ledgers import moment
from tests.store.bag_of_words import opened
from tests.store.inspection import holds_bytes

HAS_DRIVER = find_spec("sqlcipher3") is not None
TALK = Session("s", moment("2024-05-01"), (Turn(Role.USER, "The Kalmar ferry was late."),))


def url(folder: Path, passphrase: str = "sesame") -> str:
    return f"sqlite+pysqlcipher://:{passphrase}@/{folder / 'memory.sqlite'}"


def decrypted(folder: Path, passphrase: str = "sesame") -> Store:
    return opened(StorePlace(folder, database_url=url(folder, passphrase)))


def test_an_encrypted_file_needs_a_passphrase(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="needs a passphrase"):
        database_url(f"sqlite+pysqlcipher:///{tmp_path}/memory.sqlite")


@pytest.mark.skipif(HAS_DRIVER, reason="sqlcipher3 is installed")
def test_without_the_driver_the_package_is_named_and_no_passphrase_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"pip install 'daybook-memory\[encryption\]'") as raised:
        database_url(url(tmp_path))

    assert "sesame" not in str(raised.value)


@pytest.mark.skipif(not HAS_DRIVER, reason="sqlcipher3 is not installed")
def test_no_word_of_an_encrypted_memory_lies_on_the_disk_and_all_is_there_again(tmp_path: Path) -> None:
    store = decrypted(tmp_path)
    run(store.add("ada", [TALK]))
    assert not holds_bytes(tmp_path, b"Kalmar")  # in the log beside it neither
    store.close()
    assert not holds_bytes(tmp_path, b"Kalmar", b"SQLite format")

    again = decrypted(tmp_path)
    (round_,) = again.all_rounds("ada")
    assert round_.user == TALK.turns[0]
    assert run(again.forget("ada", Everything())).verified
    again.close()


@pytest.mark.skipif(not HAS_DRIVER, reason="sqlcipher3 is not installed")
def test_another_passphrase_opens_nothing_and_is_not_taken_for_damage_alone(tmp_path: Path) -> None:
    decrypted(tmp_path).close()

    with pytest.raises(StoreError, match="the passphrase is another one") as raised:
        decrypted(tmp_path, "mellon")

    assert "mellon" not in str(raised.value)
