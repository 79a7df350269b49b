"""Documents over HTTP: whose they are, how they come in, and what of the machine is told."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from daybook.interfaces.operations.memory_json import DocumentJson
from tests.documents.document_forms import FORMS, Draft
from tests.interfaces.server.http_server import Served, serving

RULES = "# Harbour rules\n\nThe quay is closed in winter."


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server that takes tokens only."""
    with serving(tmp_path / "data", needs_token=True) as running:
        yield running


def keep(
    client: httpx.Client, text: str | bytes = RULES, name: str = "rules.md", **said: str
) -> httpx.Response:
    return client.post("/v1/documents", files={"file": (name, text)}, data=said)


def test_a_file_is_kept_listed_replaced_and_taken_out(served: Served) -> None:
    with served.client("ada") as ada:
        first, again, changed = keep(ada), keep(ada), keep(ada, "# New rules\n\nIt is open.")
        (listed,) = documents(ada)
        gone = ada.delete(f"/v1/documents/{listed['document_id']}")

        assert [one.status_code for one in (first, again, changed, gone)] == [201, 200, 200, 200]
        assert [one.json()["outcome"] for one in (first, again, changed)] == [
            "added",
            "unchanged",
            "replaced",
        ]
        assert (listed["title"], listed["source"]) == ("New rules", "upload:rules.md")
        assert listed.keys() == DocumentJson.model_fields.keys()
        assert gone.json()["documents"] == 1
        assert documents(ada) == []
        assert ada.delete(f"/v1/documents/{listed['document_id']}").status_code == 404


def test_a_file_is_kept_with_its_pages(served: Served) -> None:
    data = FORMS[".pdf"](Draft("Harbour rules", [("Mooring", ["At the quay."]), ("Winter", ["Closed."])]))
    with served.client("ada") as ada:
        kept = keep(ada, data, "../rules.pdf", collection="harbour")

        assert kept.status_code == 201
        document = kept.json()["document"]
        assert (document["pages"], document["passages"], document["collection"]) == (2, 2, "harbour")
        assert document["source"] == "upload:rules.pdf"


def documents(client: httpx.Client, **named: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = client.get("/v1/documents", params=named).json()["documents"]
    return found


def test_no_token_reaches_another_owners_documents(served: Served) -> None:
    with served.client("ada") as ada, served.client("bob") as bob:
        name = keep(ada).json()["document"]["document_id"]

        assert documents(bob) == []
        assert bob.delete(f"/v1/documents/{name}").status_code == 404
        assert bob.delete(f"/v1/documents/{name}", params={"owner": "ada"}).status_code == 403
        assert keep(bob, owner="ada").status_code == 403
        assert httpx.get(f"{served.url}/v1/documents").status_code == 401
        assert len(documents(ada)) == 1


def test_what_cannot_be_kept_is_a_problem_of_one_line(served: Served) -> None:
    with served.client("ada") as ada:
        for reply, told in (
            (keep(ada, " "), "rules.md: is empty"),
            (keep(ada, name="rules.pdf"), "rules.pdf: is damaged, or of another form"),
            (keep(ada, collection="a.b"), "a collection has a name"),
        ):
            assert reply.status_code == 400
            assert told in reply.json()["detail"]
        assert ada.post("/v1/documents", data={"collection": "x"}).status_code == 422


def test_where_a_file_lies_on_the_machine_is_not_told(served: Served, tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("The quay is closed.")
    served.daybook.documents.add(path, owner="ada", shared=True)

    with served.client("bob") as bob:
        assert [document["source"] for document in documents(bob)] == ["rules.md"]
