"""Facts that an agent's model found are written at every interface; those without words are refused."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from daybook import Daybook, memory_tools
from daybook.conversation import Status
from daybook.interfaces.mcp.mcp_server import memory_server
from tests.interfaces.daybook_command import Command
from tests.interfaces.mcp_client import InProcess, call
from tests.interfaces.server.http_server import Served, serving

SAID = "We moved to Aarhus, and Priya's sister says that Oslo is dull."
GOOD = {"subject": "me", "attribute": "residence", "value": "Aarhus", "quote": "We moved to Aarhus"}
MADE_UP = {"subject": "me", "attribute": "job", "value": "pilot", "quote": "I am a pilot"}
Interface = Callable[..., Awaitable[dict[str, Any]]]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "data") as running:
        yield running


async def by_mcp(served: Served, facts: list[dict[str, str]], said: str = SAID) -> dict[str, Any]:
    client = InProcess(memory_server(served.daybook, lambda: "me"))
    return dict(await call(client, "remember", user_said=said, facts=facts))


async def by_tool(served: Served, facts: list[dict[str, str]], said: str = SAID) -> dict[str, Any]:
    (tool,) = (offered for offered in memory_tools(served.daybook, owner="me") if offered.name == "remember")
    given = {"name": "remember", "args": {"user_said": said, "facts": facts}, "id": "1", "type": "tool_call"}
    return dict((await tool.ainvoke(given)).artifact)


async def by_http(served: Served, facts: list[dict[str, str]], said: str = SAID) -> dict[str, Any]:
    with served.client() as http:
        return dict(http.post("/v1/rounds", json={"user": said, "facts": facts, "owner": "me"}).json())


def values(daybook: Daybook) -> list[str]:
    return [record.value for record in daybook.ledger.records(owner="me")]


@pytest.mark.parametrize("remember", [by_mcp, by_tool, by_http])
async def test_a_fact_whose_quote_stands_is_written_and_one_without_is_refused(
    served: Served, remember: Interface
) -> None:
    told = await remember(served, [GOOD, MADE_UP])

    assert [(fact["slot"], fact["value"]) for fact in told["learned"]] == [("identity.residence", "Aarhus")]
    assert told["learned"][0]["support"][0]["quote"] == GOOD["quote"]
    assert len(told["refused"]) == 1
    assert MADE_UP["quote"] in told["refused"][0]
    assert values(served.daybook) == ["Aarhus"]


@pytest.mark.parametrize("remember", [by_mcp, by_tool, by_http])
async def test_the_facts_of_a_repeated_call_are_written_to_the_round_that_is_kept(
    served: Served, remember: Interface
) -> None:
    first = await remember(served, [])

    again = await remember(served, [GOOD, MADE_UP])

    assert (again["already_there"], again["round_id"]) == (True, first["round_id"])
    assert [fact["value"] for fact in again["learned"]] == values(served.daybook) == ["Aarhus"]
    assert len(again["refused"]) == 1
    assert served.daybook.stats(owner="me").rounds == 1


@pytest.mark.parametrize("remember", [by_mcp, by_tool, by_http])
@pytest.mark.parametrize(("act", "status"), [("corrects", Status.DELETED), ("ends", Status.SUPERSEDED)])
async def test_a_fact_ends_the_record_that_it_names_and_puts_nothing_in_its_place(
    served: Served, remember: Interface, act: str, status: Status
) -> None:
    name = (await remember(served, [GOOD]))["learned"][0]["record_id"]
    over = "That about Aarhus is not so."
    ends = {"attribute": "residence", "value": "", "quote": over, "record": name, "act": act}

    unknown = await remember(served, [ends | {"record": "r-unknown"}], over)
    told = await remember(served, [ends], over)

    assert (unknown["ended"], len(unknown["refused"])) == ([], 1)
    assert ([fact["record_id"] for fact in told["ended"]], told["refused"]) == ([name], [])
    (record,) = served.daybook.ledger.records(owner="me")
    assert record.status is status


def test_a_hand_writes_a_fact_and_its_slot_has_to_be_named(daybook: Command) -> None:
    empty = daybook("ledger")
    unnamed = daybook("ledger", "add", "I am allergic to peanuts")
    added = daybook("ledger", "add", "I am allergic to peanuts", "--slot", "constraint.allergy", "--json")

    assert (empty.out, "daybook ledger add" in empty.err) == ("", True)
    assert (unnamed.code, "--slot" in unnamed.err) == (2, True)
    assert added.json["changes"][0]["after"]["slot"] == "constraint.allergy"
    (record,) = daybook("ledger", "--json").json["records"]
    assert record["support"][0]["quote"] == "I am allergic to peanuts"
    assert daybook("undo").code == 0
    assert daybook("ledger", "--json").json == {"records": []}
