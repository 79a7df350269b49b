"""Where an import reads from: folders, zips, gzip and standard input; what is passed over and refused."""

import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from daybook.interfaces.cli.program import run
from tests.interfaces.exports import SAID, Imports, written
from tests.interfaces.sample_exports import chatgpt, claude, whatsapp, zipped


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "exports" / "phone").mkdir(parents=True)
    return tmp_path / "exports"


def test_a_zip_is_read_with_split_files_in_a_folder_of_its_own(imports: Imports) -> None:
    one, two, _ = chatgpt(SAID)
    files = {
        "export/conversations-000.json": [one],
        "export/conversations-001.json": [two],
        "export/user.json": {"id": "user-1", "email": "ada@example.org"},
        "export/chat.html": "<html></html>",
        "export/ferry.pdf": b"%PDF",
        "__MACOSX/export/._conversations-000.json": b"\0",
    }

    found = imports(zipped(files), name="export.zip")

    assert set(found.sessions) == {"c1", "c2"}
    assert [Path(file["file"]).name for file in found.told["files"]] == [
        "conversations-000.json",
        "conversations-001.json",
    ]
    (passed_over,) = found.told["passed_over"]
    assert "user.json: the format is not recognised" in passed_over


def test_a_folder_is_read_with_files_and_zips_of_several_formats(imports: Imports, folder: Path) -> None:
    written(folder / "claude.zip", zipped({"conversations.json": claude(SAID)}))
    written(folder / "phone" / "chat.txt", whatsapp(SAID))
    written(folder / "chatgpt.json.gz", gzip.compress(json.dumps(chatgpt(SAID)).encode()))
    written(folder / "todo.txt", "Buy nuts.")

    found = imports(folder, "--me", "Ada")

    assert sorted(file["format"] for file in found.told["files"]) == ["chatgpt", "claude", "whatsapp"]
    assert {"c1", "u0", "whatsapp-2024-02-14T09:00:00-Ada"} <= set(found.sessions)
    assert len(found.told["passed_over"]) == 1
    assert found.told["seconds"] > 0


def test_a_conversation_in_two_files_is_kept_once_and_gains_the_rest_of_the_longer(
    imports: Imports, folder: Path
) -> None:
    whole, short = chatgpt(SAID)[0], chatgpt(SAID)[0]
    short["current_node"] = "c1-0-3"
    for name, given in {"a": short, "b": whole, "c": whole}.items():
        written(folder / f"{name}.json", [given])

    found = imports(folder)

    assert found.told["owners"][0] == {"owner": "me", "sessions": 3, "rounds": 5, "added": 2, "skipped": 3}
    assert len(found.turns["c1"]) == 4


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_text_is_read_in_the_encodings_that_editors_save_in(imports: Imports, encoding: str) -> None:
    chat = "14.02.24, 09:00 - Ada: The café in Malmö opens at ten.\n14.02.24, 09:01 - Bo: I know.\n"

    found = imports(chat.encode(encoding), "--me", "Ada", name="chat.txt")

    [session] = found.turns.values()
    assert session[0][1] == "The café in Malmö opens at ten."


@pytest.mark.parametrize("text", ["Ваза в шкафу", "Ваза"])
def test_a_text_of_a_code_page_of_another_script_is_refused_rather_than_garbled(
    imports: Imports, text: str
) -> None:
    chat = f"14.02.24, 09:00 - Ada: {text}\n".encode("cp1251")

    assert "the text is not UTF-8" in imports.refusal(chat, "--me", "Ada")


@pytest.mark.parametrize("packed", [False, True])
def test_standard_input_is_read_like_a_file(
    imports: Imports, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    content = zipped({"conversations.json": chatgpt(SAID)}) if packed else json.dumps(chatgpt(SAID)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    assert run(["import", "-", "--json"]) == 0

    done = json.loads(capsys.readouterr().out)
    assert done["files"][0]["file"].startswith("standard input")
    assert set(imports.kept().sessions) == {"c1", "c2"}


def test_nothing_of_a_zip_is_written_out_whatever_its_names(imports: Imports, tmp_path: Path) -> None:
    names = ["../../evil.json", "/etc/evil.json", "a/../../b\n\x1b[31m.json"]

    found = imports(zipped({name: chatgpt(SAID)[:1] for name in names}), name="evil.zip")

    assert not list(tmp_path.parent.rglob("evil.json"))
    assert len(found.turns["c1"]) == 4


WHOLE = zipped({"conversations.json": chatgpt(SAID)})
FLAG = WHOLE.rindex(b"PK\x01\x02") + 8
"""Where the directory of the zip says that a file is encrypted."""
SPLIT = {"conversations-000.json": chatgpt(SAID)[:1], "conversations-001.json": '[{"mapping": oops}]'}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "the text is not UTF-8"),
        (b"\xff\xfe[\0]", "the text is not UTF-16"),
        (b"\0\1\2\3 binary", "this looks like no text at all"),
        (
            b"Dear diary,\ntoday I slept.",
            "this is not JSON, and no line of it begins like one of a WhatsApp chat",
        ),
        (b'[{"colour": "red", "size": 3}]', 'its first record has the fields "colour", "size"'),
        (b"[3]", "its first record is no object"),
        (b"  \n", "the file is empty"),
        (WHOLE[:FLAG] + bytes([WHOLE[FLAG] | 1]) + WHOLE[FLAG + 1 :], "the zip is encrypted: unpack it"),
        (zipped({"inner.zip": WHOLE}), "this zip holds zips: unpack it"),
        (WHOLE[: len(WHOLE) // 2], "the zip cannot be read"),
        (zipped(SPLIT), "not JSON"),
        (zipped({"photo.jpg": b"x"}), "no file that could be imported"),
    ],
)
def test_a_file_that_cannot_be_imported_is_told_what_it_looks_like_and_what_to_do(
    imports: Imports, content: bytes, problem: str
) -> None:
    assert problem in imports.refusal(content)


def test_a_zip_that_holds_more_than_the_limit_is_refused(
    imports: Imports, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYBOOK_IMPORT_LIMIT", "4000000")
    bomb = zipped({"conversations.json": "[" + " " * 5_000_000 + "]"})

    assert "5,000,002 bytes, unpacked, more than the 4,000,000" in imports.refusal(bomb, name="bomb.zip")
