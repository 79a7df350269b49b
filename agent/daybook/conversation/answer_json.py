"""An answer as JSON: the views by which every interface writes it, and which describe it for JSON Schema.

A view reads the attributes of a value, under the names that JSON has; values whose attributes are named alike
are written as they are. Times are ISO 8601 with an offset, durations milliseconds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import AliasChoices, AliasPath, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from daybook.conversation.answer import Answer, DocumentEvidence, Evidence, Pipeline, Usage
from daybook.conversation.question import QuestionKind
from daybook.conversation.turns import Moment, Role, TimeRange


class View(BaseModel):
    """A value as JSON; the text below a key is its description there."""

    model_config = ConfigDict(
        from_attributes=True,
        frozen=True,
        validate_by_name=True,
        validate_by_alias=True,
        use_attribute_docstrings=True,
    )

    @classmethod
    def of(cls, value: object) -> Self:
        """View a value."""
        return cls.model_validate(value)

    @classmethod
    def listing(cls, values: Iterable[object]) -> Self:
        """View a list of values; for views with a single key."""
        (key,) = cls.model_fields
        return cls.model_validate({key: list(values)})

    def to_json(self) -> dict[str, Any]:
        """Write it in JSON's own types."""
        return self.model_dump(mode="json")


class NoteJson(View):
    """A note that was taken from one round."""

    round_id: str
    session_id: str
    said_at: Moment
    said_by: Role = Field(validation_alias=AliasChoices("said_by", "role"))
    quote: str
    note: str = Field(validation_alias=AliasChoices("note", "text"))
    superseded_on: Moment | None = Field(
        None, validation_alias=AliasChoices("superseded_on", AliasPath("superseded", "at"))
    )
    """only where the quote no longer holds"""
    superseded_by: str | None = Field(
        None, validation_alias=AliasChoices("superseded_by", AliasPath("superseded", "by_round"))
    )


def _surest_first(kinds: object) -> object:
    return sorted(kinds, key=lambda kind: -kinds[kind]) if isinstance(kinds, Mapping) else kinds


class PlanJson(View):
    """The plan of a question."""

    question: str
    """in stand-alone form"""
    kinds: Annotated[list[QuestionKind], BeforeValidator(_surest_first)]
    """the surest first"""
    phrasings: tuple[str, ...]
    time_range: TimeRange | None
    """when the thing asked about was said"""
    disputed: str


class AnswerJson(View):
    """`daybook ask`."""

    answer: str
    not_known: bool
    evidence: tuple[Evidence | DocumentEvidence, ...]
    """best first"""
    notes: tuple[NoteJson, ...]
    plan: PlanJson
    pipeline: Pipeline
    degraded: tuple[str, ...]
    """steps that a chat model was to do and rules did"""
    degraded_reasons: Mapping[str, str]
    usage: Usage
    timings: Mapping[str, float]

    @model_validator(mode="before")
    @classmethod
    def _of_answer(cls, value: object) -> object:
        """Read an answer, whose names are not all those of its JSON."""
        names = {"answer": "text", "evidence": "cited"}
        if not isinstance(value, Answer):
            return value
        return {name: getattr(value, names.get(name, name)) for name in cls.model_fields}


def plain(value: Any) -> Any:
    """Write a value in JSON's terms: dataclasses by fields, times in ISO 8601, paths and enums as text."""
    match value:
        case datetime():
            return value.isoformat()
        case StrEnum() | Path():
            return str(value)
        case View():
            return value.to_json()
        case Mapping():
            return {plain(key): plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [plain(inner) for inner in value]
        case _ if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value
