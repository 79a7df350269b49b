"""The facts of a session as a perfect extractor would give them, with what they rest on."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, PlainSerializer, model_validator

from daybook.conversation import Act, Role, Session, Turn, ValueType
from daybook.interfaces.importers.fields import Fields, Text, checked
from daybook.interfaces.importers.json_reader import read_records
from daybook.interfaces.written_moments import slashed_moment


class Address(Fields):
    """What a fact is about: whose, and which of it."""

    subject: str
    attribute: str


class Trigger(Address):
    """The change that a rule waits for."""

    value: str = ""
    """The value that must come; "" for any change."""


class Consequence(Address):
    """What holds once the rule's moment has come."""

    value: str


class Condition(Fields):
    """A rule that the owner stated: "if I move, my gym will be Orinthal"."""

    when: Trigger
    then: Consequence


class ScriptedFact(Fields):
    """A fact, or a rule about one."""

    quote: str
    """The owner's sentence, which a user turn of the session holds."""
    subject: str
    attribute: str
    value: str
    """With `act` "ends" the value that is over; with a condition the value that the rule would bring, which
    does not hold yet."""
    type: ValueType
    act: Act
    rests_on: Address | None = None
    """Falls when this changes, unless a rule says what comes of it."""
    condition: Condition | None = None

    @property
    def address(self) -> Address:
        """What it is about."""
        return Address(subject=self.subject, attribute=self.attribute)


class Task(StrEnum):
    """What a question tries, by the benchmark's tag."""

    EXACT = "ER"
    AGGREGATION = "Agg"
    TRACKING = "Tr"
    DELETION = "Del"
    CASCADE = "Cas"
    ABSENCE = "Abs"


def _read_moment(value: object) -> datetime:
    if isinstance(value, datetime):
        return value
    if not isinstance(value, str):
        raise ValueError("expected a date like '2023/05/30 (Tue) 10:18'")
    return slashed_moment(value)


def _write_moment(value: datetime) -> str:
    return f"{value.astimezone(UTC):%Y/%m/%d (%a) %H:%M}"


Moment = Annotated[
    datetime, BeforeValidator(_read_moment), PlainSerializer(_write_moment, when_used="json-unless-none")
]
Values = Mapping[str, str | tuple[str, ...]]
"""By entity: its value, or for tracking all that it had, the earliest first."""


class EpisodeTurn(Fields):
    """One message."""

    role: Role
    content: Text


class EpisodeSession(Fields):
    """Dated messages: evidence, or filler between."""

    session_id: str
    type: Literal["evidence", "filler"]
    timestamp: Moment
    conversation: tuple[EpisodeTurn, ...]
    facts: tuple[ScriptedFact, ...] = ()
    """Ours, and () in the published files."""


class RootChange(Fields):
    """The change that brings the others with it."""

    before: str
    after: str


class Entity(Fields):
    """A thing with a value, which may have another after the change."""

    before: str | None = None
    after: str | None = None


class Edge(Fields):
    """That one entity rests on another."""

    source: str
    target: str
    hop: int = 1
    pattern: str = ""


class EpisodeTask(Fields):
    """A task, and the question that tries it."""

    type: Task
    target_entities: tuple[str, ...] = Field(min_length=1)
    entity_values: Values
    question_template: str
    gold_answer: str
    hop: int | None = None


class EpisodeQuestion(Fields):
    """A question before the change, with what is expected, or after it, with the values of its entities."""

    task_type: Task
    entity: tuple[str, ...] = Field(min_length=1)
    question: str
    entity_values: Values = Field(default_factory=dict)
    expected_answer: str | None = None
    gold_answer: str | None = None
    hop: int | None = None


class QuestionBlock(Fields):
    """Questions that are asked at one moment."""

    timestamp: Moment
    position_after_session: int
    """The last session before them, from 0."""
    questions: tuple[EpisodeQuestion, ...]


class Episode(Fields):
    """Sessions, and the questions before and after the change of the root."""

    episode_id: str
    domain: str
    root: str
    root_change: RootChange
    entities: Mapping[str, Entity]
    dependency_edges_used: tuple[Edge, ...]
    tasks: tuple[EpisodeTask, ...]
    sessions: tuple[EpisodeSession, ...] = Field(min_length=1)
    before_questions: QuestionBlock
    after_questions: QuestionBlock

    @model_validator(mode="after")
    def _asks_within_its_sessions(self) -> Self:
        before = self.before_questions.position_after_session
        after = self.after_questions.position_after_session
        if not 0 <= before < after < len(self.sessions):
            raise ValueError(
                f"the questions stand after the sessions {before} and {after} of {len(self.sessions)}, "
                "counted from 0; expected the first before the second, and both among them"
            )
        return self

    @model_validator(mode="after")
    def _knows_its_entities(self) -> Self:
        named = {name for task in self.tasks for name in task.target_entities} | {self.root}
        if unknown := sorted(named - self.entities.keys()):
            raise ValueError(f"nothing is said of the entity {unknown[0]!r}")
        return self

    def values_of(self, question: EpisodeQuestion) -> Values:
        """Give the values that a question after the change turns on, from itself or from its task."""
        if question.entity_values:
            return question.entity_values
        same = (
            task.entity_values
            for task in self.tasks
            if task.type is question.task_type and set(task.target_entities) == set(question.entity)
        )
        return next(same, {})

    def as_sessions(self) -> list[Session]:
        """Give the sessions as they are imported, each under a name of its own."""
        return [
            Session(
                f"{place:03}-{session.session_id}",
                session.timestamp,
                tuple(Turn(turn.role, turn.content) for turn in session.conversation),
            )
            for place, session in enumerate(self.sessions)
        ]


def read_episodes(path: Path) -> list[Episode]:
    """Read episodes from a file of one JSON list, plain or gzip.

    Raises:
        BadInput: the file cannot be read, or a field is missing or wrong; the error names the first one.
    """
    return [checked(Episode, record.value, source=path, where=record.where) for record in read_records(path)]


def write_episodes(path: Path, episodes: Iterable[Episode]) -> None:
    """Write episodes in the form in which they are read."""
    plain = [episode.model_dump(mode="json", exclude_none=True) for episode in episodes]
    path.write_text(json.dumps(plain, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
