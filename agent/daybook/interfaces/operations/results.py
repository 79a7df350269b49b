"""What the operations give. Their descriptions are read by models, so each says what it means for a reply."""

from __future__ import annotations

from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from daybook.conversation import DocumentEvidence, Evidence, Support


class Result(BaseModel):
    """Values that are not changed; times are ISO 8601 with an offset."""

    model_config = ConfigDict(frozen=True)


class Citation(Result):
    """Words of a round that an answer rests on."""

    round_id: str
    session_id: str
    said_at: str
    quote: str = Field(description="word for word, as it was said")

    @classmethod
    def of(cls, words: Evidence | Support) -> Self:
        """Write words that an answer, or a record, rests on."""
        said_at = words.said_at.isoformat()
        return cls(round_id=words.round_id, session_id=words.session_id, said_at=said_at, quote=words.quote)


class DocumentCitation(Result):
    """Words of a document that an answer rests on; somebody else wrote them, not the owner."""

    document_id: str
    title: str
    heading: str = Field(description="the headings that they stand under, outermost first")
    page: int | None = Field(description="null where the document has no pages")
    quote: str = Field(description="word for word, as in the document")

    @classmethod
    def of(cls, words: DocumentEvidence) -> Self:
        """Write words of a document."""
        return cls(
            document_id=words.document_id,
            title=words.title,
            heading=words.heading,
            page=words.page,
            quote=words.quote,
        )


class Fact(Result):
    """A record of the ledger."""

    record_id: str
    slot: str = Field(description="what it is about, such as identity.residence")
    subject: str = Field(description='"me" is the owner')
    value: str
    text: str = Field(description="as a sentence")
    status: str = Field(description="active holds now; superseded, lapsed and retracted did once")
    confidence: float
    said_at: str
    support: list[Citation] = Field(description="the owner's words that it rests on")


class Remembered(Result):
    """What became of a round that was to be kept."""

    stored: bool = Field(description="whether it is in memory now; false means nothing was kept")
    already_there: bool = Field(
        description="the session's last round said the same, so no second one was kept"
    )
    round_id: str
    session_id: str
    said_at: str
    learned: list[Fact] = Field(
        description="facts that rules found in the user's words; without any it is recalled all the same"
    )


class Recalled(Result):
    """An answer out of memory."""

    answer: str
    not_known: bool = Field(description="true: memory does not hold the answer, so say that you do not know")
    doubt: float | None = Field(
        None,
        description="0 to 1: how likely memory does not hold the answer, and the evidence only comes near; "
        "null where a fact or a chat model answered",
    )
    evidence: list[Citation]
    documents: list[DocumentCitation] = Field(
        default_factory=list, description="what of it is from documents: name title and page"
    )
    constraints: list[str] = Field(
        description="what the owner said that every reply has to heed, word for word: allergies, diets, …"
    )
    degraded: list[str] = Field(description="steps that a chat model was to do and rules did")


class FoundRound(Result):
    """A round of a search, or one that was fetched whole."""

    round_id: str
    session_id: str
    said_at: str
    score: float | None = Field(None, description="comparable within one search only")
    user: str
    assistant: str
    is_cut: bool = Field(False, description="whether only the passages that matched are shown")


class FoundRounds(Result):
    """Rounds, best first."""

    rounds: list[FoundRound]


class Facts(Result):
    """Records of the ledger, by what they are about."""

    facts: list[Fact]
    total: int = Field(description="how many there are, of which some may not be shown")


class Corrected(Result):
    """What a correction did."""

    before: Fact
    after: Fact | None


class Forgotten(Result):
    """What forgetting would remove, or has removed."""

    done: bool = Field(description="false: nothing is removed yet")
    removed: dict[str, int] = Field(description="how many rounds, sentences, records, vectors … go, or went")
    texts: list[str] = Field(description="what would go, word for word; empty once it is done")
    confirmation: str | None = Field(
        description="hand it in with the same call, after the owner has agreed to these texts, to do it"
    )
    verified: bool = Field(description="whether a search of everything that is kept found nothing left")
