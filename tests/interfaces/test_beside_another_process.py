"""Commands while another process has the memory open."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from daybook.library.daybook import Daybook
from tests.interfaces.daybook_command import Command
from tests.interfaces.ledger_facts import MUNICH

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
HOLD = [sys.executable, str(ROOT / "tests/store/import_child.py"), "hold"]


@pytest.fixture
def held(known: Command, tmp_path: Path) -> Iterator[Command]:
    """The command, while another process has the memory open and keeps rounds of somebody else."""
    pipe, environment = subprocess.PIPE, {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*HOLD, str(tmp_path / "data")], stdin=pipe, stdout=pipe, text=True, env=environment
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        yield known
        child.communicate("done")


def test_an_import_beside_another_process_is_kept(held: Command, tmp_path: Path) -> None:
    more = tmp_path / "more.json"
    more.write_text('[{"role": "user", "content": "I keep bees.", "timestamp": "2024-04-01"}]')

    done = held("import", str(more))

    assert (done.code, done.err) == (0, "")
    assert held("stats", "--owner", "me", "--json").json["rounds"] == 3
    assert "I keep bees." in held("search", "bees").out


def test_a_chat_beside_another_process_is_kept(held: Command) -> None:
    assert held("chat", stdin="I keep bees.\n").code == 0

    assert held("stats", "--owner", "me", "--json").json["rounds"] == 3


def test_a_correction_beside_another_process_counts_once(held: Command) -> None:
    done = held("correct", MUNICH, "Aarhus")

    assert done.code == 0
    assert held("ledger").out.count("identity.residence\tAarhus\t") == 1


def test_a_rejection_by_another_process_counts_in_one_that_has_been_open_all_along(
    known: Command, tmp_path: Path
) -> None:
    with Daybook.open(tmp_path / "data") as memory:
        assert memory.ledger.record(MUNICH, owner="me").status == "active"

        assert known("confirm", MUNICH, "--wrong").code == 0

        assert memory.ledger.record(MUNICH, owner="me").status == "deleted"
