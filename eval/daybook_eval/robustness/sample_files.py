"""A small sound file of every format that `daybook import` reads, with the fields that are seldom there."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.models.embedding import Embedder
from daybook.settings import Settings
from daybook_eval.robustness import sample_exports
from daybook_eval.robustness.examination import embedding_with, run_command

_SAID = (
    ("I live in Oslo now, and the ferry is late again.", "Oslo it is. The ferry runs every hour in summer."),
    ("My sister Ines keeps two goats, Bramble and Pip.", "Goats are good company.\n\nDo they get along?"),
    ("I am allergic to hazelnuts — always was.", "Noted: no hazelnuts."),
    ("We moved to Bergen last week. Not Oslo any more.", "How is Bergen? 雨 again?"),
)
_DAYS = ("2024-03-05", "2024-03-19", "2024-05-07")


@dataclass(frozen=True, slots=True)
class SampleFile:
    """A file that imports as it is."""

    format_name: str
    """As `daybook import --format` takes it."""
    content: bytes
    lines: bool = False
    """JSON Lines, and not one JSON value."""
    is_json: bool = True
    """Whether it can be changed value by value; text and zips are changed byte by byte only."""
    me: str | None = None
    """As `daybook import --me` takes it."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """What `daybook import` must be told besides its format."""
        return ("--me", self.me) if self.me else ()


def sample_files(work: Path, embedder: Embedder) -> Mapping[str, SampleFile]:
    """Make a sound file of every format, by the format's name."""
    messages, chatgpt, claude = _messages(), sample_exports.chatgpt(_SAID), sample_exports.claude(_SAID)
    parts = {"export/conversations-000.json": chatgpt[:1], "export/conversations-001.json": chatgpt[1:]}
    zipped, chat = sample_exports.zipped, sample_exports.whatsapp(_SAID).encode()
    return {
        "longmemeval": SampleFile("longmemeval", _list(_longmemeval())),
        "locomo": SampleFile("locomo", _list(_locomo())),
        "messages": SampleFile("messages", _list(messages)),
        "messages in lines": SampleFile("messages", _lines(messages), lines=True),
        "archive": SampleFile("archive", _archive(work, embedder), lines=True),
        "chatgpt": SampleFile("chatgpt", _list(chatgpt)),
        "chatgpt zip": SampleFile("chatgpt", zipped(parts), is_json=False),
        "claude": SampleFile("claude", _list(claude)),
        "claude zip": SampleFile("claude", zipped({"conversations.json": claude}), is_json=False),
        "gemini": SampleFile("gemini", _list(sample_exports.gemini(_SAID))),
        "telegram": SampleFile("telegram", _list(sample_exports.telegram(_SAID)), me="Ada"),
        "whatsapp": SampleFile("whatsapp", chat, is_json=False, me="Ada"),
        "sharegpt": SampleFile("sharegpt", _list(sample_exports.sharegpt(_SAID))),
        "finetuning": SampleFile("finetuning", _lines(sample_exports.finetuning(_SAID)), lines=True),
        "mem0": SampleFile("mem0", _list(sample_exports.mem0(_SAID))),
        "langgraph": SampleFile("langgraph", _list(sample_exports.langgraph(_SAID))),
    }


def _lines(values: Iterable[object]) -> bytes:
    return "\n".join(map(json.dumps, values)).encode()


def _list(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def _messages() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"role": "system", "content": "You are helpful."}]
    for place, (said, reply) in enumerate(_SAID):
        parts = [{"type": "text", "text": said}, {"type": "image_url", "image_url": {"url": "data:"}}]
        moment = 1709629200 + 9_000_000 * place if place % 2 else f"{_DAYS[place // 2]}T09:00:00Z"
        user = {"role": "user", "content": parts if place == 1 else said, "timestamp": moment}
        answered = {"role": "assistant", "content": reply}
        if place >= 2:
            user, answered = user | {"session_id": place}, answered | {"session_id": "s"}
        found += [user, answered]
        found.append({"role": "assistant", "content": None, "tool_calls": [{"id": "t", "type": "function"}]})
    return found


def _longmemeval() -> list[dict[str, Any]]:
    turns: list[list[dict[str, Any]]] = [
        [{"role": "user", "content": said}, {"role": "assistant", "content": reply}]
        for said, reply in _SAID[:3]
    ]
    turns[0][0]["has_answer"] = True
    question = {
        "question_id": "q1",
        "question_type": "single-session-user",
        "question": "Where do I live?",
        "answer": "Oslo",
        "question_date": "2024/05/30 (Thu) 10:18",
        "haystack_dates": ["2024/03/05 (Tue) 09:00", "2024/03/19 (Tue) 09:00", "2024/05/07 (Tue) 09:00"],
        "haystack_session_ids": ["s1", "s2", "s1"],
        "haystack_sessions": turns,
        "answer_session_ids": ["s1"],
    }
    return [question, question | {"question_id": "q2_abs", "answer": 2}]


def _locomo() -> list[dict[str, Any]]:
    sessions: dict[str, Any] = {"speaker_a": "Ada", "speaker_b": "Bo"}
    for place, (said, reply) in enumerate(_SAID, start=1):
        sessions[f"session_{place}_date_time"] = f"{place}:56 pm on 8 May, 2023"
        sessions[f"session_{place}"] = [
            {"speaker": "Ada", "dia_id": f"D{place}:1", "text": said, "blip_caption": "a red bicycle"},
            {"speaker": "Bo", "dia_id": f"D{place}:2", "text": reply},
        ]
    qa = {"question": "Where does Ada live?", "answer": "Oslo", "category": 4, "evidence": ["D1:1; D2:1"]}
    return [
        {"sample_id": "conv-1", "conversation": sessions, "qa": [qa]},
        {"sample_id": "conv-2", "conversation": sessions, "qa": []},
    ]


def _archive(work: Path, embedder: Embedder) -> bytes:
    moments = [datetime.fromisoformat(f"{day}T09:00:00+00:00") for day in _DAYS]
    sessions = [
        Session(f"s{place}", moment, (Turn(Role.USER, said, said_at=moment), Turn(Role.ASSISTANT, reply)))
        for place, (moment, (said, reply)) in enumerate(zip(moments, _SAID, strict=False))
    ]
    later = Turn(Role.USER, _SAID[3][0], said_at=datetime(2024, 6, 1, tzinfo=UTC))
    sessions.append(Session("s0", datetime(2024, 6, 1, tzinfo=UTC), (later,), occurrence=1))
    path = work / "archive.jsonl"
    with Daybook.open(settings=Settings.of(data_dir=work / "exported"), embedder=embedder) as daybook:
        daybook.add(sessions, owner="ada")
        daybook.chat(
            "Where do I live?", owner="ada", session_id="chat", asked_at=datetime(2024, 6, 2, tzinfo=UTC)
        )
    with embedding_with(embedder):
        run_command("export", str(path), "--owner", "ada", "--data-dir", str(work / "exported"))
    return path.read_bytes()
