from pathlib import Path

import pytest

from daybook_eval.robustness.sample_exports import chatgpt, chatgpt_conversation
from tests.interfaces.daybook_command import Command
from tests.interfaces.exports import SAID, written
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
