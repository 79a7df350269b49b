"""That Mem0's surface and Daybook's own doors are of one memory; and the program of docs/mem0.md."""

import re
from pathlib import Path
from typing import Any

import pytest
from mem0 import MemoryClient

from daybook import DaybookStore
from daybook.conversation import Role, Turn
from daybook.store import ByPhrase, ByRound
from tests.interfaces.mem0.served import Served

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[3] / "docs" / "mem0.md"
ALICE = {"user_id": "alice"}
SAID = [
    "I parked the bicycle behind the library.",
    "My sister plays the cello.",
    "The spare key lies under the blue pot.",
]


def test_a_question_rests_on_the_rounds_that_a_search_finds_first(
    client: MemoryClient, served: Served
) -> None:
    for text in SAID:
        client.add(text, user_id="alice", run_id="r")

    for question in ("Where does the spare key lie?", "What does my sister play?"):
        evidence = served.daybook.ask(question, owner="alice").evidence
        found = client.search(question, filters=ALICE)["results"]
        rounds = served.daybook.search(question, owner="alice").candidates

        assert [hit["id"] for hit in found] == [round_.round.round_id for round_ in rounds]
        assert evidence[0].round_id == found[0]["id"]


def test_what_came_by_another_door_is_a_memory_too(client: MemoryClient, served: Served) -> None:
    kept = served.daybook.append([Turn(Role.USER, SAID[0])], owner="alice", session_id="chat")

    (found,) = client.get_all(filters={"run_id": "chat"})["results"]

    assert (found["id"], found["memory"]) == (kept.round.round_id, SAID[0])


async def test_what_stands_beside_a_memory_is_no_item_of_an_agent(served: Served) -> None:
    async with served.async_client("alice") as client:
        await client.add(SAID[0], user_id="alice", metadata={"topic": "bicycle"})
    store = DaybookStore(served.daybook, owner="alice")

    assert await store.asearch(()) == []
    assert await store.alist_namespaces() == []


def test_what_was_deleted_is_nowhere_any_more(client: MemoryClient, served: Served) -> None:
    added = client.add(SAID[2], user_id="alice", metadata={"place": "under the azure amphora"})
    memory_id = added["results"][0]["id"]
    client.update(memory_id, text="The spare key lies in the crimson casket.")

    gone = client.delete(memory_id)

    assert (gone["verified"], gone["removed"]["rounds"]) == (True, 2)
    assert client.search("spare key", filters=ALICE)["results"] == []
    assert served.daybook.ask("Where does the spare key lie?", owner="alice").not_known
    bytes_left = b"".join(
        part.read_bytes() for part in served.daybook.parts.store.data_dir.rglob("*.sqlite*")
    )
    for word in (b"blue pot", b"crimson casket", b"azure amphora"):
        assert word not in bytes_left


def test_forgetting_a_round_elsewhere_takes_what_was_said_of_it_along(
    client: MemoryClient, served: Served
) -> None:
    added = client.add(SAID[2], user_id="alice", metadata={"place": "under the azure amphora"})
    round_id = added["results"][0]["id"]

    receipt = served.daybook.forget(ByRound(round_id), owner="alice")

    assert (receipt.verified, receipt.removed["items"]) == (True, 1)
    assert served.daybook.parts.store.items.table.count("alice") == 0


def test_forgetting_a_later_wording_elsewhere_brings_back_the_first(
    client: MemoryClient, served: Served
) -> None:
    memory_id = client.add(SAID[2], user_id="alice")["results"][0]["id"]
    client.update(memory_id, text="The spare key lies in the crimson casket.")
    later = client.history(memory_id)[1]["id"]

    receipt = served.daybook.forget(ByRound(later), owner="alice")

    assert receipt.verified
    assert client.get(memory_id)["memory"] == SAID[2]
    assert client.get_all(filters=ALICE)["count"] == 1


def test_a_phrase_is_forgotten_in_metadata_as_well(client: MemoryClient, served: Served) -> None:
    client.add("I like figs.", user_id="alice", metadata={"source": "azure amphora"})

    receipt = served.daybook.forget(ByPhrase("azure amphora"), owner="alice")

    assert receipt.verified
    (left,) = client.get_all(filters=ALICE)["results"]
    assert (left["memory"], left["metadata"]) == ("I like figs.", {})


def test_the_program_of_the_documentation_prints_what_stands_below_it(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PAGE.read_text(encoding="utf-8")
    program, printed = (
        re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)[0] for kind in ("python", "text")
    )
    monkeypatch.setenv("DAYBOOK_TOKEN", served.tokens["*"])

    names: dict[str, Any] = {}
    exec(program.replace("http://127.0.0.1:8750", served.url), names)
    names["client"].client.close()

    def without_scores(lines: str) -> list[str]:  # which depend on the embedder
        return [re.sub(r"^\d\.\d+ ", "", line) for line in lines.splitlines()]

    assert without_scores(capsys.readouterr().out) == without_scores(printed)
