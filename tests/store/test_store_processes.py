"""Whole processes: killed, refused, out of disk."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from daybook.errors import StoreBusy
from daybook.store import BySession
from tests.store.conftest import OpenStore
from tests.store.conversations import MAY, numbered, user

HERE = Path(__file__).parent
CHILD = [sys.executable, str(HERE / "import_child.py")]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}


async def test_a_second_process_is_refused_and_told_who_has_the_index(open_store: OpenStore) -> None:
    store = open_store()
    arguments = [*CHILD, "hold", str(store.data_dir)]
    pipe = subprocess.PIPE
    with subprocess.Popen(arguments, stdin=pipe, stdout=pipe, text=True, env=ENVIRONMENT) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        with pytest.raises(StoreBusy, match=f"in use by process {child.pid}.* --data-dir"):
            await store.add("ada", [numbered(1)])
        with pytest.raises(StoreBusy):
            await store.append("ada", "s0", [user("I moved to Aarhus.")], said_at=MAY)
        assert [(one.session_id, one.rounds) for one in store.sessions("ada")] == [("s0", 2)]
        assert [finding.name for finding in store.check() if not finding.ok] == ["vectors"]
        child.communicate("done")

    await store.add("ada", [numbered(1)])
    assert [one.session_id for one in store.sessions("ada")] == ["s0", "s1"]


async def test_a_second_store_in_the_same_process_is_refused_as_well(open_store: OpenStore) -> None:
    first, second = open_store(), open_store()
    await first.add("ada", [numbered(1)])

    with pytest.raises(StoreBusy, match=f"process {os.getpid()}"):
        await second.forget("ada", BySession("s1"))
    assert len(first.session_rounds("ada", "s1")) == 2


def test_what_was_acknowledged_outlives_twenty_kills(tmp_path: Path) -> None:
    done = subprocess.run(
        [*CHILD, "killed", str(tmp_path)], capture_output=True, text=True, env=ENVIRONMENT, timeout=120
    )

    lines = done.stdout.splitlines()
    assert len(lines) == 20, done.stderr
    assert all(line.endswith("sessions acknowledged, lost []") for line in lines), done.stdout
    assert not lines[-1].startswith("kill 19: 0 ")


async def test_a_full_disk_is_said_and_leaves_no_session_by_half(open_store: OpenStore) -> None:
    store = open_store()
    done = subprocess.run(
        [*CHILD, "fill", str(store.data_dir)], capture_output=True, text=True, env=ENVIRONMENT, timeout=60
    )

    *acknowledged, error = done.stdout.splitlines()
    assert "the disk is full" in error, done.stdout + done.stderr
    assert "free some space" in error
    kept = store.sessions("ada")
    assert [one.session_id for one in kept] == ["s0", *(f"s{number}" for number in acknowledged)]
    assert {one.rounds for one in kept[1:]} == {40}
    await store.add("ada", [numbered(9_999)])
    assert all(finding.ok for finding in store.check())
