"""Where an import reads from: folders, zips, gzip and standard input; what is passed over and refused."""

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest

from daybook.interfaces.cli.program import run
from daybook_eval.robustness.sample_exports import chatgpt, claude, whatsapp, zipped
from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import SAID, give_stdin, imported, kept, refusal, written


def test_a_zip_is_read_with_split_files_in_a_folder_of_its_own(daybook: Command, tmp_path: Path) -> None:
    one, two, _ = chatgpt(SAID)
    files = {
        "export/conversations-000.json": [one],
        "export/conversations-001.json": [two],
        "export/user.json": {"id": "user-1", "email": "ada@example.org"},
        "export/chat.html": "<html></html>",
        "export/ferry.pdf": b"%PDF",
        "__MACOSX/export/._conversations-000.json": b"\0",
    }

    done = imported(daybook, written(tmp_path / "export.zip", zipped(files)))

    assert set(kept(daybook).sessions) == {"c1", "c2"}
    assert [Path(file["file"]).name for file in done["files"]] == [
        "conversations-000.json",
        "conversations-001.json",
    ]
    assert done["passed_over"] == []


def test_a_folder_is_read_with_files_and_zips_of_several_formats(daybook: Command, tmp_path: Path) -> None:
    folder = tmp_path / "exports"
    (folder / "phone").mkdir(parents=True)
    written(folder / "claude.zip", zipped({"conversations.json": claude(SAID)}))
    written(folder / "phone" / "chat.txt", whatsapp(SAID))
    written(folder / "chatgpt.json.gz", gzip.compress(json.dumps(chatgpt(SAID)).encode()))
    written(folder / "todo.txt", "Buy nuts.")

    done = imported(daybook, str(folder), "--me", "Ada")

    assert sorted(file["format"] for file in done["files"]) == ["chatgpt", "claude", "whatsapp"]
    assert {"c1", "u0", "whatsapp-2024-02-14T09:00:00-Ada"} <= set(kept(daybook).sessions)
    assert len(done["passed_over"]) == 1


def test_a_conversation_in_two_files_is_kept_once_and_gains_the_rest_of_the_longer(
    daybook: Command, tmp_path: Path
) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    whole, short = chatgpt(SAID)[0], chatgpt(SAID)[0]
    short["current_node"] = "c1-0-3"
    for name, given in {"a": short, "b": whole, "c": whole}.items():
        written(folder / f"{name}.json", [given])

    done = imported(daybook, str(folder))

    assert done["owners"][0] == {"owner": "me", "sessions": 3, "rounds": 5, "added": 2, "skipped": 3}
    assert len(kept(daybook).turns["c1"]) == 4


@pytest.mark.parametrize("packed", [False, True])
def test_standard_input_is_read_like_a_file(
    daybook: Command, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    content = zipped({"conversations.json": chatgpt(SAID)}) if packed else json.dumps(chatgpt(SAID)).encode()
    give_stdin(monkeypatch, content)
    capsys.readouterr()

    assert run(["import", "-", "--json"]) == 0

    done = json.loads(capsys.readouterr().out)
    assert done["files"][0]["file"].startswith("standard input")
    assert set(kept(daybook).sessions) == {"c1", "c2"}


def test_an_encrypted_zip_is_explained(daybook: Command, tmp_path: Path) -> None:
    content = bytearray(zipped({"conversations.json": chatgpt(SAID)}))
    content[content.rindex(b"PK\x01\x02") + 8] |= 1  # the flag in the directory of the zip

    assert "the zip is encrypted: unpack it" in refusal(daybook, written(tmp_path / "x.zip", bytes(content)))


def test_a_zip_that_holds_more_than_the_limit_is_refused(
    daybook: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYBOOK_IMPORT_LIMIT", "4000000")
    path = written(tmp_path / "bomb.zip", zipped({"conversations.json": "[" + " " * 5_000_000 + "]"}))

    assert "5,000,002 bytes, unpacked, more than the 4,000,000" in refusal(daybook, path)


def test_nothing_of_a_zip_is_written_out_whatever_its_names(daybook: Command, tmp_path: Path) -> None:
    names = ["../../evil.json", "/etc/evil.json", "a/../../b\n\x1b[31m.json"]
    path = written(tmp_path / "evil.zip", zipped({name: chatgpt(SAID)[:1] for name in names}))

    imported(daybook, path)

    assert not list(tmp_path.parent.rglob("evil.json"))
    assert len(kept(daybook).turns["c1"]) == 4


def test_a_zip_of_zips_and_a_damaged_zip_are_explained(daybook: Command, tmp_path: Path) -> None:
    whole = zipped({"conversations.json": chatgpt(SAID)})

    assert "this zip holds zips: unpack it" in refusal(
        daybook, written(tmp_path / "outer.zip", zipped({"inner.zip": whole}))
    )
    assert "the zip cannot be read" in refusal(
        daybook, written(tmp_path / "cut.zip", whole[: len(whole) // 2])
    )


def test_a_damaged_file_among_sound_ones_is_refused_and_nothing_is_kept(
    daybook: Command, tmp_path: Path
) -> None:
    files = {"conversations-000.json": chatgpt(SAID)[:1], "conversations-001.json": '[{"mapping": oops}]'}

    assert "not JSON" in refusal(daybook, written(tmp_path / "export.zip", zipped(files)))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "the text is not UTF-8"),
        (b"\0\1\2\3 binary", "this looks like no text at all"),
        (
            b"Dear diary,\ntoday I slept.",
            "this is not JSON, and no line of it begins like one of a WhatsApp chat",
        ),
        (b'[{"colour": "red", "size": 3}]', 'its first record has the fields "colour", "size"'),
        (b"[3]", "its first record is no object"),
        (b"  \n", "the file is empty"),
    ],
)
def test_an_unknown_file_is_told_what_it_looks_like_and_what_to_do(
    daybook: Command, tmp_path: Path, content: bytes, problem: str
) -> None:
    assert problem in refusal(daybook, written(tmp_path / "what.json", content))


def test_a_zip_without_chats_says_so(daybook: Command, tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("photo.jpg", b"x")

    assert "no file that could be imported" in refusal(
        daybook, written(tmp_path / "x.zip", packed.getvalue())
    )
