"""Exports of other programs as files, and what the command keeps of them."""

import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.daybook_command import Command

SAID = (
    ("I keep goats in Graz.", "Goats are fine company."),
    ("My sister Ines plays the harp.", "Does she play often?"),
    ("I am allergic to hazelnuts.", "No hazelnuts, then."),
)


def written(path: Path, content: object) -> str:
    """Write a file: bytes, text, or anything else as JSON."""
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(path)


@dataclass
class Kept:
    """What is kept of an owner."""

    sessions: dict[str, dict[str, Any]]
    """By id."""
    turns: dict[str, list[tuple[str, str]]]
    """By the id of the session: who says what, in order."""
    rounds: list[dict[str, Any]]

    @property
    def texts(self) -> list[str]:
        return [text for turns in self.turns.values() for _, text in turns]


def kept(daybook: Command, owner: str = "me") -> Kept:
    sessions = {
        session["session_id"]: session
        for session in daybook("sessions", "--owner", owner, "--json").json["sessions"]
    }
    turns: dict[str, list[tuple[str, str]]] = {}
    every: list[dict[str, Any]] = []
    for name in sessions:
        rounds = daybook("show", name, "--owner", owner, "--json").json["rounds"]
        every += rounds
        turns[name] = [
            (side, round_[side]) for round_ in rounds for side in ("user", "assistant") if round_[side]
        ]
    return Kept(sessions, turns, every)


def imported(daybook: Command, path: str, *arguments: str) -> Any:
    """Import a file, and return what the command says as JSON."""
    done = daybook("import", path, "--json", *arguments)
    assert (done.code, done.err) == (0, "")
    return done.json


def refusal(daybook: Command, path: str, *arguments: str) -> str:
    """Import a file that cannot be, and return the one line that says why."""
    done = daybook("import", path, *arguments)
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert daybook("stats", "--json").json["rounds"] == 0
    return done.err


def give_stdin(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
