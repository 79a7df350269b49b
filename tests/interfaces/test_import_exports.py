"""What is kept of the exports of ChatGPT, Claude, Gemini, Telegram and WhatsApp."""

from pathlib import Path
from typing import Any

import pytest

from daybook_eval.robustness.sample_exports import (
    chatgpt,
    chatgpt_conversation,
    claude,
    gemini,
    telegram,
    whatsapp,
    zipped,
)
from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import SAID, imported, kept, refusal, written


def conversation() -> dict[str, Any]:
    return chatgpt_conversation("c1", "Goats and harps", SAID)


def test_the_branch_that_was_shown_last_is_kept_with_its_title_and_dates(
    daybook: Command, tmp_path: Path
) -> None:
    done = imported(daybook, written(tmp_path / "conversations.json", [conversation()]))

    found = kept(daybook)
    assert done["files"][0]["format"] == "chatgpt"
    assert found.turns == {
        "c1": [line for said, reply in SAID for line in (("user", said), ("assistant", reply))]
    }
    assert found.sessions["c1"]["title"] == "Goats and harps"
    assert [round_["said_at"] for round_ in found.rounds] == [
        f"2024-03-05T09:0{minute}:00+00:00" for minute in range(3)
    ]


def test_what_is_between_programs_or_hidden_is_left_out_and_counted(daybook: Command, tmp_path: Path) -> None:
    given = conversation()
    given["mapping"]["c1-1-2"]["message"]["author"]["role"] = "system"
    given["mapping"]["c1-2-2"]["message"] |= {"author": {"role": "assistant"}, "recipient": "bio"}

    done = imported(daybook, written(tmp_path / "conversations.json", [given]))

    assert done["left_out"] == {
        "hidden messages": 1,
        "thoughts of the assistant": 3,
        "tool messages": 2,
        "system messages": 1,
    }


def test_a_reply_interrupted_by_tools_is_one_reply(daybook: Command, tmp_path: Path) -> None:
    given = conversation()
    given["mapping"]["c1-0-1"]["message"]["content"] = {"content_type": "text", "parts": ["Let me look."]}

    imported(daybook, written(tmp_path / "conversations.json", [given]))

    assert kept(daybook).turns["c1"][1] == ("assistant", "Let me look.\n\nGoats are fine company.")


def test_a_conversation_that_is_not_to_be_remembered_is_not(daybook: Command, tmp_path: Path) -> None:
    done = daybook("import", written(tmp_path / "conversations.json", chatgpt(SAID)))

    assert done.code == 0
    assert set(kept(daybook).sessions) == {"c1", "c2"}
    assert "left out: 1 conversations not to be remembered" in done.out


def test_attachments_and_pictures_are_named(daybook: Command, tmp_path: Path) -> None:
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

    imported(daybook, written(tmp_path / "conversations.json", [given]))

    said = [text for side, text in kept(daybook).turns["c1"] if side == "user"]
    assert said[0] == "I keep goats in Graz.\n\n[attached: goats.pdf]"
    assert said[1] == "[attached: image]\n\nShe plays the harp."


@pytest.mark.parametrize(
    "missing", ["children", "parent", "current_node", "metadata", "create_time", "author_name"]
)
def test_fields_that_are_missing_are_survived(daybook: Command, tmp_path: Path, missing: str) -> None:
    given = conversation()
    for node in given["mapping"].values():
        node.pop("children" if missing in ("children", "current_node") else missing, None)
        if node["message"]:
            node["message"].pop(missing, None)
    given.pop(missing, None)

    imported(daybook, written(tmp_path / "conversations.json", [given]))

    found = kept(daybook)
    assert [text for side, text in found.turns["c1"] if side == "user"] == [said for said, _ in SAID]
    assert found.rounds[0]["said_at"][:10] == "2024-03-05" or missing == "create_time"


def test_a_conversation_without_its_tree_is_counted_and_the_others_are_kept(
    daybook: Command, tmp_path: Path
) -> None:
    empty = {"title": "Lost", "conversation_id": "c0", "current_node": "x"}

    done = imported(daybook, written(tmp_path / "conversations.json", [empty, conversation()]))

    assert done["left_out"]["conversations in which nothing was said"] == 1
    assert set(kept(daybook).sessions) == {"c1"}


def test_parents_that_go_in_a_circle_end(daybook: Command, tmp_path: Path) -> None:
    given = conversation()
    given["mapping"]["c1-0-0"]["parent"] = given["current_node"]

    imported(daybook, written(tmp_path / "conversations.json", [given]))

    assert len(kept(daybook).turns["c1"]) == 6


