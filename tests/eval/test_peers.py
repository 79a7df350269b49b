"""Other memories by their own packages: what is measured of them, and that they can be asked at all."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from daybook.conversation.errors import BadInput, DaybookError
from daybook.graph.event_loop import run
from daybook.models.embedding import Embedder
from daybook_eval.data.case import Case
from daybook_eval.data.cases import read_cases
from daybook_eval.embedders import HashedWords
from daybook_eval.peers import elsewhere, measure as measuring
from daybook_eval.peers.elsewhere import Elsewhere
from daybook_eval.peers.measure import as_markdown, measured_report
from daybook_eval.peers.memories import Memory, Peer, served
from tests.eval.small_questions import write_questions


@contextmanager
def sees_all(folder: Path, embedder: Embedder) -> Iterator[Memory]:
    """Finds the evidence first, keeps 1,000 bytes, and embeds three texts of a history."""

    def keep(case: Case) -> None:
        (folder / "kept").write_bytes(bytes(1000))
        run(embedder.embed(["one", "two", "three"]))

    yield Memory(keep, lambda case: [round_.round_id for round_ in case.evidence])


@contextmanager
def blind(folder: Path, embedder: Embedder) -> Iterator[Memory]:
    def find(case: Case) -> Iterable[str]:
        return ()

    yield Memory(lambda case: None, find)


ECHO = """
import json, sys
ids = []
for line in sys.stdin:
    asked = json.loads(line)
    ids += [said["id"] for session in asked.get("keep", ()) for said in session]
    found = ids[: asked.get("limit", 0)]
    reply = {"error": "no"} if asked.get("find") == "Why?" else {"found": found, "seconds": 2.5}
    print(json.dumps(reply), flush=True)
"""


def test_a_memory_in_an_environment_of_its_own_is_told_in_lines_what_to_keep_and_to_find(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "echo.py").write_text(ECHO, encoding="utf-8")
    monkeypatch.setitem(
        elsewhere.ELSEWHERE, "echo", Elsewhere("pytest", str(tmp_path / "echo.py"), "as it is")
    )
    (case,) = read_cases(write_questions(tmp_path / "questions.json", count=1))
    peer = elsewhere.peers_at([f"echo={sys.executable}"])["echo"]

    with peer.open(tmp_path, HashedWords()) as memory:
        memory.keep(case)
        assert list(memory.find(case)) == [round_.round_id for round_ in case.rounds()]
        assert memory.seconds_elsewhere() == 2.5
        with pytest.raises(DaybookError, match="no"):
            memory.find(replace(case, question="Why?"))
    assert peer.version == pytest.__version__


def test_an_environment_of_no_known_memory_is_refused() -> None:
    with pytest.raises(BadInput, match="NAME=PYTHON of memweave, hindsight"):
        elsewhere.peers_at(["mem0=python"])


def test_what_is_found_and_what_it_takes_is_told_by_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    peers = {
        "sees all": Peer("pytest", "pytest", "as it is", sees_all),
        "blind": Peer("pytest", "pytest", "as it is", blind),
        "absent": Peer("not-here", "not_here", "", blind),
    }
    monkeypatch.setattr(measuring, "PEERS", peers)

    shape = measured_report(write_questions(tmp_path / "questions.json", count=4), HashedWords(), every=2)

    found = {name: one["found"]["rounds, all@5"]["mean"] for name, one in shape["systems"].items()}
    assert found == {"sees all": 1.0, "blind": 0.0}
    assert shape["answerable"] == 2
    cost = shape["systems"]["sees all"]["cost"]
    assert cost["MB for 1,000"] == pytest.approx(2 * 0.001 / (2 * 5 / 1000))  # five rounds a history
    assert cost["texts embedded for 1,000"] == pytest.approx(2 * 3 / (2 * 5 / 1000))
    (left_out,) = shape["missing"]
    assert left_out == "absent is left out: not-here is not installed (uv sync --group peers)"
    lines = list(as_markdown(shape))
    assert any(line.startswith("| sees all | 1.00 [1.00, 1.00] |") for line in lines)
    assert lines[-1] == left_out


def test_the_embedder_is_served_by_the_protocol_that_mempalace_asks_for() -> None:
    embedder = HashedWords()
    with served(embedder) as address:
        body = json.dumps({"model": "any", "input": ["a kayak", "a violin"]}).encode()
        with urlopen(Request(f"{address}/v1/embeddings", data=body)) as reply:
            rows = json.loads(reply.read())["data"]

    assert [row["index"] for row in rows] == [0, 1]
    assert rows[1]["embedding"] == pytest.approx(run(embedder.embed(["a violin"]))[0].tolist())


@pytest.mark.slow
def test_every_package_that_is_installed_finds_what_was_said(tmp_path: Path) -> None:
    data = write_questions(tmp_path / "questions.json", count=2)
    arguments = ["peers", "--data", str(data), "--cache", str(tmp_path / "vectors.sqlite"), "--json"]

    done = subprocess.run(
        [sys.executable, "-m", "daybook_eval.cli", *arguments], capture_output=True, text=True, timeout=300
    )

    assert done.returncode == 0, done.stderr
    shape = json.loads(done.stdout)
    names = {"daybook", "daybook classic", "rank_bm25", "mem0", "langmem", "mempalace"}
    assert names - shape["systems"].keys() == {line.split()[0] for line in shape["missing"]}
    for system in shape["systems"].values():
        assert system["found"]["rounds, all@5"]["mean"] == 1.0
    assert len(list(read_cases(data))) == shape["answerable"]
