"""An answer as plain JSON values: each shape once, and the function that writes it.

`daybook ask --json`, HTTP, the tools of models and the recall graph give these. Pydantic describes them for
OpenAPI and JSON Schema: the text below a key is its description there. Times are ISO 8601 with an offset,
durations milliseconds.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypeVar, cast

from typing_extensions import TypedDict

from daybook.conversation.answer import (
    Answer,
    DocumentEvidence,
    Evidence,
    FoundPassage,
    Note,
    Superseded,
    Usage,
)
from daybook.conversation.question import RetrievalPlan

_ShapeT = TypeVar("_ShapeT", bound=type)
_T = TypeVar("_T")


def described(shape: _ShapeT) -> _ShapeT:
    """Have Pydantic take the text below a key of a shape as the key's description."""
    shape.__pydantic_config__ = {"use_attribute_docstrings": True}  # type: ignore[attr-defined]
    return shape


class _DateTime:
    """Marks a text as a date-time for JSON Schema."""

    def __get_pydantic_json_schema__(self, schema: Any, describe: Callable[[Any], Any]) -> dict[str, Any]:
        return {**describe(schema), "format": "date-time"}


Moment = Annotated[str, _DateTime()]
"""A time in ISO 8601 with an offset."""


@described
class Citation(TypedDict):
    """Words of a round that an answer rests on."""

    round_id: str
    session_id: str
    said_at: str
    quote: str
    """word for word, as it was said"""


@described
class DocumentCitation(TypedDict):
    """Words of a document that an answer rests on; somebody else wrote them, not the owner."""

    document_id: str
    title: str
    heading: str
    """the headings that they stand under, outermost first"""
    page: int | None
    """null where the document has no pages"""
    quote: str
    """word for word, as in the document"""
    page_label: str
    """the number printed on the page, as "iv"; empty where it is that of `page` or there is none"""


@described
class NoteShape(TypedDict):
    """A note that was taken from one round."""

    round_id: str
    session_id: str
    said_at: Moment
    said_by: str
    quote: str
    note: str
    superseded_on: NotRequired[Moment]
    """only where the quote no longer holds"""
    superseded_by: NotRequired[str]


class PeriodShape(TypedDict):
    """A half-open stretch of time; null where a side is open."""

    start: Moment | None
    end: Moment | None


@described
class PlanShape(TypedDict):
    """The plan of a question."""

    question: str
    """in stand-alone form"""
    kinds: list[str]
    """the surest first"""
    phrasings: list[str]
    time_range: PeriodShape | None
    """when the thing asked about was said"""
    happens_in: PeriodShape | None
    """when it takes place"""
    disputed: str


class PassageShape(TypedDict):
    """A passage of a document that was found."""

    document_id: str
    title: str
    heading: str
    page: int | None
    page_label: str
    position: int
    score: float
    signals: dict[str, float]
    text: str


class SupersededShape(TypedDict):
    """Words of a round that are no longer so."""

    quote: str
    superseded_on: Moment
    superseded_by: str
    by: str


class UsageShape(TypedDict):
    """Calls and tokens of chat models."""

    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None


@described
class PipelineShape(TypedDict):
    """The searches that found the rounds."""

    preset: str | None
    vectors: str
    """exact, chroma, or scan: compared row by row; empty where none was searched"""
    fusion: str
    """scores or rrf"""
    reranked: bool


@described
class AnswerShape(TypedDict):
    """`daybook ask`."""

    answer: str
    not_known: bool
    evidence: list[Citation | DocumentCitation]
    """best first"""
    notes: list[NoteShape]
    plan: PlanShape
    pipeline: PipelineShape
    degraded: list[str]
    """steps that a chat model was to do and rules did"""
    degraded_reasons: dict[str, str]
    usage: UsageShape
    timings: dict[str, float]


def to_json(shape: type[_T], source: object, **given: object) -> _T:
    """Write a value in a shape: a key that is not given is the attribute of that name, as plain JSON."""
    keys = shape.__annotations__
    return cast(_T, {key: given[key] if key in given else plain(getattr(source, key)) for key in keys})


def plain(value: Any) -> Any:
    """Write a value in JSON's terms: dataclasses by fields, times in ISO 8601, paths and enums as text."""
    match value:
        case datetime():
            return value.isoformat()
        case StrEnum() | Path():
            return str(value)
        case Mapping():
            return {plain(key): plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [plain(inner) for inner in value]
        case _ if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value


def answer_to_json(answer: Answer) -> AnswerShape:
    """Write an answer."""
    return to_json(
        AnswerShape,
        answer,
        answer=answer.text,
        evidence=[
            evidence_to_json(item) if isinstance(item, Evidence) else document_evidence_to_json(item)
            for item in answer.cited
        ],
        notes=[note_to_json(note) for note in answer.notes],
        plan=plan_to_json(answer.plan),
    )


def plan_to_json(plan: RetrievalPlan) -> PlanShape:
    """Write a plan; the kinds are named, the surest first."""
    surest_first = sorted(plan.kinds, key=lambda kind: -plan.kinds[kind])
    return to_json(PlanShape, plan, kinds=plain(surest_first))


def evidence_to_json(item: Evidence) -> Citation:
    """Write a citation."""
    return to_json(Citation, item)


def document_evidence_to_json(item: DocumentEvidence) -> DocumentCitation:
    """Write a citation of a document; "page" is None if its form has no pages."""
    return to_json(DocumentCitation, item)


def passage_to_json(found: FoundPassage) -> PassageShape:
    """Write a passage that was found."""
    return to_json(PassageShape, found.passage, score=found.score, signals=dict(found.signals))


def note_to_json(note: Note) -> NoteShape:
    """Write a note; "superseded_on" and "superseded_by" only where it no longer holds."""
    shape: NoteShape = {
        "round_id": note.round_id,
        "session_id": note.session_id,
        "said_at": note.said_at.isoformat(),
        "said_by": note.role.value,
        "quote": note.quote,
        "note": note.text,
    }
    if note.superseded:
        shape["superseded_on"] = note.superseded.at.isoformat()
        shape["superseded_by"] = note.superseded.by_round
    return shape


def superseded_to_json(words: Superseded) -> SupersededShape:
    """Write superseded words."""
    return to_json(SupersededShape, words, superseded_on=words.at.isoformat(), superseded_by=words.by_round)


def usage_to_json(usage: Usage) -> UsageShape:
    """Write what an answer used."""
    return to_json(UsageShape, usage)
