from pathlib import Path
from typing import Any

from daybook_eval.robustness.sample_exports import gemini
from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import SAID, imported, kept, refusal, written


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
