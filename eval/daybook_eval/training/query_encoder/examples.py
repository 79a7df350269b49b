"""The training data of the query encoder: histories, and questions with the rounds that answer them.

- LifeBench: messages, notes and chats from six people's phones, with its questions;
- FriendsQA: scenes of a series, with questions about what is said in them;
- BEAM's fifth to tenth chats of 100K, and the rules' half of LongMemEval's development questions;
- `turn_questions.jsonl`: questions written by reading turns of these. A turn is named by the SHA-256 of its
  beginning, evidence and answer by their places in it, so that no text of a data set stands here;
- `dialogues.jsonl`: messages between four pairs of invented friends, with questions about them.

Never LoCoMo, REALTALK or Multi-Session Chat: those measure.
"""

import gzip
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from daybook.conversation import Role, Session, Turn, rounds_of
from daybook.conversation.errors import BadInput
from daybook_eval.data.case import Case, in_first_half
from daybook_eval.data.cases import read_cases

WEIGHTS = {
    "longmemeval": 2.0,
    "beam": 1.5,
    "lifebench": 0.6,
    "friendsqa": 0.6,
    "specific": 1.0,
    "reworded": 1.0,
    "about": 1.0,
    "when": 0.6,
    "inferred": 0.5,
    "kind": 0.4,
    "advice": 0.4,
}
"""How often a question is drawn, by where it is from or what it asks: other rounds than the one that it was
written for may bear on a question for a kind of thing or for advice."""
FIRST_BEAM_CHAT = 5
"""Those before it measure."""
NAMED_BY = 600
"""Characters of a turn that its name is made of."""
_LIFEBENCH = {"sms": "sms", "agent_chat": "chat", "note": "note"}
_MAX_EVIDENCE = 4
"""A question of LifeBench that names more items mostly names all of a day."""
_FILLERS = 350
"""Sessions of a phone that no question is about, kept as others to be told apart."""
_SCENES = 30
"""In one memory."""
_MESSAGES = 8
"""Of two friends in one session."""

Place = tuple[str, int | None]
"""Session id and position of a round; None for every round of the session."""


@dataclass(frozen=True, slots=True)
class TrainingQuestion:
    """A question and the rounds that answer it."""

    text: str
    places: tuple[Place, ...]
    kind: str
    """A key of WEIGHTS."""

    @property
    def any_answers(self) -> bool:
        """True if one of its rounds is enough: FriendsQA names every place where an answer is said."""
        return self.kind == "friendsqa"


@dataclass(frozen=True, slots=True)
class TrainingMemory:
    """A history of one owner, and what is asked of it."""

    owner: str
    sessions: tuple[Session, ...]
    questions: tuple[TrainingQuestion, ...]


def training_memories(data: Path, *, seed: int = 7) -> Iterator[TrainingMemory]:
    """Read all that is trained on, from the folder with `training/`, `beam_100k_dev/` and LongMemEval-S.

    `seed` decides which sessions of the phones fill the memories up.

    Raises:
        BadInput: a file is missing or has another form.
    """
    written = _written()
    yield from _lifebench(data / "training" / "lifebench", written, random.Random(seed))
    yield from _cases(data / "beam_100k_dev", written, "beam")
    yield from _cases(data / "longmemeval_s_dev.json.gz", written, "longmemeval")
    yield from _dialogues()
    yield from _friendsqa(data / "training")


def turn_name(text: str) -> str:
    """Name a turn by its beginning: 16 hexadecimal digits."""
    return sha256(text[:NAMED_BY].encode()).hexdigest()[:16]


def _written() -> dict[str, dict[str, str]]:
    """Give the written questions by the names of their turns; each is asked in one memory alone."""
    kinds = ("specific", "reworded", "about", "kind", "advice")
    lines = _lines("turn_questions.jsonl")
    return {line["turn"]: {kind: line[kind] for kind in kinds if kind in line} for line in lines}


