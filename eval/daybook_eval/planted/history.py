"""Generates histories whose true facts are known.

Facts are stated, repeated, changed, changed back and corrected, among talk that tells nothing and lures that
only look like facts. The wordings (facts.toml, held_out.toml) were written without the rules that find facts.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, TypeAdapter

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import BadInput

FIRST, HELD_OUT = "facts", "held_out"
"""Two sets of wordings. The first was looked at while the rules that find facts were mended; the second, of
other people's other words for other values, is for measuring only."""


class Family(BaseModel):
    """Values that can be said of one slot, and how people say them: {v} the value, {o} the former one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slot: str
    values: tuple[str, ...]
    states: tuple[str, ...]
    polarity: str = "+"
    changes: tuple[str, ...] = ()
    corrects: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    """Questions for the value that holds; a family with none holds several values at a time."""
    also: tuple[str, ...] = ()
    """Words for what else its sayings truly tell, by the way: "my daughter Freya" tells of a daughter."""
    key: tuple[str, ...] = ()
    """The word of each value by which a record of it is known; the value itself by default."""

    def key_of(self, value: str) -> str:
        """Give the word by which a record of a value is known."""
        return self.key[self.values.index(value)] if self.key else value.removeprefix("the ")


class Lure(BaseModel):
    """What is no fact about the owner, and looks like one: {k} is a value that no family has."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    why: str
    values: tuple[str, ...]
    says: tuple[str, ...]


class SmallTalk(BaseModel):
    """Questions and replies about {t}, a topic, that tell nothing about the owner."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    topics: tuple[str, ...]
    asks: tuple[str, ...]
    replies: tuple[str, ...]
    acknowledgements: tuple[str, ...]


class Wordings(BaseModel):
    """Everything that a planted history is made of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    family: tuple[Family, ...]
    lure: tuple[Lure, ...]
    small_talk: SmallTalk


@cache
def wordings(name: str = FIRST) -> Wordings:
    """Read a set of wordings; raises BadInput if there is no set of that name."""
    file = Path(__file__).parent / f"{name}.toml"
    if not file.exists():
        raise BadInput(f"the sets of wordings are {FIRST} and {HELD_OUT}", source="--wordings")
    found: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    return TypeAdapter(Wordings).validate_python(found)


BEGAN = datetime(2022, 1, 3, 18, 30, tzinfo=UTC)
OWNER = "planted"
_CHANGED_BACK = 4
_CORRECTED = 4
"""Of the families with one value at a time so many change back, or are corrected; the others change."""


@dataclass(frozen=True, slots=True)
class PlantedFact:
    """A true fact that the history states."""

    slot: str
    key: str
    polarity: str
    how: str
    """"stated", "repeated", "changed", "changed back" or "corrected"."""
    holds: bool


@dataclass(frozen=True, slots=True)
class UpdateQuestion:
    """A question for what holds at the end."""

    text: str
    expected: str
    stale: tuple[str, ...]
    """What held before, or was wrong."""


