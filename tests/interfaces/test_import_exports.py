"""Rounds kept from the exports of ChatGPT, Claude, Gemini, Telegram and WhatsApp."""

from typing import Any

import pytest

from tests.interfaces.exports import SAID, TURNS, Imports
from tests.interfaces.sample_exports import (
    chatgpt,
    chatgpt_conversation,
    claude,
    gemini,
    telegram,
    whatsapp,
    zipped,
)


def conversation() -> dict[str, Any]:
    return chatgpt_conversation("c1", "Goats and harps", SAID)


def test_of_chatgpt_the_branch_shown_last_is_kept_with_its_title_and_dates(imports: Imports) -> None:
    found = imports([conversation()])

    assert found.told["files"][0]["format"] == "chatgpt"
    assert found.turns == {"c1": TURNS}
    assert found.sessions["c1"]["title"] == "Goats and harps"
    assert [round_["said_at"] for round_ in found.rounds] == [
        f"2024-03-05T09:0{minute}:00+00:00" for minute in range(3)
    ]


def test_a_conversation_that_is_not_to_be_remembered_is_not(imports: Imports) -> None:
    done = imports.command("import", imports.write(chatgpt(SAID)))

    assert set(imports.kept().sessions) == {"c1", "c2"}
    assert "left out: 1 conversations not to be remembered" in done.out


def test_attachments_and_pictures_are_named(imports: Imports) -> None:
    given = conversation()
    first, second = (given["mapping"][f"c1-{place}-0"]["message"] for place in range(2))
    first["metadata"]["attachments"] = [{"name": "goats.pdf"}]
    second["content"] = {
        "content_type": "multimodal_text",
        "parts": [
            {"content_type": "image_asset_pointer", "asset_pointer": "x"},
            {"content_type": "audio_transcription", "text": "She plays the harp."},
        ],
    }

    assert imports([given]).said[:2] == [
        "I keep goats in Graz.\n\n[attached: goats.pdf]",
        "[attached: image]\n\nShe plays the harp.",
    ]


@pytest.mark.parametrize(
    "missing", ["children", "parent", "current_node", "metadata", "create_time", "author_name"]
)
def test_fields_that_are_missing_are_survived(imports: Imports, missing: str) -> None:
    given = conversation()
    for node in given["mapping"].values():
        node.pop("children" if missing in ("children", "current_node") else missing, None)
        if node["message"]:
            node["message"].pop(missing, None)
    given.pop(missing, None)

    found = imports([given])

    assert found.said == [said for said, _ in SAID]
    assert found.rounds[0]["said_at"][:10] == "2024-03-05" or missing == "create_time"


def test_parents_that_go_in_a_circle_end(imports: Imports) -> None:
    given = conversation()
    given["mapping"]["c1-0-0"]["parent"] = given["current_node"]

    assert imports([given]).turns["c1"] == TURNS


PARTS = [{"name": "batch-0.zip", "url": "https://example.org/batch-0.zip"}]
ACTIVITY = (
    '<html><head><title>My Activity History</title></head><body><div class="mdl-grid">'
    '<div class="outer-cell mdl-cell">Prompted What is a ledger?</div></div></body></html>'
)


@pytest.mark.parametrize(
    ("name", "content", "problems"),
    [
        (
            "conversations.json",
            [{"title": "x", "mapping": {}, "current_node": "y"}],
            ["nothing that was said is in it; it was read as chatgpt"],
        ),
        (
            "manifest.json",
            {"created_at": "2026-10-01", "files": PARTS},
            ["a manifest, which only lists the parts of an export: download the zips"],
        ),
        (
            "MyActivity.json",
            [{"header": "YouTube", "title": "Watched a film", "time": "2024-03-01T09:00:00Z"}],
            ["this is Google's activity of 'YouTube'"],
        ),
        ("MyActivity.html", "<!DOCTYPE html><html></html>", ["web page"]),
        ("MyActivity.html", ACTIVITY, ["takeout.google.com", "JSON", "MyActivity.json"]),
        ("chat.txt", whatsapp(SAID), ["which of these are you: 'Ada', 'Bo'? Say it with --me NAME"]),
    ],
)
def test_an_export_that_cannot_be_read_as_it_is_says_what_to_do(
    imports: Imports, name: str, content: object, problems: list[str]
) -> None:
    said = imports.refusal(content, name=name)

    assert [problem for problem in problems if problem not in said] == []


def test_of_claude_messages_are_kept_without_thoughts_and_tools(imports: Imports) -> None:
    found = imports(claude(SAID))

    assert found.turns["u2"] == TURNS[4:]
    assert found.sessions["u2"]["title"] == "A talk"
    assert found.rounds[2]["said_at"] == "2024-03-03T09:00:02+00:00"
    assert found.told["left_out"] == {"thoughts of the assistant": 3, "tool messages": 6}


def test_the_beginning_of_an_attachment_is_quoted_and_a_file_is_named(imports: Imports) -> None:
    given: Any = claude(SAID)
    given[0]["chat_messages"][0]["attachments"][0]["extracted_content"] = "I live in Oslo.\n" + "x" * 3_000

    first, second, _ = imports(given).said

    assert first.startswith(
        f"{SAID[0][0]}\n\n[attached: notes.txt, 3,016 characters, the first 2,000]\n> I live in Oslo.\n> xxx"
    )
    assert len(first) < 2_200
    assert second.endswith("[attached: map.png]")
    records = imports.command("ledger", "--json").json["records"]
    assert not [record for record in records if "Oslo" in record["value"]]


