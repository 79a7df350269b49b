"""Imports that are previewed, repeated, or stopped."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation.errors import ModelUnavailable
from tests.interfaces.daybook_command import Command, HashedWords
from tests.interfaces.exports import SAID, Imports
from tests.interfaces.sample_exports import (
    HASHED_WORDS_COMMAND,
    chatgpt,
    chatgpt_conversation,
    telegram,
    whatsapp,
    write_export,
)


def test_a_preview_counts_and_keeps_nothing(imports: Imports) -> None:
    told = imports.command("import", imports.write(chatgpt(SAID)), "--dry-run", "--json").json

    assert (told["dry_run"], told["sessions"], told["rounds"]) == (True, 2, 3)
    assert (told["from"][:10], told["to"][:10]) == ("2024-03-05", "2024-03-05")
    assert told["people"] == [{"name": "", "side": side, "turns": 3} for side in ("user", "assistant")]
    assert told["left_out"]["conversations not to be remembered"] == 1
    assert told["encodings"] == ["UTF-8"]
    assert not (imports.folder / "data").exists()


def test_a_preview_tells_the_form_who_speaks_and_in_which_zone(imports: Imports) -> None:
    path = imports.write("28/03/2025, 21:29 - Ada: hello\n28/03/2025, 21:30 - Bo: hi", "chat.txt")

    done = imports.command("import", path, "--dry-run", "--me", "Ada", "--time-zone", "Europe/Oslo")

    assert done.code == 0
    assert "whatsapp (it fits no other)" in done.out
    said = imports.command("import", path, "--dry-run", "--me", "Ada", "--format", "whatsapp")
    assert "whatsapp (as you say)" in said.out
    assert "you are Ada (1); others are Bo (1)" in done.out
    assert "read in Europe/Oslo" in done.out
    assert "nothing was imported; without --dry-run it is" in done.out


def test_of_a_conversation_that_was_edited_both_branches_stay(imports: Imports) -> None:
    edited = chatgpt_conversation("c1", "Goats", SAID)
    imports([edited])
    edited["mapping"]["c1-2-0"]["message"]["content"]["parts"] = ["I am allergic to walnuts."]

    found = imports([edited])

    assert found.told["owners"][0]["added"] == 1
    assert sorted(found.said) == sorted([*(said for said, _ in SAID), "I am allergic to walnuts."])


def chat(kind: str, *, short: bool) -> Any:
    """Make a chat, or what it was when only half of its first round was said."""
    if kind == "whatsapp":
        lines = whatsapp(SAID)
        return "\n".join(lines.split("\n")[:2]) if short else lines
    account: Any = telegram(SAID)
    for talk in account["chats"]["list"]:
        talk["messages"] = talk["messages"][: 2 if short else None]
    return account


@pytest.mark.parametrize("kind", ["telegram", "whatsapp"])
def test_a_chat_that_has_grown_gains_the_rest(imports: Imports, kind: str) -> None:
    first, second = (imports(chat(kind, short=short), "--me", "Ada") for short in (True, False))

    assert all(found.told["owners"][0]["added"] > 0 for found in (first, second))
    assert len(second.texts) == len(set(second.texts))


def test_what_was_forgotten_stays_forgotten_and_so_does_its_title(imports: Imports) -> None:
    given = [chatgpt_conversation("c1", "Hazelnuts at last", SAID)]
    imports(given)

    gone = imports.command("forget", "--phrase", "hazelnuts", "--yes", "--json").json

    assert gone["verified"]
    assert gone["removed"]["titles"] == 1
    assert not any("hazelnuts" in text for text in imports(given).texts)
    assert "azelnuts" not in imports.command("sessions", "--json").out


SLOWLY = """
import time
from daybook_eval.embedders import HashedWords
embed = HashedWords.embed
HashedWords.embed = lambda self, texts: (time.sleep(0.03 * len(texts)), embed(self, texts))[1]
"""
"""Put before the command, has it embed thirty texts a second, so that it is not done before it is stopped."""


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_import_that_was_stopped_goes_on_from_what_was_kept(
    daybook: Command, tmp_path: Path, how: signal.Signals
) -> None:
    export = tmp_path / "export.zip"
    write_export(export, 600)
    arguments = ["import", str(export), "--data-dir", os.environ["DAYBOOK_DATA_DIR"]]
    slow = [sys.executable, "-c", SLOWLY + HASHED_WORDS_COMMAND, *arguments]
    with subprocess.Popen(slow, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and daybook("stats", "--json").json["sessions"] < 5:
            time.sleep(0.05)
        process.send_signal(how)
        _, said = process.communicate(timeout=120)
    before = daybook("stats", "--json").json

    command = [sys.executable, "-c", HASHED_WORDS_COMMAND, *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)

    after = daybook("stats", "--json").json
    assert 0 < before["sessions"] < after["sessions"] == 600
    assert process.returncode == (130 if how is signal.SIGINT else -how)
    assert how is signal.SIGKILL or "are kept; import the file again for the rest" in said
    assert f'"skipped": {before["rounds"]}' in done.stdout
    assert daybook("doctor", "--json").json["sound"]


def test_an_import_that_fails_in_the_middle_says_in_its_line_what_it_kept(
    daybook: Command, history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unavailable(*_: object) -> None:
        raise ModelUnavailable("the model is not here: get it")

    monkeypatch.setattr(HashedWords, "embed", unavailable)

    done = daybook("import", str(history))

    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "daybook: the model is not here: get it; 2 sessions of 'me' with 2 new rounds were kept before that, "
        "and stay\n"
    )
    assert daybook("stats", "--json").json["rounds"] == 2
