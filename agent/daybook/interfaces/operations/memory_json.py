"""Searches, chats, contexts, sessions and documents as JSON, for every interface; see `ledger_json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from daybook.conversation import Candidate, Document, DocumentEvidence, Evidence, Turn, Usage
from daybook.conversation.answer_json import AnswerJson, PlanJson, View, plain
from daybook.conversation.turns import Moment
from daybook.interfaces.operations.ledger_json import RecordJson
from daybook.library.results import Changes, Outcome, is_gone, rank_of
from daybook.settings import without_password

if TYPE_CHECKING:
    from daybook.interfaces.cli.doctor import Diagnosis
    from daybook.interfaces.importers.import_run import ChosenFiles, Survey
    from daybook.interfaces.rendering.import_output import FactsRead
    from daybook.library.results import ChatTurn, Explanation, MemoryContext
    from daybook.store import Added


def _said(turn: Turn | str | None) -> str:
    return turn.content if isinstance(turn, Turn) else turn or ""


Said = Annotated[str, BeforeValidator(_said)]


class RoundJson(View):
    """A round; a side that is missing is ""."""

    round_id: str
    session_id: str
    said_at: Moment
    user: Said
    assistant: Said


class RoundsJson(View):
    """`daybook show`."""

    rounds: list[RoundJson]


class SupersededJson(View):
    """Words of a round that are no longer so."""

    quote: str
    superseded_on: Moment = Field(validation_alias="at")
    superseded_by: str = Field(validation_alias="by_round")
    by: str


class CandidateJson(RoundJson):
    """A round that a search found."""

    score: float
    """comparable within one search only"""
    signals: Mapping[str, float]
    superseded: tuple[SupersededJson, ...]

    @model_validator(mode="before")
    @classmethod
    def _beside_its_round(cls, value: object) -> object:
        if not isinstance(value, Candidate):
            return value
        ranked = {"score": value.score, "signals": value.signals, "superseded": value.superseded}
        return ranked | dict(RoundJson.of(value.round))


class SearchJson(View):
    """`daybook search`."""

    rounds: tuple[CandidateJson, ...] = Field(validation_alias="candidates")
    timings: Mapping[str, float]
    plan: PlanJson


class ChatJson(View):
    """A reply."""

    text: str
    round_id: str | None
    """null where nothing was kept"""
    session_id: str | None
    evidence: tuple[Evidence | DocumentEvidence, ...]
    learned: tuple[RecordJson, ...]
    answer: AnswerJson | None
    """that of memory, where it was asked"""
    context: list[Mapping[str, Any]] | None
    """what a model was given"""
    proposal: Mapping[str, str] | None
    """what it proposes to forget: hand it in with the next message, which may say yes"""
    consent: Mapping[str, str] | None
    """a question to show below it: hand it in with the next message, which may answer it"""
    degraded: tuple[str, ...]
    degraded_reasons: Mapping[str, str]
    usage: Usage

    @classmethod
    def of(cls, value: ChatTurn) -> Self:  # type: ignore[override]
        """View a turn."""
        kept = value.remembered
        return cls(
            text=value.text,
            round_id=kept and kept.round_id,
            session_id=kept and kept.session_id,
            evidence=(*value.evidence, *value.documents),
            learned=tuple(RecordJson.of(change.after) for change in value.learned if change.after),
            answer=AnswerJson.of(value.answer) if value.answer else None,
            context=value.context and value.context.lines,
            proposal=value.proposal,
            consent=value.consent,
            degraded=value.degraded,
            degraded_reasons=value.degraded_reasons,
            usage=value.usage,
        )


class ContextJson(View):
    """The memory that bears on a message."""

    text: str
    """the block for a prompt; the rest is what it was made of"""
    items: list[Mapping[str, Any]]
    records: tuple[RecordJson, ...]
    rounds: tuple[RoundJson, ...]
    tokens: int
    milliseconds: float

    @classmethod
    def of(cls, value: MemoryContext) -> Self:  # type: ignore[override]
        """View a context."""
        said = [{"kind": str(item.kind), "quote": item.quote, **item.line} for item in value.items]
        read = [{"quote": item.found.passage.text, **item.line} for item in value.documents]
        return cls(
            text=value.text,
            items=[*said, *read],
            records=tuple(map(RecordJson.of, value.records)),
            rounds=tuple(map(RoundJson.of, value.rounds)),
            tokens=value.tokens,
            milliseconds=round(value.milliseconds, 3),
        )


class SessionJson(View):
    """A session in a list of sessions."""

    session_id: str
    occurrence: int
    started_at: Moment
    rounds: int
    title: str


class SessionsJson(View):
    """`daybook sessions`."""

    sessions: list[SessionJson]


class ReceiptJson(View):
    """`daybook forget`."""

    removed: Mapping[str, int]
    verified: bool
    """whether a search of everything that is kept found nothing left"""
    unreached: tuple[str, ...]


class PreviewJson(View):
    """`daybook forget --dry-run`: what would go; nothing went."""

    would_remove: Mapping[str, int] = Field(validation_alias="removed")
    texts: tuple[str, ...]
    """what would go, word for word"""


class DocumentJson(View):
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

    @model_validator(mode="before")
    @classmethod
    def _whether_it_is_there(cls, value: object) -> object:
        return {**plain(value), "gone": is_gone(value)} if isinstance(value, Document) else value

    def without_path(self) -> Self:
        """Name the file that it was read from, and not where it lies on this machine."""
        return self.model_copy(update={"source": self.source.replace("\\", "/").rpartition("/")[2]})


class DocumentsJson(View):
    """`daybook kb list`."""

    documents: list[DocumentJson]


class RemovedJson(View):
    """`daybook kb remove`."""

    removed: list[DocumentJson]
    documents: int
    passages: int

    @classmethod
    def of(cls, value: Sequence[Document]) -> Self:  # type: ignore[override]
        """View the documents that were taken out."""
        passages = sum(document.passages for document in value)
        return cls(removed=[*map(DocumentJson.of, value)], documents=len(value), passages=passages)


class ChangeJson(View):
    """The update of one source of documents."""

    source: str
    outcome: Outcome
    document: DocumentJson | None
    problem: str
    same_as: str


def changes_json(changes: Changes, seconds: float) -> dict[str, Any]:
    """Write what `daybook kb add` did; what is unchanged is counted alone."""
    listed = (change for change in changes.changes if change.outcome is not Outcome.UNCHANGED)
    return {
        "counts": {str(outcome): len(changes.of(outcome)) for outcome in Outcome},
        "changes": [ChangeJson.of(change).to_json() for change in listed],
        "passed_over": dict(changes.passed_over),
        "seconds": round(seconds, 3),
    }


Json = dict[str, Any]


def why_json(explanation: Explanation) -> Json:
    """The key "why" of `daybook ask --why`: the candidates, best first, the passages and the calls."""
    tokens = {excerpt.round.round_id: excerpt.tokens for excerpt in explanation.packed}
    ranked = {candidate.round.round_id: candidate for candidate in explanation.ranked}
    return {
        "candidates": [
            {
                **CandidateJson.of(ranked.get(found.round.round_id, found)).to_json(),
                "found_rank": place,
                "ranked_rank": rank_of(found.round.round_id, explanation.ranked),
                "packed_tokens": tokens.get(found.round.round_id),
            }
            for place, found in enumerate(explanation.found, start=1)
        ],
        "passages": [
            {**plain(found.passage), "score": found.score, "signals": dict(found.signals)}
            for found in explanation.passages
        ],
        "calls": plain(explanation.calls),
    }


def migrated_json(to: str, tables: Mapping[str, int]) -> Json:
    """`daybook migrate`; it fails where the copy is not verified."""
    return {"to": without_password(to), "tables": dict(tables), "verified": True}


def diagnosis_json(diagnosis: Diagnosis) -> Json:
    """`daybook doctor`."""
    return {
        "sound": diagnosis.sound,
        **plain(diagnosis),
        "findings": [
            {"what": finding.name, "ok": finding.ok, "text": finding.detail} for finding in diagnosis.findings
        ],
    }


def import_json(
    added: Sequence[Added], found: Survey, chosen: ChosenFiles, seconds: float, facts: FactsRead | None = None
) -> Json:
    """`daybook import`; `left_out` counts what is no conversation."""
    shape: Json = {
        "owners": plain(added),
        "seconds": round(seconds, 3),
        "left_out": dict(found.left_out),
        "notes": dict(found.notes),
        **files_json(chosen),
    }
    return shape | {"facts_by_model": plain(facts)} if facts else shape


def preview_json(chosen: ChosenFiles, found: Survey) -> Json:
    """`daybook import --dry-run`."""
    return {
        "dry_run": True,
        **files_json(chosen),
        "sessions": found.sessions,
        "rounds": found.rounds,
        "from": plain(found.first),
        "to": plain(found.last),
        "people": [
            {"name": name, "side": str(role), "turns": count}
            for (name, role), count in found.people.most_common()
        ],
        "encodings": sorted(filter(None, found.encodings)),
        "left_out": dict(found.left_out),
        "notes": dict(found.notes),
    }


def files_json(chosen: ChosenFiles) -> Json:
    """List the files that an import takes, and those that it skips."""
    files = [
        {"file": str(file.source), "format": str(file.kind), "may_be": list(file.others)}
        for file in chosen.files
    ]
    return {"files": files, "passed_over": list(chosen.passed_over)}