def _lines(name: str) -> list[dict[str, Any]]:
    text = files("daybook_eval.training.query_encoder").joinpath(name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _asked_about(
    sessions: Iterable[Session], owner: str, written: dict[str, dict[str, str]]
) -> Iterator[TrainingQuestion]:
    """Take the written questions about turns of these sessions out of those that are left."""
    for session in sessions:
        for round_ in rounds_of(session, owner):
            if round_.user and (questions := written.pop(turn_name(round_.user.content), None)):
                for kind, text in questions.items():
                    yield TrainingQuestion(text, ((session.session_id, round_.position),), kind)


def _cases(path: Path, written: dict[str, dict[str, str]], source: str) -> Iterator[TrainingMemory]:
    by_owner: dict[str, list[Case]] = defaultdict(list)
    for case in read_cases(path):
        number = int(case.owner.split("-")[1]) if source == "beam" else FIRST_BEAM_CHAT
        if number >= FIRST_BEAM_CHAT and (source == "beam" or in_first_half(case.question_id)):
            by_owner[case.owner].append(case)
    for owner, cases in by_owner.items():
        own = [
            TrainingQuestion(
                case.question, tuple((found.session_id, found.position) for found in case.evidence), source
            )
            for case in cases
            if case.evidence and not case.abstention
        ]
        sessions = cases[0].sessions
        yield TrainingMemory(owner, sessions, (*own, *_asked_about(sessions, owner, written)))


def _lifebench(
    folder: Path, written: dict[str, dict[str, str]], chance: random.Random
) -> Iterator[TrainingMemory]:
    if not folder.is_dir():
        raise BadInput("there is no such folder; training takes the development data", source=str(folder))
    for person in sorted(path for path in folder.iterdir() if path.is_dir()):
        owner = f"life-{person.name}"
        sessions = list(_phone(person))
        there = {session.session_id for session in sessions}
        questions = [
            TrainingQuestion(asked["question"], tuple((name, None) for name in named), "lifebench")
            for asked in _json(person / "QA_clean.json.gz")
            if 1 <= len(named := _evidence(asked)) <= _MAX_EVIDENCE and there.issuperset(named)
        ]
        questions += _asked_about(sessions, owner, written)
        wanted = {name for question in questions for name, _ in question.places}
        others = [session for session in sessions if session.session_id not in wanted]
        chance.shuffle(others)
        kept = [session for session in sessions if session.session_id in wanted] + others[:_FILLERS]
        yield TrainingMemory(owner, tuple(kept), tuple(questions))


def _evidence(asked: dict[str, Any]) -> list[str]:
    named = (item for item in asked.get("evidence", ()) if "id" in item and item["type"] in _LIFEBENCH)
    return [f"{_LIFEBENCH[item['type']]}{item['id']}" for item in named]


def _phone(person: Path) -> Iterator[Session]:
    for message in _json(person / "sms.json.gz"):
        yield _said(f"sms{message['phone_id']}", message["datetime"], message["message_content"])
    for chat in _json(person / "agent_chat.json.gz"):
        turns = [
            Turn(role, text)
            for exchange in chat["conversation"].values()
            for role in (Role.USER, Role.ASSISTANT)
            if (text := (exchange.get(role.value) or {}).get("content"))
        ]
        if turns:
            yield Session(f"chat{chat['phone_id']}", _moment(chat["date"]), tuple(turns))
    for note in _json(person / "note.json.gz"):
        yield _said(f"note{note['phone_id']}", note["datetime"], f"{note['title']}. {note['content']}")


def _said(name: str, day: str, text: str) -> Session:
    return Session(name, _moment(day), (Turn(Role.USER, text),))


def _moment(written: str) -> datetime:
    return datetime.fromisoformat(written[:19]).replace(tzinfo=UTC)


def _dialogues() -> Iterator[TrainingMemory]:
    """Read the messages of friends: the first of a pair has the user's side, the other the assistant's."""
    by_pair: dict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for line in _lines("dialogues.jsonl"):
        by_pair[tuple(sorted((line["who"], line["to"])))].append(line)
    for pair, lines in by_pair.items():
        owner, sessions, questions = "friends-" + "-".join(pair), [], []
        for first in range(0, len(lines), _MESSAGES):
            part = lines[first : first + _MESSAGES]
            roles = {pair[0]: Role.USER}
            turns = tuple(
                Turn(roles.get(line["who"], Role.ASSISTANT), line["message"], speaker=line["who"])
                for line in part
            )
            began = datetime(2025, 1, 5, tzinfo=UTC) + timedelta(days=first // 2)
            session = Session(f"s{first}", began, turns)
            sessions.append(session)
            positions = {
                turn.content: round_.position for round_ in rounds_of(session, owner) for turn in round_.turns
            }
            questions += [
                TrainingQuestion(line[kind], ((session.session_id, positions[line["message"]]),), kind)
                for line in part
                for kind in ("specific", "reworded", "when", "kind", "inferred")
                if kind in line
            ]
        yield TrainingMemory(owner, tuple(sessions), tuple(questions))


def _friendsqa(folder: Path) -> Iterator[TrainingMemory]:
    scenes = [
        (scene["title"], paragraph)
        for part in ("dev", "tst")
        for scene in _json(folder / f"friendsqa_{part}.json.gz")["data"]
        for paragraph in scene["paragraphs"]
    ]
    for first in range(0, len(scenes), _SCENES):
        sessions, questions = [], []
        for number, (title, paragraph) in enumerate(scenes[first : first + _SCENES], start=first):
            turns = tuple(
                Turn(
                    Role.USER, _written_out(said["utterance"]), speaker=(said["speakers"] or ["Narrator"])[0]
                )
                for said in paragraph["utterances:"]
            )
            sessions.append(Session(title, datetime(2024, 1, 1, tzinfo=UTC) + timedelta(hours=number), turns))
            for asked in paragraph["qas"]:
                answers = sorted({said["utterance_id"] for said in asked["answers"]})
                places = tuple((title, place) for place in answers)
                questions.append(TrainingQuestion(_written_out(asked["question"]), places, "friendsqa"))
        yield TrainingMemory(f"scenes-{first // _SCENES}", tuple(sessions), tuple(questions))


def _written_out(text: str) -> str:
    """Join what FriendsQA's tokens were parted by: "did n't go ?" to "didn't go?"."""
    joined = re.sub(r"\s+(n't|'\w+|[.,!?;:%)])", r"\1", text)
    return re.sub(r"([($])\s+", r"\1", joined)


def _json(path: Path) -> Any:
    """Read a JSON file, gzip; an absent one is an empty list: not every phone has every kind."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be read: {error}", source=str(path)) from error
