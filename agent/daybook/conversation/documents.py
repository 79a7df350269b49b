"""Documents beside rounds: what somebody else wrote and the owner keeps to be answered from (HiMeS)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


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
class DocumentEvidence:
    """A citation of a document: the words that an answer rests on, and where they stand."""

    document_id: str
    title: str
    heading: str
    page: int | None
    quote: str
