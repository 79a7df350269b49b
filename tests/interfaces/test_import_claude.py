from pathlib import Path
from typing import Any

from daybook_eval.robustness.sample_exports import claude
from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import SAID, imported, kept, refusal, written


def test_messages_are_kept_without_thoughts_and_tools(daybook: Command, tmp_path: Path) -> None:
    done = imported(daybook, written(tmp_path / "conversations.json", claude(SAID)))

    found = kept(daybook)
    assert found.turns["u2"] == [("user", SAID[2][0]), ("assistant", SAID[2][1])]
    assert found.sessions["u2"]["title"] == "A talk"
    assert found.rounds[2]["said_at"] == "2024-03-03T09:00:02+00:00"
    assert done["left_out"] == {"thoughts of the assistant": 3, "tool messages": 6}


def test_the_beginning_of_an_attachment_is_quoted_and_a_file_is_named(
    daybook: Command, tmp_path: Path
) -> None:
    given: Any = claude(SAID)
    given[0]["chat_messages"][0]["attachments"][0]["extracted_content"] = "I live in Oslo.\n" + "x" * 3_000

    imported(daybook, written(tmp_path / "conversations.json", given))

    first, second = (kept(daybook).turns[f"u{place}"][0][1] for place in range(2))
    assert first.startswith(
        f"{SAID[0][0]}\n\n[attached: notes.txt, 3,016 characters, the first 2,000]\n> I live in Oslo.\n> xxx"
    )
    assert len(first) < 2_200
    assert second.endswith("[attached: map.png]")
    assert not [one for one in daybook("ledger", "--json").json["records"] if "Oslo" in one["value"]]


def test_the_flat_text_stands_where_a_message_has_no_blocks(daybook: Command, tmp_path: Path) -> None:
    given: Any = claude(SAID[:1])
    for message in given[0]["chat_messages"]:
        del message["content"], message["attachments"]

    imported(daybook, written(tmp_path / "conversations.json", given))

    assert kept(daybook).turns["u0"] == [("user", SAID[0][0]), ("assistant", SAID[0][1])]


def test_a_manifest_is_explained(daybook: Command, tmp_path: Path) -> None:
    parts = [{"name": "batch-0.zip", "url": "https://example.org/batch-0.zip"}]
    path = written(tmp_path / "manifest.json", {"created_at": "2026-10-01", "files": parts})

    said = refusal(daybook, path)

    assert "a manifest, which only lists the parts of an export: download the zips" in said
