"""Imports that are previewed, repeated, or stopped."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Session
from daybook.library.daybook import Daybook
from daybook_eval.bench.chat_export import HASHED_WORDS_COMMAND, write_export
from daybook_eval.robustness.sample_exports import chatgpt, chatgpt_conversation, telegram, whatsapp
from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import SAID, imported, kept, written
from tests.scripted_server import scripted_server


def test_a_preview_counts_and_keeps_nothing(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "conversations.json", chatgpt(SAID))

    told = daybook("import", path, "--dry-run", "--json").json

    assert (told["dry_run"], told["sessions"], told["rounds"]) == (True, 2, 3)
    assert (told["from"][:10], told["to"][:10]) == ("2024-03-05", "2024-03-05")
    assert told["languages"] == {"en": 1.0}
    assert told["left_out"]["conversations not to be remembered"] == 1
    assert told["estimated_seconds"] >= 0
    assert told["facts_by_model"] is None
    assert not (tmp_path / "data").exists()


def test_a_preview_is_readable_and_names_languages_that_are_not_learnt_from(
    daybook: Command, tmp_path: Path
) -> None:
    said = [("Ich wohne mit meiner Schwester in Graz und das ist schön.", "Wie schön für euch.")]
    path = written(tmp_path / "conversations.json", [chatgpt_conversation("c", "Graz", said)])

    done = daybook("import", path, "--dry-run")

    assert done.code == 0
    assert "de 100% (a guess; words of any language are found, facts are learnt from English)" in done.out
    assert "nothing was imported; without --dry-run it is" in done.out
    assert not (tmp_path / "data").exists()


def test_with_a_model_the_price_of_its_facts_is_told_and_nothing_is_sent(
    daybook: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "conversations.json", chatgpt(SAID))
    with scripted_server() as script:
        monkeypatch.setenv("DAYBOOK_CHAT_MODEL", "small")
        monkeypatch.setenv("DAYBOOK_PRICES", "small=2/8")
        monkeypatch.setenv("OPENAI_BASE_URL", script.url)

        previewed = daybook("import", path, "--dry-run", "--json").json["facts_by_model"]
        done = daybook("import", path, "--facts-by-model", "--json").json["facts_by_model"]["estimate"]

        assert script.requests == []
    assert (previewed["rounds"], previewed["calls"]) == (done["rounds"], done["calls"]) == (3, 2)
    assert previewed["cost"] == pytest.approx(done["cost"], rel=0.1)


SLOWLY = """
import time
from daybook_eval.embedders import HashedWords
embed = HashedWords.embed
HashedWords.embed = lambda self, texts: (time.sleep(0.03 * len(texts)), embed(self, texts))[1]
"""
"""Put before the command, has it embed thirty texts a second."""


def test_a_conversation_that_has_grown_gains_the_rest(daybook: Command, tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    imported(daybook, written(path, [chatgpt_conversation("c1", "Goats", SAID[:1])]))

    done = imported(daybook, written(path, [chatgpt_conversation("c1", "Renamed", SAID)]))

    assert (done["owners"][0]["added"], done["owners"][0]["skipped"]) == (2, 1)
    assert len(kept(daybook).turns["c1"]) == 6
    assert kept(daybook).sessions["c1"]["title"] == "Goats"


def test_of_a_conversation_that_was_edited_both_branches_stay(daybook: Command, tmp_path: Path) -> None:
    path, edited = tmp_path / "conversations.json", chatgpt_conversation("c1", "Goats", SAID)
    imported(daybook, written(path, [edited]))
    edited["mapping"]["c1-2-0"]["message"]["content"]["parts"] = ["I am allergic to walnuts."]

    done = imported(daybook, written(path, [edited]))

    assert done["owners"][0]["added"] == 1
    said = [text for side, text in kept(daybook).turns["c1"] if side == "user"]
    assert sorted(said) == sorted([*(said for said, _ in SAID), "I am allergic to walnuts."])


def _chat(kind: str, *, short: bool) -> Any:
    """Make a chat, or what it was when only half of its first round was said."""
    if kind == "whatsapp":
        lines = whatsapp(SAID)
        return "\n".join(lines.split("\n")[:2]) if short else lines
    account: Any = telegram(SAID)
    for chat in account["chats"]["list"]:
        chat["messages"] = chat["messages"][: 2 if short else None]
    return account


@pytest.mark.parametrize("chat", ["telegram", "whatsapp"])
def test_a_chat_that_has_grown_gains_the_rest(daybook: Command, tmp_path: Path, chat: str) -> None:
    path, before, after = tmp_path / "result.json", _chat(chat, short=True), _chat(chat, short=False)
    first = imported(daybook, written(path, before), "--me", "Ada")["owners"][0]

    second = imported(daybook, written(path, after), "--me", "Ada")["owners"][0]

    assert first["added"] > 0
    assert second["added"] > 0
    assert len(kept(daybook).texts) == len(set(kept(daybook).texts))


def test_what_was_forgotten_stays_forgotten_and_so_does_its_title(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "conversations.json", [chatgpt_conversation("c1", "Hazelnuts at last", SAID)])
    imported(daybook, path)

    gone = daybook("forget", "--phrase", "hazelnuts", "--yes", "--json").json

    assert gone["verified"]
    assert gone["removed"]["titles"] == 1
    imported(daybook, path)
    assert "azelnuts" not in daybook("sessions", "--json").out
    assert not any("hazelnuts" in text for text in kept(daybook).texts)


def test_a_phrase_goes_from_a_title_that_nobody_said(daybook: Command, tmp_path: Path) -> None:
    given = [chatgpt_conversation("c1", "Lactose again", SAID), chatgpt_conversation("c2", "Harps", SAID)]
    imported(daybook, written(tmp_path / "conversations.json", given))

    assert daybook("forget", "--phrase", "lactose", "--yes").code == 0

    titles = {name: one["title"] for name, one in kept(daybook).sessions.items()}
    assert titles == {"c1": SAID[0][0], "c2": "Harps"}


def test_the_order_of_files_does_not_decide_what_holds_now(daybook: Command, tmp_path: Path) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    earlier = chatgpt_conversation("c1", "", [("I live in Oslo.", "Nice.")], 1_600_000_000.0)
    later = chatgpt_conversation("c2", "", [("I moved to Graz.", "Nice.")], 1_700_000_000.0)
    for name, given in {"0": later, "1": earlier}.items():
        written(folder / f"{name}.json", [given])

    imported(daybook, str(folder))

    records = daybook("ledger", "--json").json["records"]
    assert [record["value"] for record in records if record["status"] == "active"] == ["Graz"]


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_import_that_was_stopped_goes_on_from_what_was_kept(
    daybook: Command, tmp_path: Path, how: signal.Signals
) -> None:
    export, data_dir = tmp_path / "export.zip", Path(os.environ["DAYBOOK_DATA_DIR"])
    write_export(export, 600)
    command = [sys.executable, "-c", HASHED_WORDS_COMMAND, "import", str(export), "--data-dir", str(data_dir)]
    slow = [
        *command[:2],
        SLOWLY + HASHED_WORDS_COMMAND,
        *command[3:],
    ]  # so as not to be done before it is stopped
    with subprocess.Popen(slow, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and daybook("stats", "--json").json["sessions"] < 5:
            time.sleep(0.05)
        process.send_signal(how)
        _, said = process.communicate(timeout=120)
    before = daybook("stats", "--json").json

    done = subprocess.run([*command, "--json"], capture_output=True, text=True, timeout=300, check=True)

    after = daybook("stats", "--json").json
    assert 0 < before["sessions"] < after["sessions"] == 600
    assert process.returncode == (130 if how is signal.SIGINT else -how)
    assert how is signal.SIGKILL or "are kept; import the file again for the rest" in said
    assert f'"skipped": {before["rounds"]}' in done.stdout
    assert daybook("doctor", "--json").json["sound"]


def test_an_interrupted_import_says_what_it_kept(
    daybook: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = tmp_path / "history.json"
    history.write_text(
        '[{"role": "user", "content": "I keep bees.", "timestamp": "2024-04-01", "session_id": "a"},'
        ' {"role": "user", "content": "I keep hens.", "timestamp": "2024-04-02", "session_id": "b"}]'
    )
    add = Daybook.add

    def stopped(memory: Daybook, sessions: Iterable[Session], **given: Any) -> None:
        add(memory, list(sessions)[:1], **given)
        raise KeyboardInterrupt

    monkeypatch.setattr(Daybook, "add", stopped)

    done = daybook("import", str(history))

    assert done.code == 130
    assert done.err.splitlines() == [
        "daybook: 1 new rounds of 'me' are kept; import the file again for the rest",
        "daybook: interrupted",
    ]
    assert daybook("stats", "--json").json["rounds"] == 1
