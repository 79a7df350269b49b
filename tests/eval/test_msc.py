from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Role
from daybook.errors import BadInput
from daybook_eval.data.describe import DialogueCounts, describe
from daybook_eval.data.msc import read_dialogues, sentences_of
from tests.eval.data_files import SHARED, written

MSC = SHARED / "msc_session3_valid.json.gz"


def said(speaker: int, text: str, written_down: str = "", scrambled: str = "") -> dict[str, Any]:
    turn: dict[str, Any] = {"id": f"bot_{speaker}", "text": text}
    if written_down:
        turn |= {"problem_data": {"persona": written_down}, "persona_text": scrambled or written_down}
    return turn


def dialogue(name: str = "valid_1", **changed: Any) -> dict[str, Any]:
    """Two people about a boat."""
    return {
        "initial_data_id": name,
        "dialog": [
            said(0, "How is the boat?"),
            said(
                1,
                "Painted, by my sister.",
                "I have a sister. I own a boat.",
                "I own a boat. I have a sister.",
            ),
            said(0, "Mine sank.", "My boat sank."),
            said(1, "Oh no."),
        ],
        "init_personachat": {"init_personas": [["I like tea."], ["I live in Oslo.", "I am tall."]]},
        **changed,
    }


def test_what_a_turn_tells_comes_in_the_order_in_which_it_was_written(tmp_path: Path) -> None:
    (talk,) = read_dialogues(written(tmp_path / "msc.json.gz", dialogue(), lines=False))

    assert [turn.speaker for turn in talk.turns] == ["bot_0", "bot_1", "bot_0", "bot_1"]
    assert talk.turns[1].statements == ("I have a sister.", "I own a boat.")
    assert talk.turns[3].statements == ()
    assert talk.learnt("bot_0") == ("My boat sank.",)


def test_what_is_known_before_a_turn_is_of_its_speaker_and_not_from_itself(tmp_path: Path) -> None:
    (talk,) = read_dialogues(written(tmp_path / "msc.jsonl", dialogue()))

    assert talk.known_before(0) == talk.known_before(2) == ("I like tea.",)
    assert talk.known_before(1) == ("I live in Oslo.", "I am tall.")
    assert talk.known_before(3) == ("I live in Oslo.", "I am tall.", "I have a sister.", "I own a boat.")


def test_where_only_the_scrambled_text_is_there_it_is_taken(tmp_path: Path) -> None:
    turn = {"id": "bot_0", "text": "Hello.", "persona_text": "I greet. I smile."}
    (talk,) = read_dialogues(written(tmp_path / "msc.jsonl", dialogue(dialog=[turn])))

    assert talk.turns[0].statements == ("I greet.", "I smile.")


def test_sentences_survive_abbreviations_forgotten_spaces_and_stray_marks() -> None:
    assert sentences_of("I like Dr. Dolittle.") == ("I like Dr. Dolittle.",)
    assert sentences_of("I sing .I dance.I act. .") == ("I sing .", "I dance.", "I act.")
    assert sentences_of("I saw the U.S. team on chess.com.") == ("I saw the U.S. team on chess.com.",)
    assert sentences_of(" ") == ()


def test_a_dialogue_is_a_session_of_either_person(tmp_path: Path) -> None:
    (talk,) = read_dialogues(written(tmp_path / "msc.jsonl", dialogue()))
    may = datetime(2024, 5, 6, tzinfo=UTC)

    session = talk.as_session("bot_1", may)

    assert (session.session_id, session.started_at) == ("valid_1", may)
    assert [turn.role for turn in session.turns] == [Role.ASSISTANT, Role.USER] * 2
    assert session.turns[1].speaker == "bot_1"


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"dialog": []}, "line 1.dialog: is empty"),
        (
            {"dialog": [{"id": "bot_2", "text": "Hi"}]},
            "line 1: dialog[0].id: input should be 'bot_0' or 'bot_1', not 'bot_2'",
        ),
        ({"dialog": [{"id": "bot_0"}]}, "line 1: dialog[0].text: is missing"),
        (
            {"init_personachat": {"init_personas": [["I"]]}},
            "line 1: init_personachat.init_personas[1]: is missing",
        ),
    ],
)
def test_what_is_wrong_is_named_by_its_path(tmp_path: Path, changed: dict[str, Any], problem: str) -> None:
    path = written(tmp_path / "msc.jsonl", dialogue(**changed))

    with pytest.raises(BadInput) as caught:
        list(read_dialogues(path))

    assert str(caught.value) == f"{path}, {problem}"


def test_two_dialogues_of_one_id_are_refused_once_reading_gets_there(tmp_path: Path) -> None:
    path = written(tmp_path / "msc.jsonl", dialogue(), dialogue())

    assert len(list(read_dialogues(path, limit=1))) == 1
    with pytest.raises(BadInput, match="two dialogues with the id valid_1"):
        list(read_dialogues(path))


def test_a_file_is_described_by_what_its_turns_tell(tmp_path: Path) -> None:
    found = describe(written(tmp_path / "msc.jsonl", dialogue(), dialogue("valid_2")))

    assert found.format == "msc"
    assert found.counts == DialogueCounts(dialogues=2, turns=8, telling_turns=4, statements=6)


@pytest.mark.skipif(not MSC.exists(), reason="needs ../shared/data/msc_session3_valid.json.gz")
def test_the_released_file_is_read_whole() -> None:
    talks = list(read_dialogues(MSC))
    turns = [turn for talk in talks for turn in talk.turns]

    assert (len(talks), len(turns)) == (500, 5890)
    # 3,718 turns have persona_text; of one more the sentence stands in problem_data alone.
    assert sum(bool(turn.statements) for turn in turns) == 3719
