"""The query encoder's training data, and a training of some steps, for real."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from safetensors.numpy import load

from daybook_eval.training.query_encoder.examples import TrainingMemory, training_memories, turn_name
from tests.eval.training.training_environment import Run

SAID = "My sister lent me her tent for the week in Wales."


def write(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(json.dumps(value).encode(), mtime=0))


def longmemeval(question_id: str) -> dict[str, Any]:
    return {
        "question_id": question_id,
        "question_type": "single-session-user",
        "question": "What did my sister lend me?",
        "answer": "her tent",
        "question_date": "2023/05/30 (Tue) 10:18",
        "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "haystack_session_ids": ["s1"],
        "haystack_sessions": [
            [
                {"role": "user", "content": SAID, "has_answer": True},
                {"role": "assistant", "content": "Enjoy it.", "has_answer": False},
            ]
        ],
        "answer_session_ids": ["s1"],
    }


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of the development data, with one thing of each sort in it."""
    phone = tmp_path / "training" / "lifebench" / "ada"
    texts = ["The kiln is fixed.", "See you at six.", "Bring the glaze."]
    write(
        phone / "sms.json.gz",
        [
            {"phone_id": number, "datetime": "2025-01-01 10:00:00", "message_content": text}
            for number, text in enumerate(texts)
        ],
    )
    chat = {"turn 1": {"user": {"content": "How hot is a kiln?"}, "assistant": {"content": "1,200 degrees."}}}
    write(phone / "agent_chat.json.gz", [{"phone_id": 0, "date": "2025-01-02", "conversation": chat}])
    asked = {
        "question": "What was mended?",
        "evidence": [{"type": "sms", "id": 0}, {"type": "photo", "id": 9}],
    }
    unknown = {"question": "What was lost?", "evidence": [{"type": "note", "id": 4}]}
    write(phone / "QA_clean.json.gz", [asked, unknown, {"question": "And unanswerable?"}])
    turns = [
        [
            {"role": "user", "id": 0, "time_anchor": "March-15-2024", "content": "I bake rye. ->-> 1,1"},
            {"role": "assistant", "id": 1, "content": "Good."},
        ]
    ]
    for number in ("4", "5"):
        write(tmp_path / "beam_100k_dev" / number / "chat.json.gz", [{"batch_number": 1, "turns": turns}])
        probe = {"question": f"What do I bake in {number}?", "answer": "rye", "source_chat_ids": [0]}
        write(
            tmp_path / "beam_100k_dev" / number / "probing_questions.json.gz",
            {"information_extraction": [probe]},
        )
    write(tmp_path / "longmemeval_s_dev.json.gz", [longmemeval("q0"), longmemeval("q1"), longmemeval("q2")])
    scene = {
        "utterances:": [
            {"uid": 0, "speakers": ["Ross"], "utterance": "I did n't bring it ."},
            {"uid": 1, "speakers": [], "utterance": "Why ?"},
        ],
        "qas": [
            {"question": "What did Ross bring ?", "answers": [{"utterance_id": 0, "answer_text": "nothing"}]}
        ],
    }
    for part in ("dev", "tst"):
        write(
            tmp_path / "training" / f"friendsqa_{part}.json.gz",
            {"data": [{"title": part, "paragraphs": [scene]}]},
        )
    return tmp_path


def by_owner(data: Path) -> dict[str, TrainingMemory]:
    return {memory.owner: memory for memory in training_memories(data)}


def test_what_measures_is_not_trained_on(data: Path) -> None:
    memories = by_owner(data)

    assert "beam-5" in memories
    assert "beam-4" not in memories
    assert [name for name in memories if name.startswith("q")] == ["q0"]  # of q0, q1, q2 its SHA-256 is even


def test_questions_name_the_rounds_that_answer_them(data: Path) -> None:
    memories = by_owner(data)

    phone, scene = memories["life-ada"], memories["scenes-0"]
    assert [(asked.text, asked.places) for asked in phone.questions] == [
        ("What was mended?", (("sms0", None),))
    ]
    assert {turn.content for session in phone.sessions for turn in session.turns} >= {"1,200 degrees."}
    assert scene.sessions[0].turns[0].content == "I didn't bring it."
    assert [(asked.text, asked.any_answers) for asked in scene.questions] == [
        ("What did Ross bring?", True)
    ] * 2


def test_written_questions_are_asked_where_their_turn_was_said(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = {"turn": turn_name(SAID), "specific": "Whose tent was it?", "unanswered": "What did it cost?"}
    lines = {"turn_questions.jsonl": [line], "dialogues.jsonl": []}
    monkeypatch.setattr("daybook_eval.training.query_encoder.examples._lines", lines.__getitem__)

    found = [
        (memory.owner, asked)
        for memory in training_memories(data)
        for asked in memory.questions
        if asked.kind == "specific"
    ]

    assert [(owner, asked.text, asked.places) for owner, asked in found] == [
        ("q0", "Whose tent was it?", (("s1", 0),))
    ]


def test_the_messages_of_friends_have_both_sides(data: Path) -> None:
    friends = [memory for owner, memory in by_owner(data).items() if owner.startswith("friends-")]

    assert len(friends) == 4
    for memory in friends:
        speakers = {turn.speaker for session in memory.sessions for turn in session.turns}
        assert speakers == set(memory.owner.split("-")[1:])
        assert len(memory.questions) > 300


@pytest.mark.train
def test_some_steps_make_a_file_that_minilm_reads(data: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "query_encoder.safetensors"

    printed = run(
        *("-m", "daybook_eval.cli", "train-query-encoder", "--data", data, "--out", out),
        *("--steps", 2, "--batch", 2, "--rank", 2, "--json"),
    )

    differences = load(out.read_bytes())
    assert json.loads(printed)["recipe"]["rank"] == 2
    assert differences["encoder.layer.0.attention.self.query.weight.up"].shape == (384, 2)
    assert all(abs(values).max() < 1 for name, values in differences.items() if not name.endswith(".down"))
