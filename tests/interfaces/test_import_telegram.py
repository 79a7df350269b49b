from pathlib import Path
from typing import Any

from daybook_eval.robustness.sample_exports import telegram
from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import SAID, imported, kept, refusal, written

BO = "telegram-7-2024-03-05T15:00:00"


def test_an_account_knows_its_owner_and_each_chat_is_kept(daybook: Command, tmp_path: Path) -> None:
    done = imported(daybook, written(tmp_path / "result.json", telegram(SAID)))

    found = kept(daybook)
    assert found.turns[BO][:2] == [("user", SAID[0][0]), ("assistant", SAID[0][1])]
    assert found.sessions[BO]["title"] == "Bo"
    assert any(one["title"] == "Goats" for one in found.sessions.values())
    assert done["left_out"]["service messages"] == 2


def test_one_chat_asks_who_the_owner_is_and_lists_the_names(daybook: Command, tmp_path: Path) -> None:
    chat: Any = telegram(SAID)["chats"]["list"][0]
    path = written(tmp_path / "result.json", chat)

    assert "which of these are you: 'Ada', 'Bo'? Say it with --me NAME" in refusal(daybook, path)
    assert "nobody in it is called 'Cleo'; --me is one of 'Ada', 'Bo'" in refusal(
        daybook, path, "--me", "Cleo"
    )

    imported(daybook, path, "--me", " bo ")
    assert ("user", SAID[0][1]) in kept(daybook).turns[BO]


def test_forwarded_words_are_a_quotation_and_attachments_are_named(daybook: Command, tmp_path: Path) -> None:
    chat: Any = telegram(SAID)["chats"]["list"][0]
    first, second, third, fourth = chat["messages"][1:]
    first["forwarded_from"] = "News"
    second |= {"text": "", "sticker_emoji": "🐐", "media_type": "sticker"}
    third |= {"text": "", "file": "(not included)", "media_type": "voice_message"}
    fourth |= {"text": ""}
    fourth.pop("photo")

    done = imported(daybook, written(tmp_path / "result.json", chat), "--me", "Ada")

    assert kept(daybook).texts == [
        "[forwarded from News]\n> I keep goats in Graz.",
        "[sticker 🐐]",
        "[attached: voice message]",
    ]
    assert done["left_out"]["messages without text"] == 1
    assert daybook("ledger", "--json").json["records"] == []


def test_a_channel_is_no_conversation(daybook: Command, tmp_path: Path) -> None:
    given: Any = telegram(SAID)
    given["chats"]["list"][1]["type"] = "public_channel"

    done = imported(daybook, written(tmp_path / "result.json", given))

    assert set(kept(daybook).sessions) == {BO}
    assert done["left_out"]["messages of channels"] == 2


def test_in_a_group_others_keep_their_names(daybook: Command, tmp_path: Path) -> None:
    imported(daybook, written(tmp_path / "result.json", telegram(SAID)))

    shown = daybook("show", "telegram-8-2024-03-05T15:00:00").out

    assert "Ada:" in shown
    assert "Cy:" in shown
