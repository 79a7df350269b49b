"""Documents beside rounds: what somebody else wrote and the owner keeps to be answered from (HiMeS)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

BETWEEN_HEADINGS = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "


def below_title(heading: str, title: str) -> str:
    """Leave out of headings the first where it is the document's title, for where both are shown."""
    first, _, rest = heading.partition(BETWEEN_HEADINGS)
    return rest if first == title else heading


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a knowledge base, as it is listed; its text is in its passages."""

    document_id: str
    title: str
    source: str
    """Where it was read from: a path or an address."""
    sha256: str
    """Of the bytes that were read, in hexadecimal digits: whether it changed since."""
    collection: str
    media_type: str
    """As "application/pdf"."""
    added_at: datetime
    passages: int
    pages: int | None = None
    """None where its form has no pages."""
    shared: bool = False
    """Whether every owner is answered from it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document under one heading, short enough to be found by one meaning."""

    document_id: str
    title: str
    """Of the document."""
    position: int
    """Its place in the document, from 0."""
    heading: str
    """The headings that it stands under, outermost first, joined by " › "; "" before the first."""
    page: int | None
    """From 1; the page on which it begins, None where the form has no pages."""
    text: str
    """Word for word as in the document, but for white space."""


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage that a search found."""

    passage: Passage
    score: float
    """What ranks it; comparable within one search only."""
    signals: Mapping[str, float] = field(default_factory=dict)
    """What made the score, by name: "dense" (the greatest cosine of a phrasing), "bm25", "fused",
    "attention"."""

    @property
    def place(self) -> str:
        """Name the passage among those of all documents; no id of a round reads so."""
        return f"document {self.passage.document_id} {self.passage.position}"

    def cited(self, quote: str) -> DocumentEvidence:
        """Cite words of it."""
        one = self.passage
        return DocumentEvidence(one.document_id, one.title, one.heading, one.page, quote)


@dataclass(frozen=True, slots=True)
class DocumentEvidence:
    """A citation of a document: the words that an answer rests on, and where they stand."""

    document_id: str
    title: str
    heading: str
    page: int | None
    quote: str
