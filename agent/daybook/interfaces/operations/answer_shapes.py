"""The JSON of answers, searches, chats, sessions and documents, for every interface; see `ledger_shapes`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict

from daybook.conversation import (
    Answer,
    Candidate,
    DocumentEvidence,
    Round,
    plain_answer,
    plain_usage,
)
from daybook.conversation.answer_json import plain_plan, plain_superseded
from daybook.interfaces.operations.ledger_shapes import (
    Citation,
    Moment,
    RecordShape,
    citation_of,
    record_shape,
    written,
)

if TYPE_CHECKING:
    from daybook.library.results import ChatTurn, SearchResult
    from daybook.reply import MemoryContext
    from daybook.store import Receipt, SessionSummary


class DocumentCitation(TypedDict):
    """Words of a document that an answer rests on; somebody else wrote them, not the owner."""

    document_id: str
    title: str
    heading: Annotated[str, Field(description="the headings that they stand under, outermost first")]
    page: Annotated[int | None, Field(description="null where the document has no pages")]
    quote: Annotated[str, Field(description="word for word, as in the document")]


class NoteShape(TypedDict):
    """What was taken from one round."""

    round_id: str
    session_id: str
    said_at: Moment
    said_by: str
    quote: str
    note: str
    superseded_on: NotRequired[Annotated[Moment, Field(description="only where the quote no longer holds")]]
    superseded_by: NotRequired[str]


class PeriodShape(TypedDict):
    """A half-open stretch of time; null where a side is open."""

    start: Moment | None
    end: Moment | None


class PlanShape(TypedDict):
    """What a question became."""

    question: Annotated[str, Field(description="in stand-alone form")]
    kinds: Annotated[list[str], Field(description="the surest first")]
    phrasings: list[str]
    time_range: Annotated[PeriodShape | None, Field(description="when the thing asked about was said")]
    happens_in: Annotated[PeriodShape | None, Field(description="when it takes place")]
    disputed: str


class UsageShape(TypedDict):
    """What chat models took."""

    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None


class AnswerShape(TypedDict):
    """`daybook ask`."""

    answer: str
    not_known: bool
    nearest: Annotated[
        bool,
        Field(
            description="whether the evidence is only what comes nearest; then `not_known` is true as well"
        ),
    ]
    doubt: Annotated[
        float | None,
        Field(description="how likely, 0 to 1, memory lacks the answer; null where a fact or model gave it"),
    ]
    evidence: Annotated[list[Citation | DocumentCitation], Field(description="rounds, then documents")]
    notes: list[NoteShape]
    unsupported: Annotated[
        list[str], Field(description="numbers, dates and names of the answer that no cited quote holds")
    ]
    plan: PlanShape
    degraded: Annotated[list[str], Field(description="steps that a chat model was to do and rules did")]
    degraded_reasons: dict[str, str]
    usage: UsageShape
    timings: dict[str, float]


class RoundShape(TypedDict):
    """A round; a side that is missing is ""."""

    round_id: str
    session_id: str
    said_at: Moment
    user: str
    assistant: str


class RoundsShape(TypedDict):
    """`daybook show`."""

    rounds: list[RoundShape]


class SupersededShape(TypedDict):
    """Words of a round that are no longer so."""

    quote: str
    superseded_on: Moment
    superseded_by: str
    by: str


class CandidateShape(RoundShape):
    """A round that a search found."""

    score: Annotated[float, Field(description="comparable within one search only")]
    signals: dict[str, float]
    superseded: list[SupersededShape]


class SearchShape(TypedDict):
    """`daybook search`."""

    rounds: list[CandidateShape]
    timings: dict[str, float]
    plan: PlanShape


class ChatShape(TypedDict):
    """A reply."""

    reply: str
    round_id: Annotated[str | None, Field(description="null where nothing was kept")]
    session_id: str | None
    evidence: list[Citation | DocumentCitation]
    learned: list[RecordShape]
    unfounded: Annotated[
        list[str],
        Field(description="what the reply says of the user that neither memory nor the dialogue holds"),
    ]
    answer: Annotated[AnswerShape | None, Field(description="that of memory, where it was asked")]
    context: Annotated[list[dict[str, Any]] | None, Field(description="what a model was given")]
    proposal: Annotated[
        dict[str, str] | None,
        Field(description="what it proposes to forget: hand it in with the next message, which may say yes"),
    ]
    consent: Annotated[
        dict[str, str] | None,
        Field(
            description="a question to show below it: hand it in with the next message, which may answer it"
        ),
    ]
    degraded: list[str]
    degraded_reasons: dict[str, str]
    usage: UsageShape


class ContextShape(TypedDict):
    """What bears on a message."""

    text: Annotated[str, Field(description="the block for a prompt; the rest is what it was made of")]
    items: list[dict[str, Any]]
    records: list[RecordShape]
    rounds: list[RoundShape]
    is_personal: bool
    tokens: int
    milliseconds: float


class SessionShape(TypedDict):
    """A session in a list of sessions."""

    session_id: str
    occurrence: int
    started_at: Moment
    rounds: int
    title: str


class SessionsShape(TypedDict):
    """`daybook sessions`."""

    sessions: list[SessionShape]


class ReceiptShape(TypedDict):
    """`daybook forget`."""

    removed: dict[str, int]
    verified: Annotated[
        bool, Field(description="whether a search of everything that is kept found nothing left")
    ]
    unreached: list[str]


class DocumentShape(TypedDict):
    """A document that answers may rest on."""

    document_id: str
    title: str
    source: str
    sha256: str
    collection: str
    media_type: str
    added_at: Moment
    passages: int
    pages: int | None
    shared: bool
    gone: Annotated[bool, Field(description="whether it is no longer where it was read from")]


class DocumentsShape(TypedDict):
    """`daybook kb list`."""

    documents: list[DocumentShape]


class RemovedShape(TypedDict):
    """`daybook kb remove`."""

    removed: list[DocumentShape]
    documents: int
    passages: int


class ChangeShape(TypedDict):
    """What became of one source of documents."""

    source: str
    outcome: str
    document: NotRequired[DocumentShape]
    problem: NotRequired[str]
    same_as: NotRequired[str]


def document_citation_of(words: DocumentEvidence) -> DocumentCitation:
    """Write words of a document that an answer rests on."""
    return written(DocumentCitation, words)


def answer_shape(answer: Answer) -> AnswerShape:
    """Write an answer."""
    return cast(AnswerShape, plain_answer(answer))


def search_shape(found: SearchResult) -> SearchShape:
    """Write what a search found."""
    rounds = [candidate_shape(candidate) for candidate in found.candidates]
    return written(SearchShape, found, rounds=rounds, plan=plain_plan(found.plan))


def candidate_shape(candidate: Candidate) -> CandidateShape:
    """Write a round with what ranks it."""
    superseded = [plain_superseded(words) for words in candidate.superseded]
    return written(CandidateShape, candidate, superseded=superseded, **round_shape(candidate.round))


def round_shape(round_: Round) -> RoundShape:
    """Write a round."""
    user, assistant = (turn.content if turn else "" for turn in (round_.user, round_.assistant))
    return written(RoundShape, round_, user=user, assistant=assistant)


def rounds_shape(rounds: Sequence[Round]) -> RoundsShape:
    """Write rounds."""
    return {"rounds": [round_shape(round_) for round_ in rounds]}


def sessions_shape(sessions: Sequence[SessionSummary]) -> SessionsShape:
    """Write a list of sessions."""
    return {"sessions": [written(SessionShape, session) for session in sessions]}


def receipt_shape(receipt: Receipt) -> ReceiptShape:
    """Write what a forgetting removed."""
    return written(ReceiptShape, receipt)


def chat_shape(turn: ChatTurn) -> ChatShape:
    """Write a reply."""
    remembered = turn.remembered
    return written(
        ChatShape,
        turn,
        reply=turn.text,
        round_id=remembered.round_id if remembered else None,
        session_id=remembered.session_id if remembered else None,
        evidence=[
            *(citation_of(words) for words in turn.evidence),
            *(document_citation_of(words) for words in turn.documents),
        ],
        learned=[record_shape(change.after) for change in turn.learned if change.after],
        answer=answer_shape(turn.answer) if turn.answer else None,
        context=[dict(line) for line in turn.context.lines] if turn.context else None,
        proposal=dict(turn.proposal) if turn.proposal else None,
        consent=dict(turn.consent) if turn.consent else None,
        usage=plain_usage(turn.usage),
    )


def context_shape(context: MemoryContext) -> ContextShape:
    """Write what bears on a message."""
    return written(
        ContextShape,
        context,
        items=[
            *({"kind": str(item.kind), "quote": item.quote, **item.line} for item in context.items),
            *({"quote": item.found.passage.text, **item.line} for item in context.documents),
        ],
        records=[record_shape(record) for record in context.records],
        rounds=[round_shape(round_) for round_ in context.rounds],
        milliseconds=round(context.milliseconds, 3),
    )
