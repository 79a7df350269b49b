"""Files of other programs, imported by the command, and what is kept of them."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from daybook.conversation.errors import BadInput
from tests.interfaces.daybook_command import Command

SAID = (
    ("I keep goats in Graz.", "Goats are fine company."),
    ("My sister Ines plays the harp.", "Does she play often?"),
    ("I am allergic to hazelnuts.", "No hazelnuts, then."),
)
TURNS = [turn for said, reply in SAID for turn in (("user", said), ("assistant", reply))]


def written(path: Path, content: object) -> str:
    """Write a file: bytes, text, or anything else as JSON."""
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(path)


def complaint(read: Callable[[Path], Any], path: Path) -> str:
    """The error message for a file that cannot be read, without its path."""
    with pytest.raises(BadInput) as caught:
        list(read(path))
    return str(caught.value).removeprefix(f"{path}, ").removeprefix(f"{path}: ")


@dataclass
class Kept:
    """An import's messages, and what is kept of its owner."""

    told: Any
    sessions: dict[str, dict[str, Any]]
    """By id."""
    turns: dict[str, list[tuple[str, str]]]
    """By the id of the session: who says what, in order."""
    rounds: list[dict[str, Any]]

    @property
    def texts(self) -> list[str]:
        return [text for turns in self.turns.values() for _, text in turns]

    @property
    def said(self) -> list[str]:
        """The user's texts."""
        return [text for turns in self.turns.values() for side, text in turns if side == "user"]


@dataclass(frozen=True)
class Imports:
    """Imports files by the command; each is written anew, unless it is a path."""

    command: Command
    folder: Path

    def write(self, content: object, name: str = "conversations.json") -> str:
        return written(self.folder / name, content)

    def __call__(self, content: object, *arguments: str, name: str = "conversations.json") -> Kept:
        """Import a file that can be imported."""
        path = str(content) if isinstance(content, Path) else self.write(content, name)
        done = self.command("import", path, "--json", *arguments)
        assert (done.code, done.err) == (0, "")
        owner = arguments[arguments.index("--owner") + 1] if "--owner" in arguments else "me"
        return self.kept(owner, done.json)

    def kept(self, owner: str = "me", told: Any = None) -> Kept:
        sessions = self.command("sessions", "--owner", owner, "--json").json["sessions"]
        turns, every = {}, []
        for session in sessions:
            name = session["session_id"]
            rounds = self.command("show", name, "--owner", owner, "--json").json["rounds"]
            every += rounds
            turns[name] = [
                (side, round_[side]) for round_ in rounds for side in ("user", "assistant") if round_[side]
            ]
        return Kept(told, {session["session_id"]: session for session in sessions}, turns, every)

    def refusal(self, content: object, *arguments: str, name: str = "conversations.json") -> str:
        """Import a file that cannot be, and return the one line that says why."""
        path = str(content) if isinstance(content, Path) else self.write(content, name)
        done = self.command("import", path, *arguments)
        assert (done.code, done.out) == (2, "")
        assert len(done.err.splitlines()) == 1
        assert len(done.err) < 600
        assert self.command("stats", "--json").json["rounds"] == 0
        return done.err


def longmemeval_question(**changed: Any) -> dict[str, Any]:
    """A question of LongMemEval, whose history has one session id twice."""
    return {
        "question_id": "q1",
        "question_type": "multi-session",
        "question": "How many ferries did I take?",
        "answer": 2,
        "question_date": "2024/05/30 (Thu) 10:18",
        "haystack_dates": ["2024/05/02 (Thu) 08:00", "2024/05/01 (Wed) 08:00"],
        "haystack_session_ids": ["s", "s"],
        "haystack_sessions": [
            [
                {"role": "assistant", "content": "Hello."},
                {"role": "user", "content": "A ferry!", "has_answer": True},
            ],
            [{"role": "user", "content": "Two."}],
        ],
        "answer_session_ids": ["s"],
        **changed,
    }


def locomo_conversation(name: str = "talk-1", **changed: Any) -> dict[str, Any]:
    """A conversation of LoCoMo, with two questions."""
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
    return {"sample_id": name, "conversation": talk, "qa": asked}
