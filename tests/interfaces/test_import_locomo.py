import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation import Role
from daybook.errors import BadInput
from daybook.interfaces.importers import read_conversations

SHARED = Path(__file__).parents[3] / "shared" / "data"


def sample(**changed: Any) -> dict[str, Any]:
    talk = {
        "speaker_a": "Ana",
        "speaker_b": "Bo",
        "session_2_date_time": "9:00 am on 3 June, 2023",
        "session_2": [{"speaker": "Bo", "dia_id": "D2:1", "text": "Back from sea."}],
        "session_10_date_time": "9:00 am on 4 July, 2023",
        "session_10": [
            {"speaker": "Ana", "dia_id": "D10:1", "text": "Look!", "blip_caption": "a red bicycle"},
            {"speaker": "Bo", "dia_id": "D10:2", "text": "Nice."},
        ],
        "session_11_date_time": "9:00 am on 5 July, 2023",
        **changed,
    }
    asked = [
        {"question": "What has Ana?", "answer": 1, "category": 4, "evidence": ["D10:1; D2:1", "D"]},
        {"question": "What has Bo?", "adversarial_answer": "a car", "category": 5, "evidence": []},
    ]
    return {"sample_id": "talk-1", "conversation": talk, "qa": asked}


def written(folder: Path, *samples: dict[str, Any]) -> Path:
    path = folder / "locomo.json"
    path.write_text(json.dumps(samples), encoding="utf-8")
    return path


def complaint(path: Path, *sample_ids: str) -> str:
    with pytest.raises(BadInput) as caught:
        list(read_conversations(path, sample_ids))
    return str(caught.value).removeprefix(f"{path}, ").removeprefix(f"{path}: ")


def test_sessions_come_by_their_number_with_the_speakers_as_sides(tmp_path: Path) -> None:
    (found,) = read_conversations(written(tmp_path, sample()))

    assert [session.session_id for session in found.sessions] == ["session_2", "session_10"]
    assert found.sessions[1].started_at == datetime(2023, 7, 4, 9, 0, tzinfo=UTC)
    assert [(turn.role, turn.speaker) for turn in found.sessions[1].turns] == [
        (Role.USER, "Ana"),
        (Role.ASSISTANT, "Bo"),
    ]


def test_a_picture_keeps_its_caption(tmp_path: Path) -> None:
    (found,) = read_conversations(written(tmp_path, sample()))

    assert found.sessions[1].turns[0].content == "Look!\n[image: a red bicycle]"


def test_evidence_is_resolved_to_places_and_what_names_no_turn_is_kept_apart(tmp_path: Path) -> None:
    (found,) = read_conversations(written(tmp_path, sample()))
    answerable, adversarial = found.questions

    assert (answerable.answer, answerable.evidence, answerable.unresolved) == ("1", ((1, 0), (0, 0)), ("D",))
    assert adversarial.answer is None


def test_conversations_are_chosen_by_their_id(tmp_path: Path) -> None:
    path = written(tmp_path, sample(), {**sample(), "sample_id": "talk-2"})

    assert [talk.sample_id for talk in read_conversations(path, ["talk-2"])] == ["talk-2"]
    assert complaint(path, "talk-3") == "holds no conversation with the id talk-3"


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"session_2_date_time": None}, "[0].conversation.session_2_date_time: is missing"),
        (
            {"session_2_date_time": "in June"},
            "[0].conversation.session_2_date_time: cannot read the date 'in June'; "
            "expected one like '1:56 pm on 8 May, 2023'",
        ),
        (
            {"session_2": [{"speaker": "Bo", "text": "Hi"}]},
            "[0].conversation.session_2[0].dia_id: is missing",
        ),
        (
            {"session_2": [{"speaker": "Cy", "text": "Hi", "dia_id": "D2:1"}]},
            "[0].conversation.session_2[0].speaker: should be Ana or Bo, not 'Cy'",
        ),
        ({"session_2": [], "session_10": []}, "[0].conversation: the conversation is empty"),
    ],
)
def test_what_is_wrong_is_named_by_its_path(tmp_path: Path, changed: dict[str, Any], problem: str) -> None:
    assert complaint(written(tmp_path, sample(**changed))) == problem


def test_the_development_file_is_read_whole() -> None:
    path = SHARED / "locomo_dev.json.gz"
    if not path.exists():
        pytest.skip("the development data are not here")

    found = list(read_conversations(path))

    assert (len(found), sum(len(talk.questions) for talk in found)) == (5, 999)