def test_a_file_in_which_nothing_was_said_is_refused(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "conversations.json", [{"title": "x", "mapping": {}, "current_node": "y"}])

    assert "nothing that was said is in it; it was read as chatgpt" in refusal(daybook, path)


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
    assert not [record for record in daybook("ledger", "--json").json["records"] if "Oslo" in record["value"]]
    told = daybook("ask", "Where do I live?").out
    assert "attached \u201cnotes.txt\u201d on " in told
    assert "said on" not in told.partition("Oslo")[0].splitlines()[-1]


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


def test_prompts_and_answers_are_kept_as_text_in_the_order_of_time(daybook: Command, tmp_path: Path) -> None:
    done = imported(daybook, written(tmp_path / "MyActivity.json", gemini(SAID)))

    found = kept(daybook)
    assert next(iter(found.turns.values())) == [
        ("user", SAID[0][0]),
        ("assistant", f"{SAID[0][1]}\n\n- one\n- two & three"),
    ]
    assert list(found.sessions) == [f"gemini-2024-03-0{day}T09:00:00" for day in (1, 2, 3)]
    assert done["left_out"] == {"activities that are no prompts": 1}
    assert any("sessions are made at silences" in note for note in done["notes"])


def test_prompts_within_eight_hours_are_one_session(daybook: Command, tmp_path: Path) -> None:
    given: Any = gemini(SAID)
    for hour, entry in zip((16, 12, 9), [one for one in given if one["safeHtmlItem"]], strict=True):
        entry["time"] = f"2024-03-01T{hour:02}:00:00.000Z"

    imported(daybook, written(tmp_path / "MyActivity.json", given))

    (turns,) = kept(daybook).turns.values()
    assert [text for side, text in turns if side == "user"] == [said for said, _ in SAID]


def test_in_another_language_the_word_before_every_prompt_is_taken_off(
    daybook: Command, tmp_path: Path
) -> None:
    given: Any = gemini(SAID)
    for entry in given:
        entry["title"] = entry["title"].replace("Prompted", "Gefragt:").replace("Gave", "Bewertet")

    imported(daybook, written(tmp_path / "MyActivity.json", given))

    assert sorted(text for text in kept(daybook).texts if "- one" not in text) == sorted(
        said for said, _ in SAID
    )


def test_the_activity_of_another_product_is_explained(daybook: Command, tmp_path: Path) -> None:
    entry = {"header": "YouTube", "title": "Watched a film", "time": "2024-03-01T09:00:00Z"}

    said = refusal(daybook, written(tmp_path / "MyActivity.json", [entry]))

    assert "this is Google's activity of 'YouTube'" in said
    assert "web page" in refusal(
        daybook, written(tmp_path / "MyActivity.html", "<!DOCTYPE html><html></html>")
    )


def test_googles_activity_as_a_web_page_says_where_json_is_chosen(daybook: Command, tmp_path: Path) -> None:
    page = (
        '<html><head><title>My Activity History</title></head><body><div class="mdl-grid">'
        '<div class="outer-cell mdl-cell">Prompted What is a ledger?</div></div></body></html>'
    )

    said = refusal(daybook, written(tmp_path / "MyActivity.html", page))

    assert "takeout.google.com" in said
    assert "JSON" in said
    assert "MyActivity.json" in said


BO = "telegram-7-2024-03-05T15:00:00"


def test_an_account_knows_its_owner_and_each_chat_is_kept(daybook: Command, tmp_path: Path) -> None:
    done = imported(daybook, written(tmp_path / "result.json", telegram(SAID)))

    found = kept(daybook)
    assert found.turns[BO][:2] == [("user", SAID[0][0]), ("assistant", SAID[0][1])]
    assert found.sessions[BO]["title"] == "Bo"
    assert any(session["title"] == "Goats" for session in found.sessions.values())
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
    assert "Ada forwarded from News on " in daybook("ask", "Where do I keep goats?").out
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


def test_a_chat_is_kept_without_notices_and_omitted_media(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "WhatsApp Chat with Bo.txt", whatsapp(SAID))

    done = imported(daybook, path, "--me", "Ada")

    found = kept(daybook)
    assert found.texts[:2] == list(SAID[0])
    assert "[attached: goats.jpg]" in found.texts
    assert found.rounds[0]["said_at"] == "2024-02-14T09:00:00+00:00"
    assert {session["title"] for session in found.sessions.values()} == {"WhatsApp Chat with Bo"}
    assert done["left_out"] == {"notices of WhatsApp": 1, "media without text": 1}