@dataclass(slots=True)
class PlantedHistory:
    """Sessions and their true facts."""

    sessions: tuple[Session, ...] = ()
    truths: list[PlantedFact] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Keys of what was told by mistake and corrected later."""
    also: frozenset[str] = frozenset()
    """Words for what else is true, told by the way."""
    lures: int = 0
    questions: list[UpdateQuestion] = field(default_factory=list)
    ends_at: datetime = BEGAN


Line: TypeAlias = list[tuple[str, str]]
"""What is told one after the other: (who says it, what)."""


def plant_history(*, seed: int, sessions: int = 220, words: str = FIRST) -> PlantedHistory:
    """Make a history of one owner; raises BadInput if there is no such set."""
    random, chosen, history = Random(seed), wordings(words), PlantedHistory()
    lines = [*_single_valued(history, chosen, random), *_multi_valued(history, chosen, random)]
    lures = list(_lures(chosen, random))
    placed = _place([*lines, *lures], sessions, random)
    history.sessions = tuple(
        _session(number, placed.get(number, []), chosen, random) for number in range(sessions)
    )
    history.also = frozenset(word for family in chosen.family for word in family.also)
    history.lures = len(lures)
    history.ends_at = history.sessions[-1].started_at + timedelta(days=1)
    return history


def _single_valued(history: PlantedHistory, words: Wordings, random: Random) -> Iterator[Line]:
    families = [family for family in words.family if family.asks]
    random.shuffle(families)
    for number, family in enumerate(families):
        first, second = random.sample(family.values, 2)
        line = [("user", _say(random, family.states, first))]
        if number < _CHANGED_BACK:
            line.append(("user", _say(random, family.changes, second, first)))
            line.append(("user", _say(random, family.changes, first, second)))
            held, told = first, [(second, "changed", False), (first, "changed back", True)]
        elif number < _CHANGED_BACK + _CORRECTED:
            line.append(("user", _say(random, family.corrects, second, first)))
            held, told = second, [(second, "corrected", True)]
            history.wrong.append(family.key_of(first))
        else:
            line.append(("user", _say(random, family.changes, second, first)))
            held, told = second, [(first, "stated", False), (second, "changed", True)]
        line.append(("recalled", f"You told me: {_say(random, family.states, first)}"))
        yield line
        history.truths += [
            PlantedFact(family.slot, family.key_of(value), family.polarity, how, holds)
            for value, how, holds in told
        ]
        stale = second if held == first else first
        ask = random.choice(family.asks)
        history.questions.append(UpdateQuestion(ask, family.key_of(held), (family.key_of(stale),)))


def _multi_valued(history: PlantedHistory, words: Wordings, random: Random) -> Iterator[Line]:
    for family in (family for family in words.family if not family.asks):
        for place, value in enumerate(family.values):
            sayings = random.sample(family.states, 2 if place % 3 == 0 else 1)
            yield [("user", said.format(v=value)) for said in sayings]
            how = "repeated" if len(sayings) > 1 else "stated"
            history.truths.append(PlantedFact(family.slot, family.key_of(value), family.polarity, how, True))


def _lures(words: Wordings, random: Random) -> Iterator[Line]:
    for lure in words.lure:
        who = "assistant" if lure.why == "by the assistant" else "user"
        values = random.sample(lure.values, len(lure.values)) or [""] * len(lure.says)
        yield from ([(who, saying.format(k=value))] for saying, value in zip(lure.says, values, strict=True))


def _say(random: Random, sayings: Sequence[str], value: str, former: str = "") -> str:
    return _capital(random.choice(sayings).format(v=value, o=former))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _place(lines: Sequence[Line], sessions: int, random: Random) -> dict[int, Line]:
    """Give every saying a session, those of a line in their order and in different ones."""
    placed: dict[int, Line] = {}
    for line in lines:
        for number, saying in zip(sorted(random.sample(range(sessions), len(line))), line, strict=True):
            placed.setdefault(number, []).append(saying)
    return placed


def _session(number: int, sayings: Sequence[tuple[str, str]], words: Wordings, random: Random) -> Session:
    turns = [turn for saying in sayings for turn in _round(saying, words, random)]
    for _ in range(random.randint(1, 2)):
        turns += _small_talk(words, random)
    started_at = BEGAN + timedelta(days=5 * number, minutes=random.randrange(240))
    return Session(f"planted-{number:03}", started_at, tuple(turns))


def _round(saying: tuple[str, str], words: Wordings, random: Random) -> Iterator[Turn]:
    who, text = saying
    asked, replied = _small_talk(words, random)
    thanks = random.choice(words.small_talk.acknowledgements)
    if who == "user":
        parts = random.choice([(text,), (text, asked.content), (asked.content, text)])
        yield Turn(Role.USER, " ".join(parts))
        yield Turn(Role.ASSISTANT, thanks if len(parts) == 1 else replied.content)
    elif who == "assistant":
        yield asked
        yield Turn(Role.ASSISTANT, f"{replied.content} {text}")
    else:
        yield Turn(Role.USER, "What did I tell you about that?")
        yield Turn(Role.ASSISTANT, text, sources=())


def _small_talk(words: Wordings, random: Random) -> tuple[Turn, Turn]:
    talk = words.small_talk
    topic = random.choice(talk.topics)
    ask, reply = random.choice(talk.asks), random.choice(talk.replies)
    return (Turn(Role.USER, ask.format(t=topic)), Turn(Role.ASSISTANT, _capital(reply.format(t=topic))))
