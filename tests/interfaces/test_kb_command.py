"""`daybook kb`: documents kept, listed, brought up to date and removed from the command line."""

import json
from pathlib import Path

import pytest

from tests.interfaces.daybook_command import Command


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "library" / "rules.md"
    path.parent.mkdir()
    path.write_text("# Harbour rules\n\nThe quay is closed in winter.\n")
    return path


def test_documents_are_added_listed_and_removed(daybook: Command, rules: Path) -> None:
    added = daybook("kb", "add", str(rules.parent), "--collection", "harbour", "--json").json
    (listed,) = daybook("kb", "list", "--json").json["documents"]
    removed = daybook("kb", "remove", listed["document_id"], "--yes", "--json")

    assert added["counts"] | {"added": 1} == dict.fromkeys(added["counts"], 0) | {"added": 1}
    assert added["changes"][0]["document"] == listed
    assert (listed["title"], listed["collection"], listed["passages"]) == ("Harbour rules", "harbour", 1)
    assert (listed["source"], listed["gone"], listed["shared"]) == (str(rules), False, False)
    assert {"sha256", "media_type", "added_at", "pages"} <= listed.keys()
    assert removed.json["documents"] == 1
    assert removed.json["removed"][0]["document_id"] == listed["document_id"]
    assert daybook("kb", "list", "--json").json == {"documents": []}


def test_a_pipe_gets_a_line_for_each_document(daybook: Command, rules: Path) -> None:
    added = daybook("kb", "add", str(rules))
    listed = daybook("kb", "list")

    assert added.out.startswith("documents: 1 added; 1 passages in ")
    assert added.err == ""
    (line,) = listed.out.splitlines()
    assert line.split("\t")[1:5] == ["Harbour rules", "documents", "1", ""]


def test_an_update_tells_what_changed_and_what_is_gone(daybook: Command, rules: Path) -> None:
    other = rules.parent / "fees.md"
    other.write_text("Twelve crowns.")
    assert daybook("kb", "add", str(rules.parent)).code == 0
    rules.write_text("# Harbour rules\n\nThe quay is open.\n")
    other.unlink()

    told = daybook("kb", "update")

    assert told.code == 0
    assert f"{other}: is gone; `daybook kb remove k" in told.out
    assert "documents: 1 changed and read again, 1 gone from where they were read" in told.out
    gone = {
        document["source"]: document["gone"] for document in daybook("kb", "list", "--json").json["documents"]
    }
    assert gone == {str(rules): False, str(other): True}


def test_what_cannot_be_read_is_told_in_a_line_and_the_rest_is_kept(daybook: Command, rules: Path) -> None:
    (rules.parent / "scan.pdf").write_bytes(b"%PDF-1.4 cut off")

    ran = daybook("kb", "add", str(rules.parent), "--json")

    assert ran.code == 2
    (line,) = ran.err.splitlines()
    assert line.startswith(f"daybook: {rules.parent / 'scan.pdf'}: is damaged")
    counts = ran.json["counts"]
    assert (counts["added"], counts["refused"]) == (1, 1)


def test_mistakes_get_one_line_and_exit_code_2(daybook: Command, tmp_path: Path, rules: Path) -> None:
    for arguments, told in (
        (("add", str(tmp_path / "nothing")), "there is no such file or folder"),
        (("add", str(rules), "--collection", "a.b"), "a collection has a name"),
        (("add", str(rules), "--owner", " "), "an owner needs a name"),
        (("remove", "k000000000000", "--yes"), "there is no document 'k000000000000'"),
    ):
        ran = daybook("kb", *arguments)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1), arguments
        assert told in ran.err


def test_removing_asks_first(daybook: Command, rules: Path) -> None:
    daybook("kb", "add", str(rules))
    (listed,) = daybook("kb", "list", "--json").json["documents"]

    assert daybook("kb", "remove", listed["document_id"], stdin="n\n").code == 130
    assert len(daybook("kb", "list", "--json").json["documents"]) == 1
    assert daybook("kb", "remove", listed["document_id"], stdin="y\n").code == 0


def test_removing_what_is_not_there_is_an_error_before_anything_is_asked(daybook: Command) -> None:
    ran = daybook("kb", "remove", "nope")

    assert ran.code == 2
    assert "there is no document 'nope'" in ran.err
    assert "Take" not in ran.err


def test_shared_documents_are_listed_for_everybody_and_are_nobodys_to_forget(
    daybook: Command, rules: Path
) -> None:
    daybook("kb", "add", str(rules), "--shared")

    for owner in ("ada", "bob"):
        (listed,) = daybook("kb", "list", "--owner", owner, "--json").json["documents"]
        assert listed["shared"]
    assert daybook("kb", "remove", listed["document_id"], "--yes", "--owner", "bob").code == 2
    assert daybook("forget", "--all", "--owner", "bob", "--yes", "--json").json["removed"]["items"] == 0
    assert daybook("kb", "remove", listed["document_id"], "--yes", "--shared").code == 0


def test_a_forgotten_phrase_stays_away_and_the_receipt_names_the_file(daybook: Command, rules: Path) -> None:
    rules.write_text("# Rules\n\nAsk Winifred.\n\n# Fees\n\nTwelve crowns.\n")
    daybook("kb", "add", str(rules))

    receipt = daybook("forget", "--phrase", "Winifred", "--yes", "--json").json
    rules.write_text("# Rules\n\nAsk Winifred. Or ask nobody.\n")
    daybook("kb", "update")

    assert (receipt["removed"]["passages"], receipt["verified"]) == (1, True)
    assert receipt["unreached"][0].startswith(str(rules))
    exported = rules.parent / "me.jsonl"
    assert daybook("export", str(exported)).code == 0
    lines = [json.loads(line) for line in exported.read_text().splitlines()]
    texts = [line["item"]["value"].get("text") for line in lines if "item" in line]
    assert texts == [None, "Or ask nobody."]


def test_stats_count_documents_and_passages(daybook: Command, rules: Path) -> None:
    daybook("kb", "add", str(rules))

    counted = daybook("stats", "--json").json

    assert (counted["documents"], counted["passages"], counted["items"]) == (1, 1, 0)


def test_who_has_only_documents_is_answered_without_a_warning(daybook: Command, rules: Path) -> None:
    daybook("kb", "add", str(rules))

    answered = daybook("ask", "Is the quay closed in winter?")

    assert answered.out.startswith("From “Harbour rules”: “The quay is closed in winter.”")
    assert answered.err == ""
