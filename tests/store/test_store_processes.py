"""Whole processes: killed, refused, out of disk."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from daybook.conversation.errors import StoreBusy
from daybook.store import BySession, Everything, search_index
from daybook.store.chroma_directory import ChromaDirectory
from tests.store.bag_of_words import BagOfWords
from tests.store.conftest import OpenStore
from tests.store.conversations import MAY, numbered, reply, session, user
from tests.store.inspection import near, sessions_with

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
CHILD = [sys.executable, str(HERE / "import_child.py")]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}


async def test_a_second_process_writes_and_sees_what_the_first_one_wrote(open_store: OpenStore) -> None:
    store = open_store()
    arguments = [*CHILD, "hold", str(store.data_dir)]
    pipe = subprocess.PIPE
    with subprocess.Popen(arguments, stdin=pipe, stdout=pipe, text=True, env=ENVIRONMENT) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        await store.add("ada", [numbered(1)])
        said = await store.append("ada", "s0", [user("I moved to Aarhus.")], said_at=MAY)
        words = (await store.index("ada")).words
        assert [name for name, _ in words.search("Aarhus", limit=5)] == [said.round_id]
        assert [(summary.session_id, summary.rounds) for summary in store.sessions("ada")] == [
            ("s0", 3),
            ("s1", 2),
        ]
        assert [finding.name for finding in store.check() if not finding.ok] == []
        child.communicate("done")


async def test_each_of_two_stores_sees_what_the_other_wrote_and_forgot(open_store: OpenStore) -> None:
    first, second = open_store(), open_store()
    await first.add("ada", [session("a", user("The plum is ripe."))])
    assert await sessions_with(second, "plum") == ["a"]

    await second.add("ada", [session("a", user("The plum is ripe."), reply("Eat the fig.")), numbered(1)])
    assert await sessions_with(first, "fig") == ["a"]
    assert await sessions_with(first, "plum1x0") == ["s1"]

    await first.forget("ada", BySession("a"))
    assert await sessions_with(second, "fig") == []
    assert await sessions_with(second, "plum1x0") == ["s1"]
    assert all(finding.ok for finding in second.check())


async def test_one_process_at_a_time_has_the_graphs_and_gives_them_up_when_asked(
    open_store: OpenStore,
) -> None:
    first, second = (open_store(exact_limit=0), open_store(exact_limit=0))
    await first.add("ada", [numbered(number) for number in range(20)])
    query = await BagOfWords().embed(["plum7x1"])
    by_graph = await near(first, query, limit=3)

    by_scan = await near(second, query, limit=3)

    assert (by_graph.found_by, by_scan.found_by) == ("chroma", "scan")
    assert set(by_scan.rounds) == set(by_graph.rounds)
    assert (await second.forget("ada", BySession("s1"))).verified
    assert (await near(second, query, limit=3)).found_by == "chroma"
    assert (await near(first, query, limit=3)).found_by == "scan"
    assert (await first.forget("ada", BySession("s2"))).verified


async def test_an_index_that_another_process_drops_while_it_is_asked_is_found_anew(
    open_store: OpenStore,
) -> None:
    first, second = open_store(exact_limit=0), open_store(exact_limit=0)
    await first.add("ada", [numbered(number) for number in range(20)])
    query = await BagOfWords().embed(["plum7x1"])
    before = await first.index("ada")

    await second.reindex("ada")
    found = await before.near(query, limit=3)

    assert set(found.rounds) == set((await near(second, query, limit=3)).rounds)
    await second.forget("ada", Everything())
    assert len(await before.near(query, limit=3)) == 0


async def test_who_does_not_give_the_graphs_up_is_named(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = open_store(exact_limit=0), open_store(exact_limit=0)
    await first.add("ada", [numbered(number) for number in range(20)])
    monkeypatch.setattr(search_index, "PATIENCE", 0.5)
    monkeypatch.setattr(ChromaDirectory, "is_asked_for", False)

    with pytest.raises(StoreBusy, match="in use by another process"):
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
    assert [summary.session_id for summary in kept] == ["s0", *(f"s{number}" for number in acknowledged)]
    assert {summary.rounds for summary in kept[1:]} == {40}
    await store.add("ada", [numbered(9_999)])
    assert all(finding.ok for finding in store.check())
