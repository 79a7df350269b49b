"""The commands of the matrix: what each is given, and how to see whether it did what it said."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from daybook.library.daybook import Daybook
from daybook.settings import Settings
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.operations import Words, words_of

OWNER = "me"
QUESTION = "Where did I park the car?"
_BEGINNING = datetime(2024, 3, 1, 9, tzinfo=UTC)
_FACTS = (
    "I live in Munich.",
    "I work as a nurse.",
    "My favourite food is ramen.",
    "My favourite song is Yesterday.",
    "I parked the car on level four.",
    "My sister adopted a parrot named Coco.",
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What is in the memory, read without its vectors."""

    rounds: Mapping[str, tuple[Words, ...]]
    """By session."""
    round_ids: Mapping[str, str]
    """By what the user said."""
    records: Mapping[str, tuple[str, str]]
    """Value and status, by record id."""

    def record(self, value: str) -> str:
        """Give the id of the record of a value."""
        return next(name for name, (known, _) in self.records.items() if known.lower() == value)

    def says(self, text: str) -> bool:
        """True if somebody said that, word for word."""
        return any(text in words for rounds in self.rounds.values() for words in rounds)


def see(data_dir: Path) -> Seen:
    """Read the memory of `OWNER`."""
    settings = Settings.of(data_dir=data_dir)
    with Daybook.open(settings=settings, embedder=HashedWords()) as daybook:
        rounds = {
            session.session_id: daybook.rounds(owner=OWNER, session_id=session.session_id)
            for session in daybook.sessions(owner=OWNER)
        }
        records = daybook.ledger.records(owner=OWNER)
    return Seen(
        {name: tuple(map(words_of, found)) for name, found in rounds.items()},
        {words_of(round_)[0]: round_.round_id for found in rounds.values() for round_ in found},
        {record.record_id: (record.value, record.status.value) for record in records},
    )


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def first_line(self) -> str:
        """What a person sees first."""
        return next(iter((self.out.strip() or self.err.strip()).splitlines()), "")


Arguments = Callable[[Seen, Path], list[str]]
Effect = Callable[[Seen, Ended, Path], bool]


@dataclass(frozen=True, slots=True)
class MatrixCommand:
    """A command that is run beside another process."""

    name: str
    arguments: Arguments
    """Of what is in the memory before, and of a directory for files."""
    effect: Effect
    """Whether what it is for was done: in the memory, in a file, or on its output."""
    writes: bool = False
    """Whether the effect is on the memory: where the command is refused, it must not be there."""
    typed: str | None = None
    claims: Callable[[Ended], bool] = lambda ended: ended.code == 0
    """Whether it says that it was done."""


def write_history(path: Path, sessions: Mapping[str, Sequence[str]]) -> Path:
    """Write a file of messages that `daybook import` reads: what the user said in each session, one a day."""
    messages = [
        {
            "role": role,
            "content": content,
            "timestamp": (_BEGINNING + timedelta(days=day, seconds=second)).isoformat(),
            "session_id": name,
        }
        for day, (name, texts) in enumerate(sessions.items())
        for second, text in enumerate(texts)
        for role, content in (("user", text), ("assistant", "I see."))
    ]
    path.write_text(json.dumps(messages), encoding="utf-8")
    return path


def write_facts(path: Path) -> Path:
    """Write the history that every memory of the matrix begins with."""
    return write_history(path, {f"s{number}": [text] for number, text in enumerate(_FACTS, 1)})


def _prints(*texts: str) -> Effect:
    """The effect of a command that reads: its output holds those texts."""
    return lambda seen, ended, directory: all(text in ended.out for text in texts)


def _status(value: str, status: str) -> Effect:
    return lambda seen, ended, directory: (
        (value, status) in {(known.lower(), state) for known, state in seen.records.values()}
    )


def _exported(seen: Seen, ended: Ended, directory: Path) -> bool:
    path = directory / "export.jsonl"
    if not path.exists():
        return False
    lines = path.read_text(encoding="utf-8").splitlines()
    there = {str(json.loads(line).get("round")) for line in lines}
    return all(any(name in text for text in there) for name in seen.round_ids.values())


_PARKED = "I parked the car on level four."
_BEES = "I keep bees in the garden."
COMMANDS: tuple[MatrixCommand, ...] = (
    MatrixCommand("ask", lambda seen, _: ["ask", QUESTION], _prints("level four")),
    MatrixCommand("search", lambda seen, _: ["search", "parked the car"], _prints("level four")),
    MatrixCommand(
        "why-not", lambda seen, _: ["why-not", seen.round_ids[_PARKED], QUESTION], _prints("not lost")
    ),
    MatrixCommand("sessions", lambda seen, _: ["sessions"], _prints("s1", "s6")),
    MatrixCommand("show", lambda seen, _: ["show", "s5"], _prints("level four")),
    MatrixCommand("stats", lambda seen, _: ["stats", "--owner", OWNER, "--json"], _prints('"rounds"')),
    MatrixCommand("ledger", lambda seen, _: ["ledger"], _prints("Munich")),
    MatrixCommand("diff", lambda seen, _: ["diff", "--since", "2024-01-01"], _prints("Munich")),
    MatrixCommand("policy", lambda seen, _: ["policy"], _prints("\n")),
    MatrixCommand(
        "doctor",
        lambda seen, _: ["doctor"],
        lambda seen, ended, _: ended.code == 0 or "yet to be indexed" in ended.out,
        claims=lambda ended: ended.code in (0, 1),
    ),
    MatrixCommand("export", lambda seen, path: ["export", str(path / "export.jsonl")], _exported),
    MatrixCommand(
        "import",
        lambda _, path: ["import", str(write_history(path / "more.json", {"more": [_BEES]}))],
        lambda seen, *_: seen.says(_BEES),
        writes=True,
    ),
    MatrixCommand(
        "chat",
        lambda seen, _: ["chat"],
        lambda seen, *_: seen.says("I bought a blue canoe."),
        writes=True,
        typed="I bought a blue canoe.\n",
        claims=lambda ended: ended.code == 0 and "Noted" in ended.out,
    ),
    MatrixCommand(
        "correct",
        lambda seen, _: ["correct", seen.record("munich"), "Aarhus"],
        _status("aarhus", "active"),
        writes=True,
    ),
    MatrixCommand("undo", lambda seen, _: ["undo"], _status("munich", "active"), writes=True),
    MatrixCommand("confirm", lambda seen, _: ["confirm", seen.record("ramen")], _status("ramen", "active")),
    MatrixCommand(
        "reject",
        lambda seen, _: ["confirm", seen.record("yesterday"), "--wrong"],
        _status("yesterday", "deleted"),
        writes=True,
    ),
    MatrixCommand(
        "forget",
        lambda seen, _: ["forget", "--session", "s6", "--yes"],
        lambda seen, *_: "s6" not in seen.rounds,
        writes=True,
    ),
    MatrixCommand("reindex", lambda seen, _: ["reindex"], lambda seen, ended, _: ended.code == 0),
)
"""In the order in which they are run on one memory."""
