"""The files of a run: one record for each question, and one header for the run.

They hold all that measures, judges and reports need: neither the data file nor Daybook is needed again. A run
is a folder with `run.json` and `records.jsonl`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias

from pydantic import TypeAdapter, ValidationError

from daybook.conversation import Usage
from daybook.conversation.errors import BadInput

Status: TypeAlias = Literal["done", "failed"]
Span: TypeAlias = tuple[str, int, int]
"""The role that says it ("user" or "assistant"), and characters of its turn, start in and stop out."""


@dataclass(frozen=True, slots=True)
class GoldTurn:
    """A turn that is evidence for the expected answer."""

    session: int
    """Place of its session in the history, from 0: session ids are not unique."""
    turn: int
    """Place in its session, from 0."""
    role: str
    said_at: datetime
    """When its round was said: what a time range is compared with."""
    round_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold evidence; empty for most abstention questions."""

    rounds: tuple[str, ...] = ()
    """The rounds of the evidence turns, in the order of the history, each once."""
    sessions: tuple[int, ...] = ()
    turns: tuple[GoldTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class Rankings:
    """Round ids, best first, as far as a system has such a ranking; see `daybook_eval.records.DEPTH`."""

    dense: tuple[str, ...] = ()
    lexical: tuple[str, ...] = ()
    fused: tuple[str, ...] = ()
    """As the search merged them."""
    final: tuple[str, ...] = ()
    """After weighing and reranking: what is packed, and what measures of retrieval look at."""


@dataclass(frozen=True, slots=True)
class RankedRound:
    """A round in some ranking."""

    round_id: str
    session: int
    """Place of its session in the history, from 0."""
    position: int
    """Place in its session, in rounds, from 0."""
    has_user: bool
    """Whether it has a user's turn: the official measures know no other rounds."""
    score: float = 0.0
    signals: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PackedRound:
    """The spans of a round that were shown to the reader."""

    round_id: str
    spans: tuple[Span, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class QuestionRecord:
    """The record of one question: plan, rankings, packed context, answer, usage."""

    question_id: str
    question_type: str
    question: str
    gold_answer: str
    asked_at: datetime
    abstention: bool
    """Whether the right answer is that it is not known."""
    status: Status
    origin: str = ""
    """How a builder made the question or its history ("compiled: …"); "" as it was released."""
    gold: Gold = Gold()
    error: str = ""
    """Of a failed question, on one line; failed ones are asked again when the run is resumed."""
    plan: Mapping[str, Any] = field(default_factory=dict)
    """As `daybook.conversation.PlanJson` writes it."""
    rankings: Rankings = Rankings()
    candidates: tuple[RankedRound, ...] = ()
    """Every round that a ranking names, in the order of the final ranking, then of the others."""
    packed: tuple[PackedRound, ...] = ()
    budget: int | None = None
    """Tokens that `packed` could cost; None if nothing was packed or nothing limits it."""
    packs: Mapping[str, tuple[PackedRound, ...]] = field(default_factory=dict)
    """The rounds that would be packed under each of `BUDGETS`, by the budget; {} if nothing is ranked."""
    notes: tuple[Mapping[str, Any], ...] = ()
    answer: str | None = None
    """None if nothing was answered: retrieval only, or a failure."""
    not_known: bool | None = None
    evidence: tuple[Mapping[str, Any], ...] = ()
    degraded: tuple[str, ...] = ()
    degraded_reasons: Mapping[str, str] = field(default_factory=dict)
    """Why, of each of these steps."""
    usage: Mapping[str, Usage] = field(default_factory=dict)
    """By stage, and "total"."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds by stage; "ingest" for keeping the history, "total" for asking."""

    @property
    def shown(self) -> str:
        """The answer with the quotes that it cites; measures of containment go by it."""
        return "\n".join([self.answer or "", *(cited["quote"] for cited in self.evidence)])


@dataclass(frozen=True, slots=True)
class Code:
    """The code version of a run."""

    commit: str
    dirty: bool
    sources: str
    """SHA-256 over the sources of `agent` and `prompts`."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """The data file of a run."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Run:
    """The header of a run: what must be equal to continue it, and when it began."""

    data: DataFile
    retrieve_only: bool
    settings: Mapping[str, Any]
    """Without keys and folders."""
    embedder: str
    """Its fingerprint."""
    models: Mapping[str, str]
    """Chat models by role; {} where rules do everything."""
    prompts: Mapping[str, str]
    """SHA-256 of each prompt, by name; {} where no model is called."""
    code: Code
    packages: Mapping[str, str]
    started_at: datetime


DEPTH = 100
"""How many rounds of a ranking a record keeps."""
BUDGETS = (2_000, 4_000, 8_000, 16_000)
"""Tokens that evidence is measured under."""
HEADER, RECORDS = "run.json", "records.jsonl"
"""The files of a run's folder."""
UNFINISHED = "unfinished"
"""An empty file beside them until every question has a record."""

_RECORD: TypeAdapter[QuestionRecord] = TypeAdapter(QuestionRecord)
_RUN: TypeAdapter[Run] = TypeAdapter(Run)


def record_to_line(record: QuestionRecord) -> str:
    """Write a record as one line of JSON, without the line break."""
    return _RECORD.dump_json(record).decode()


def record_from_line(line: str | bytes, *, source: str = "", where: str = "") -> QuestionRecord:
    """Read a record from a line; raises BadInput if it is not a record, or a torn one."""
    try:
        return _RECORD.validate_json(line)
    except ValidationError as error:
        raise BadInput(_first(error), source=source, where=where) from None


def run_to_text(run: Run) -> str:
    """Write a header as JSON, for people as well."""
    return _RUN.dump_json(run, indent=2).decode() + "\n"


def run_from_text(text: str, *, source: str = "") -> Run:
    """Read a header; raises BadInput if it is not a header."""
    try:
        return _RUN.validate_json(text)
    except ValidationError as error:
        raise BadInput(_first(error), source=source) from None


def _first(error: ValidationError) -> str:
    detail = error.errors(include_input=False, include_url=False)[0]
    place = ".".join(map(str, detail["loc"]))
    return f"not the shape of a run: {place + ': ' if place else ''}{detail['msg']}"
