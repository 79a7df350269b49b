"""The JSON of answers, searches, chats, sessions and documents, for every interface; see `ledger_shapes`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NotRequired

from typing_extensions import TypedDict

from daybook.conversation import (
    Candidate,
    Document,
    Round,
    answer_to_json,
    document_evidence_to_json,
    evidence_to_json,
)
from daybook.conversation.answer_json import (
    AnswerShape,
    Citation,
    DocumentCitation,
    Moment,
    PlanShape,
    SupersededShape,
    UsageShape,
    described,
    plain,
    plan_to_json,
    superseded_to_json,
    to_json,
)
from daybook.interfaces.operations.ledger_shapes import RecordShape, record_shape
from daybook.library.results import Change, Changes, Outcome, is_gone

if TYPE_CHECKING:
    from daybook.library.results import ChatTurn, MemoryContext, SearchResult
    from daybook.store import Preview, Receipt, SessionSummary


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


@described
class CandidateShape(RoundShape):
    """A round that a search found."""

    score: float
    """comparable within one search only"""
    signals: dict[str, float]
    superseded: list[SupersededShape]


class SearchShape(TypedDict):
    """`daybook search`."""

    rounds: list[CandidateShape]
    timings: dict[str, float]
    plan: PlanShape


@described
class ChatShape(TypedDict):
    """A reply."""

    reply: str
    round_id: str | None
    """null where nothing was kept"""
    session_id: str | None
    evidence: list[Citation | DocumentCitation]
    learned: list[RecordShape]
    answer: AnswerShape | None
    """that of memory, where it was asked"""
    context: list[dict[str, Any]] | None
    """what a model was given"""
    proposal: dict[str, str] | None
    """what it proposes to forget: hand it in with the next message, which may say yes"""
    consent: dict[str, str] | None
    """a question to show below it: hand it in with the next message, which may answer it"""
    degraded: list[str]
    degraded_reasons: dict[str, str]
    usage: UsageShape


@described
class ContextShape(TypedDict):
    """What bears on a message."""

    text: str
    """the block for a prompt; the rest is what it was made of"""
    items: list[dict[str, Any]]
    records: list[RecordShape]
    rounds: list[RoundShape]
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


@described
class ReceiptShape(TypedDict):
    """`daybook forget`."""

    removed: dict[str, int]
    verified: bool
    """whether a search of everything that is kept found nothing left"""
    unreached: list[str]


@described
class PreviewShape(TypedDict):
    """`daybook forget --dry-run`: what would go; nothing went."""

    would_remove: dict[str, int]
    texts: list[str]
    """what would go, word for word"""


@described
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
    gone: bool
    """whether it is no longer where it was read from"""


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


def search_shape(found: SearchResult) -> SearchShape:
    """Write what a search found."""
    rounds = [candidate_shape(candidate) for candidate in found.candidates]
    return to_json(SearchShape, found, rounds=rounds, plan=plan_to_json(found.plan))


def candidate_shape(candidate: Candidate) -> CandidateShape:
    """Write a round with what ranks it."""
    superseded = [superseded_to_json(words) for words in candidate.superseded]
    return to_json(CandidateShape, candidate, superseded=superseded, **round_shape(candidate.round))


def round_shape(round_: Round) -> RoundShape:
    """Write a round."""
    user, assistant = (turn.content if turn else "" for turn in (round_.user, round_.assistant))
    return to_json(RoundShape, round_, user=user, assistant=assistant)


def rounds_shape(rounds: Sequence[Round]) -> RoundsShape:
    """Write rounds."""
    return {"rounds": [round_shape(round_) for round_ in rounds]}


def sessions_shape(sessions: Sequence[SessionSummary]) -> SessionsShape:
    """Write a list of sessions."""
    return {"sessions": [to_json(SessionShape, session) for session in sessions]}


def receipt_shape(receipt: Receipt) -> ReceiptShape:
    """Write what a forgetting removed."""
    return to_json(ReceiptShape, receipt)


def preview_shape(preview: Preview) -> PreviewShape:
    """Write what a forgetting would remove."""
    return {"would_remove": dict(preview.removed), "texts": list(preview.texts)}


def chat_shape(turn: ChatTurn) -> ChatShape:
    """Write a reply."""
    remembered = turn.remembered
    return to_json(
        ChatShape,
        turn,
        reply=turn.text,
        round_id=remembered.round_id if remembered else None,
        session_id=remembered.session_id if remembered else None,
        evidence=[*map(evidence_to_json, turn.evidence), *map(document_evidence_to_json, turn.documents)],
        learned=[record_shape(change.after) for change in turn.learned if change.after],
        answer=answer_to_json(turn.answer) if turn.answer else None,
        context=plain(turn.context and turn.context.lines),
    )


def context_shape(context: MemoryContext) -> ContextShape:
    """Write what bears on a message."""
    return to_json(
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


def document_shape(document: Document) -> DocumentShape:
    """Write a document as it is listed."""
    return to_json(DocumentShape, document, gone=is_gone(document))


def documents_shape(documents: Sequence[Document]) -> DocumentsShape:
    """Write a list of documents."""
    return {"documents": [document_shape(document) for document in documents]}


def change_shape(change: Change) -> ChangeShape:
    """Write what became of one source."""
    shape: ChangeShape = {"source": change.source, "outcome": str(change.outcome)}
    if change.document is not None:
        shape["document"] = document_shape(change.document)
    if change.problem:
        shape["problem"] = change.problem
    return {**shape, "same_as": change.same_as} if change.same_as else shape


def changes_shape(changes: Changes, seconds: float) -> dict[str, Any]:
    """Write what `daybook kb add` and `daybook kb update` did; what is unchanged is counted alone."""
    listed = (change for change in changes.changes if change.outcome is not Outcome.UNCHANGED)
    return {
        "counts": {str(outcome): len(changes.of(outcome)) for outcome in Outcome},
        "changes": [change_shape(change) for change in listed],
        "passed_over": dict(changes.passed_over),
        "seconds": round(seconds, 3),
    }


def removed_shape(documents: Sequence[Document]) -> RemovedShape:
    """Write the documents that were taken out."""
    return {
        "removed": [document_shape(document) for document in documents],
        "documents": len(documents),
        "passages": sum(document.passages for document in documents),
    }