def test_a_chat_asks_who_the_owner_is(daybook: Command, tmp_path: Path) -> None:
    said = refusal(daybook, written(tmp_path / "chat.txt", whatsapp(SAID)))

    assert "which of these are you: 'Ada', 'Bo'? Say it with --me NAME" in said


@pytest.mark.parametrize(
    ("line", "moment"),
    [
        ("31/12/2023, 22:05 - Ada: hi", "2023-12-31T22:05:00"),
        ("12/31/23, 10:05 PM - Ada: hi", "2023-12-31T22:05:00"),
        ("12/31/23, 12:05\u202fAM - Ada: hi", "2023-12-31T00:05:00"),
        ("[31.12.23, 22:05:09] Ada: hi", "2023-12-31T22:05:09"),
        ("\u200e[12/31/23, 10:05:09\u202fPM] Ada: hi", "2023-12-31T22:05:09"),
        ("[2023-12-31, 10:05:09 p.m.] Ada: hi", "2023-12-31T22:05:09"),
        ("31.12.23, 22:05 - Ada: hi", "2023-12-31T22:05:00"),
        ("31-12-2023 22:05 - Ada: hi", "2023-12-31T22:05:00"),
        ("31/12/2023 à 22:05 - Ada: hi", "2023-12-31T22:05:00"),
        ("31/12/23, 10:05 p. m. - Ada: hi", "2023-12-31T22:05:00"),
        ("2023. 12. 31. 오후 10:05 - Ada: hi", "2023-12-31T22:05:00"),
        ("2023/12/31, 22:05 - Ada: hi", "2023-12-31T22:05:00"),
    ],
)
def test_each_phone_writes_dates_in_its_own_way(
    daybook: Command, tmp_path: Path, line: str, moment: str
) -> None:
    imported(daybook, written(tmp_path / "chat.txt", line), "--me", "Ada")

    (round_,) = kept(daybook).rounds
    assert (round_["user"], round_["said_at"]) == ("hi", f"{moment}+00:00")


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
    daybook: Command, tmp_path: Path, chat: str, days: list[str]
) -> None:
    imported(daybook, written(tmp_path / "chat.txt", chat), "--me", "Ada")

    assert [round_["said_at"][:10] for round_ in kept(daybook).rounds] == days


def test_an_order_of_dates_that_cannot_be_told_is_asked_for(daybook: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "chat.txt", "3/4/24, 09:00 - Ada: one\n4/4/24, 09:00 - Ada: two")

    assert "--date-order dmy or --date-order mdy" in refusal(daybook, path, "--me", "Ada")
    assert "'ydm' is none of dmy, mdy, ymd" in refusal(daybook, path, "--me", "Ada", "--date-order", "ydm")

    imported(daybook, path, "--me", "Ada", "--date-order", "mdy")
    assert [round_["said_at"][:10] for round_ in kept(daybook).rounds] == ["2024-03-04", "2024-04-04"]


def test_lines_that_begin_no_message_go_on_with_the_one_before(daybook: Command, tmp_path: Path) -> None:
    chat = "13/3/24, 09:00 - Ada: one\ntwo: three\n\n99/99/24, 09:00 - four\r\n13/3/24, 09:01 - Bo: five"

    imported(daybook, written(tmp_path / "chat.txt", chat), "--me", "Ada")

    assert kept(daybook).texts == ["one\ntwo: three\n\n99/99/24, 09:00 - four", "five"]


def test_what_an_iphone_writes_itself_is_left_out(daybook: Command, tmp_path: Path) -> None:
    chat = (
        "[13.03.24, 09:00:00] Goats: \u200eMessages and calls are end-to-end encrypted.\n"
        "[13.03.24, 09:00:05] Ada: hello\n"
        "[13.03.24, 09:00:09] Bo: \u200eimage omitted\n"
        "\u200e[13.03.24, 09:00:12] Bo: \u200e<attached: 001-PHOTO.jpg>"
    )
    path = written(tmp_path / "WhatsApp Chat - Bo.zip", zipped({"_chat.txt": chat, "001-PHOTO.jpg": b"x"}))

    done = imported(daybook, path, "--me", "Ada")

    found = kept(daybook)
    assert found.texts == ["hello", "[attached: 001-PHOTO.jpg]"]
    assert done["left_out"] == {"notices of WhatsApp": 2}
    assert {session["title"] for session in found.sessions.values()} == {"WhatsApp Chat - Bo"}
