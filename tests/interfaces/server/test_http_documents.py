"""Documents over HTTP: whose they are, how they come in, and what of the machine is told."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from daybook.interfaces.operations.memory_json import DocumentJson
from tests.documents.document_forms import FORMS, Draft
from tests.interfaces.server.http_server import Served, serving

RULES = {"name": "rules.md", "text": "# Harbour rules\n\nThe quay is closed in winter."}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server that takes tokens only."""
    with serving(tmp_path / "data", needs_token=True) as running:
        yield running


def documents(client: httpx.Client, **named: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = client.get("/v1/documents", params=named).json()["documents"]
    return found


def test_a_text_is_kept_listed_replaced_and_taken_out(served: Served) -> None:
    with served.client("ada") as ada:
        first, again = ada.post("/v1/documents", json=RULES), ada.post("/v1/documents", json=RULES)
        changed = ada.post("/v1/documents", json=RULES | {"text": "# New rules\n\nIt is open."})
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
        kept = ada.post(
            "/v1/documents/file", files={"file": ("../rules.pdf", data)}, data={"collection": "harbour"}
        )

        assert kept.status_code == 201
        document = kept.json()["document"]
        assert (document["pages"], document["passages"], document["collection"]) == (2, 2, "harbour")
        assert document["source"] == "upload:rules.pdf"


def test_no_token_reaches_another_owners_documents(served: Served) -> None:
    with served.client("ada") as ada, served.client("bob") as bob:
        name = ada.post("/v1/documents", json=RULES).json()["document"]["document_id"]

        assert documents(bob) == []
        assert bob.delete(f"/v1/documents/{name}").status_code == 404
        assert bob.delete(f"/v1/documents/{name}", params={"owner": "ada"}).status_code == 403
        assert bob.post("/v1/documents", json=RULES | {"owner": "ada"}).status_code == 403
        assert httpx.get(f"{served.url}/v1/documents").status_code == 401
        assert len(documents(ada)) == 1


def test_shared_documents_are_read_by_all_and_written_with_a_token_for_any_owner_alone(
    served: Served,
) -> None:
    with served.client("ada") as ada, served.client(any_owner=True) as back_end:
        refused = ada.post("/v1/documents", json=RULES | {"shared": True})
        kept = back_end.post("/v1/documents", json=RULES | {"shared": True, "owner": "ada"})
        (listed,) = documents(ada)
        path = f"/v1/documents/{listed['document_id']}?shared=true"

        assert (refused.status_code, kept.status_code) == (403, 201)
        assert listed["shared"]
        assert ada.delete(path).status_code == 403
        assert back_end.delete(f"{path}&owner=ada").status_code == 200
        assert documents(ada) == []


def test_what_cannot_be_kept_is_a_problem_of_one_line(served: Served) -> None:
    with served.client("ada") as ada:
        for body, told in (
            (RULES | {"text": " "}, "rules.md: is empty"),
            (RULES | {"name": "rules.pdf"}, "rules.pdf: is named as a PDF and is none"),
            (RULES | {"name": ""}, "a document needs a name"),
            (RULES | {"collection": "a.b"}, "a collection has a name"),
        ):
            reply = ada.post("/v1/documents", json=body)
            assert reply.status_code == 400
            assert told in reply.json()["detail"]
        assert ada.post("/v1/documents/file", data={"collection": "x"}).status_code == 422


def test_where_a_file_lies_on_the_machine_is_not_told(served: Served, tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("The quay is closed.")
    served.daybook.documents.add(path, owner="ada", shared=True)

    with served.client("bob") as bob:
        assert [document["source"] for document in documents(bob)] == ["rules.md"]
