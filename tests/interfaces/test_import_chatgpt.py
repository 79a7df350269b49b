from pathlib import Path
from typing import Any

import pytest

from daybook_eval.robustness.sample_exports import chatgpt, chatgpt_conversation
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
    assert [one["said_at"] for one in found.rounds] == [
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
