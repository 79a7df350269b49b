"""A small sound file of every format that `daybook import` reads, with the fields that are seldom there."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

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


_SAMPLES = Path(__file__).with_name("samples")
_KEPT = ("longmemeval", "locomo", "messages")
"""Formats of which a file is kept there; the others are made."""


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
    chatgpt, claude = sample_exports.chatgpt(_SAID), sample_exports.claude(_SAID)
    parts = {"export/conversations-000.json": chatgpt[:1], "export/conversations-001.json": chatgpt[1:]}
    messages = json.loads((_SAMPLES / "messages.json").read_bytes())
    zipped, chat = sample_exports.zipped, sample_exports.whatsapp(_SAID).encode()
    return {
        **{name: SampleFile(name, (_SAMPLES / f"{name}.json").read_bytes()) for name in _KEPT},
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
