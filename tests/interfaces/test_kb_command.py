"""`daybook kb`: documents kept, listed, brought up to date and removed from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.daybook_command import Command


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "library" / "rules.md"
    path.parent.mkdir()
    path.write_text("# Harbour rules\n\nThe quay is closed in winter.\n")
    return path


def listed(daybook: Command, owner: str = "me") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = daybook("kb", "list", "--owner", owner, "--json").json["documents"]
    return found


def test_documents_are_added_listed_counted_and_removed(daybook: Command, rules: Path) -> None:
    added = daybook("kb", "add", str(rules.parent), "--collection", "harbour", "--json").json
    (document,) = listed(daybook)
    counted = daybook("stats", "--json").json
    removed = daybook("kb", "remove", document["document_id"], "--yes", "--json").json

    assert added["counts"] == dict.fromkeys(added["counts"], 0) | {"added": 1}
    assert added["changes"][0]["document"] == document
    assert (document["title"], document["collection"], document["passages"]) == (
        "Harbour rules",
        "harbour",
        1,
    )
    assert (document["source"], document["gone"], document["shared"]) == (str(rules), False, False)
    assert {"sha256", "media_type", "added_at", "pages"} <= document.keys()
    assert (counted["documents"], counted["passages"], counted["items"]) == (1, 1, 0)
    assert (removed["documents"], removed["removed"][0]["document_id"]) == (1, document["document_id"])
    assert listed(daybook) == []


def test_a_pipe_gets_a_line_for_each_document_and_questions_are_answered_from_them(
    daybook: Command, rules: Path
) -> None:
    added = daybook("kb", "add", str(rules))
    answered = daybook("ask", "Is the quay closed in winter?")

    assert added.out.startswith("documents: 1 added; 1 passages in ")
    assert added.err == ""
    (line,) = daybook("kb", "list").out.splitlines()
    assert line.split("\t")[1:5] == ["Harbour rules", "documents", "1", ""]
    assert answered.out.endswith("\n\nFrom Harbour rules:\n“The quay is closed in winter.”\n")
    assert answered.err == ""


def test_what_cannot_be_read_is_told_in_a_line_and_the_rest_is_kept(daybook: Command, rules: Path) -> None:
    (rules.parent / "scan.pdf").write_bytes(b"%PDF-1.4 cut off")

    ran = daybook("kb", "add", str(rules.parent), "--json")

    assert ran.code == 2
    (line,) = ran.err.splitlines()
    assert line.startswith(f"daybook: {rules.parent / 'scan.pdf'}: is damaged")
    assert (ran.json["counts"]["added"], ran.json["counts"]["refused"]) == (1, 1)


def test_mistakes_get_one_line_and_exit_code_2(daybook: Command, tmp_path: Path, rules: Path) -> None:
    for arguments, told in (
        (("add", str(tmp_path / "nothing")), "there is no such file or folder"),
        (("add", str(rules), "--collection", "a.b"), "a collection has a name"),
        (("add", str(rules), "--owner", " "), "an owner needs a name"),
        (("remove", "k000000000000", "--yes"), "there is no document 'k000000000000'"),
        (("remove", "nope"), "there is no document 'nope'"),  # before anything is asked
    ):
        ran = daybook("kb", *arguments)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1), arguments
        assert told in ran.err


def test_removing_asks_first(daybook: Command, rules: Path) -> None:
    daybook("kb", "add", str(rules))
    (document,) = listed(daybook)

    assert daybook("kb", "remove", document["document_id"], stdin="n\n").code == 130
    assert len(listed(daybook)) == 1
    assert daybook("kb", "remove", document["document_id"], stdin="y\n").code == 0


def test_shared_documents_are_listed_for_everybody_and_are_nobodys_to_forget(
    daybook: Command, rules: Path
) -> None:
    daybook("kb", "add", str(rules), "--shared")

    ((adas,), (bobs,)) = (listed(daybook, owner) for owner in ("ada", "bob"))

    assert adas["shared"]
    assert bobs == adas
    assert daybook("kb", "remove", adas["document_id"], "--yes", "--owner", "bob").code == 2
    assert daybook("forget", "--all", "--owner", "bob", "--yes", "--json").json["removed"]["items"] == 0
    assert daybook("kb", "remove", adas["document_id"], "--yes", "--shared").code == 0


def test_a_forgotten_phrase_stays_away_and_the_receipt_names_the_file(daybook: Command, rules: Path) -> None:
    rules.write_text("# Rules\n\nAsk Winifred.\n\n# Fees\n\nTwelve crowns.\n")
    daybook("kb", "add", str(rules))

    receipt = daybook("forget", "--phrase", "Winifred", "--yes", "--json").json
    rules.write_text("# Rules\n\nAsk Winifred. Or ask nobody.\n")
    daybook("kb", "add", str(rules))

    assert (receipt["removed"]["passages"], receipt["verified"]) == (1, True)
    assert receipt["unreached"][0].startswith(str(rules))
    assert daybook("export", "me.jsonl").code == 0
    lines = [json.loads(line) for line in Path("me.jsonl").read_text().splitlines()]
    texts = [line["item"]["value"].get("text") for line in lines if "item" in line]
    assert texts == [None, "Or ask nobody."]