def test_of_gemini_prompts_and_answers_are_kept_as_text_in_the_order_of_time(imports: Imports) -> None:
    found = imports(gemini(SAID))

    assert next(iter(found.turns.values())) == [
        ("user", SAID[0][0]),
        ("assistant", f"{SAID[0][1]}\n\n- one\n- two & three"),
    ]
    assert list(found.sessions) == [f"gemini-2024-03-0{day}T09:00:00" for day in (1, 2, 3)]
    assert found.told["left_out"] == {"activities that are no prompts": 1}
    assert any("sessions are made at silences" in note for note in found.told["notes"])


def test_in_another_language_the_word_before_every_prompt_is_taken_off(imports: Imports) -> None:
    given: Any = gemini(SAID)
    for entry in given:
        entry["title"] = entry["title"].replace("Prompted", "Gefragt:").replace("Gave", "Bewertet")

    assert sorted(imports(given).said) == sorted(said for said, _ in SAID)


BO = "telegram-7-2024-03-05T15:00:00"


def test_an_account_of_telegram_knows_its_owner_and_each_chat_is_kept(imports: Imports) -> None:
    found = imports(telegram(SAID))

    assert found.turns[BO][:2] == TURNS[:2]
    assert {"Bo", "Goats"} <= {session["title"] for session in found.sessions.values()}
    assert found.told["left_out"]["service messages"] == 2
    shown = imports.command("show", "telegram-8-2024-03-05T15:00:00").out
    assert "Ada:" in shown
    assert "Cy:" in shown


def test_one_chat_asks_who_the_owner_is_and_lists_the_names(imports: Imports) -> None:
    chat: Any = telegram(SAID)["chats"]["list"][0]

    assert "which of these are you: 'Ada', 'Bo'? Say it with --me NAME" in imports.refusal(chat)
    nobody = "nobody in it is called 'Cleo'; --me is one of 'Ada', 'Bo'"
    assert nobody in imports.refusal(chat, "--me", "Cleo")
    assert ("user", SAID[0][1]) in imports(chat, "--me", " bo ").turns[BO]


def test_a_channel_is_no_conversation(imports: Imports) -> None:
    given: Any = telegram(SAID)
    given["chats"]["list"][1]["type"] = "public_channel"

    found = imports(given)

    assert set(found.sessions) == {BO}
    assert found.told["left_out"]["messages of channels"] == 2


def test_of_whatsapp_a_chat_is_kept_without_notices_and_omitted_media(imports: Imports) -> None:
    found = imports(whatsapp(SAID), "--me", "Ada", name="WhatsApp Chat with Bo.txt")

    assert found.texts[:2] == list(SAID[0])
    assert "[attached: goats.jpg]" in found.texts
    assert found.rounds[0]["said_at"] == "2024-02-14T09:00:00+00:00"
    assert {session["title"] for session in found.sessions.values()} == {"WhatsApp Chat with Bo"}
    assert found.told["left_out"] == {"notices of WhatsApp": 1, "media without text": 1}


@pytest.mark.parametrize(
    ("chat", "days"),
    [
        ("3/4/24, 9:00 AM - Ada: one\n3/15/24, 9:00 AM - Ada: two", ["2024-03-04", "2024-03-15"]),
        (
            "5/1/24, 09:00 - Ada: one\n6/1/24, 09:00 - Ada: two\n2/2/24, 09:00 - Ada: three",
            ["2024-01-05", "2024-01-06", "2024-02-02"],
        ),
    ],
)
def test_an_order_of_dates_is_told_from_one_that_only_it_can_be_or_from_a_chat_running_forward(
    imports: Imports, chat: str, days: list[str]
) -> None:
    assert [round_["said_at"][:10] for round_ in imports(chat, "--me", "Ada").rounds] == days


def test_an_order_of_dates_that_cannot_be_told_is_asked_for(imports: Imports) -> None:
    chat = "3/4/24, 09:00 - Ada: one\n4/4/24, 09:00 - Ada: two"

    assert "--date-order dmy or --date-order mdy" in imports.refusal(chat, "--me", "Ada")
    assert "'ydm' is none of dmy, mdy, ymd" in imports.refusal(chat, "--me", "Ada", "--date-order", "ydm")
    found = imports(chat, "--me", "Ada", "--date-order", "mdy")
    assert [round_["said_at"][:10] for round_ in found.rounds] == ["2024-03-04", "2024-04-04"]


def test_lines_that_begin_no_message_go_on_with_the_one_before(imports: Imports) -> None:
    chat = "13/3/24, 09:00 - Ada: one\ntwo: three\n\n99/99/24, 09:00 - four\r\n13/3/24, 09:01 - Bo: five"

    assert imports(chat, "--me", "Ada").texts == ["one\ntwo: three\n\n99/99/24, 09:00 - four", "five"]


def test_what_an_iphone_writes_itself_is_left_out(imports: Imports) -> None:
    chat = (
        "[13.03.24, 09:00:00] Goats: \u200eMessages and calls are end-to-end encrypted.\n"
        "[13.03.24, 09:00:05] Ada: hello\n"
        "[13.03.24, 09:00:09] Bo: \u200eimage omitted\n"
        "\u200e[13.03.24, 09:00:12] Bo: \u200e<attached: 001-PHOTO.jpg>"
    )
    packed = zipped({"_chat.txt": chat, "001-PHOTO.jpg": b"x"})

    found = imports(packed, "--me", "Ada", name="WhatsApp Chat - Bo.zip")

    assert found.texts == ["hello", "[attached: 001-PHOTO.jpg]"]
    assert found.told["left_out"] == {"notices of WhatsApp": 2}
    assert {session["title"] for session in found.sessions.values()} == {"WhatsApp Chat - Bo"}
