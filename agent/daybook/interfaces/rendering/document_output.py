"""Documents of a knowledge base: for a reader, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from daybook.conversation import Document
from daybook.documents.knowledge_base import Change, Changes, Outcome, is_gone
from daybook.interfaces.rendering.safe import one_line

if TYPE_CHECKING:
    from daybook.interfaces.rendering.screen import Screen

_LINE = 70
_TOLD = {
    Outcome.ADDED: "added",
    Outcome.REPLACED: "changed and read again",
    Outcome.UNCHANGED: "unchanged",
    Outcome.GONE: "gone from where they were read",
    Outcome.FORGOTTEN: "forgotten, and not kept again",
    Outcome.REFUSED: "not read",
}


def _document_shape(document: Document) -> dict[str, Any]:
    """A document, as `daybook kb list` has it."""
    return {**asdict(document), "added_at": document.added_at.isoformat(), "gone": is_gone(document)}


def documents_shape(documents: Sequence[Document]) -> dict[str, Any]:
    """`daybook kb list`."""
    return {"documents": [_document_shape(document) for document in documents]}


def change_shape(change: Change) -> dict[str, Any]:
    """What became of one source."""
    shape: dict[str, Any] = {"source": change.source, "outcome": str(change.outcome)}
    if change.document is not None:
        shape["document"] = _document_shape(change.document)
    more = {"problem": change.problem, "same_as": change.same_as}
    return shape | {name: text for name, text in more.items() if text}


def changes_shape(changes: Changes, seconds: float) -> dict[str, Any]:
    """`daybook kb add` and `daybook kb update`; what is unchanged is counted alone."""
    listed = (change for change in changes.changes if change.outcome is not Outcome.UNCHANGED)
    return {
        "counts": {str(outcome): len(changes.of(outcome)) for outcome in Outcome},
        "changes": [change_shape(change) for change in listed],
        "passed_over": dict(changes.passed_over),
        "seconds": round(seconds, 3),
    }


def removed_shape(documents: Sequence[Document]) -> dict[str, Any]:
    """`daybook kb remove`."""
    return {"removed": [_document_shape(document) for document in documents], **_removed_counts(documents)}


def _removed_counts(documents: Sequence[Document]) -> dict[str, int]:
    """Count documents and their passages."""
    return {"documents": len(documents), "passages": sum(document.passages for document in documents)}


def show_documents(screen: Screen, documents: Sequence[Document]) -> None:
    """Print a line for each document."""
    rows = (
        (
            document.document_id,
            one_line(document.title, _LINE),
            document.collection,
            str(document.passages),
            "" if document.pages is None else str(document.pages),
            f"{document.added_at:%Y-%m-%d}",
            "shared" if document.shared else "",
            "gone" if is_gone(document) else "",
            one_line(document.source),
        )
        for document in documents
    )
    columns = ("=document", "title", "collection", "#passages", "#pages", "=read", "whose", "file", "source")
    screen.table(columns, rows)


def show_changes(screen: Screen, changes: Changes, seconds: float) -> None:
    """Print what was done, with a line for whatever the user should know of a file."""
    for change in changes.changes:
        if change.same_as:
            screen.line((f"{change.source}: the same bytes as {change.same_as}", "yellow"))
        elif change.outcome is Outcome.GONE and change.document is not None:
            name = change.document.document_id
            screen.line(
                (f"{change.source}: is gone; `daybook kb remove {name}` takes out what is kept", "yellow")
            )
        elif change.outcome is Outcome.FORGOTTEN:
            screen.line((f"{change.source}: was forgotten, and is not kept again", "yellow"))
    if changes.passed_over:
        screen.line(f"passed over, as of other forms: {_listed(changes.passed_over)}")
    counts = {_TOLD[outcome]: len(changes.of(outcome)) for outcome in Outcome}
    kept = [change.document for change in changes.changes if change.document and change.outcome in _WRITTEN]
    passages = sum(change.passages for change in kept)
    summary = (
        ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "nothing to look at"
    )
    screen.line((f"documents: {summary}; {passages:,} passages in {seconds:.1f} s", "green"))


def show_removed(screen: Screen, documents: Sequence[Document]) -> None:
    """Print what went."""
    for document in documents:
        screen.line(f"{document.document_id}  {one_line(document.title, _LINE)}  {one_line(document.source)}")
    counts = _removed_counts(documents)
    screen.line((f"removed: {counts['documents']:,} documents, {counts['passages']:,} passages", "green"))


_WRITTEN = (Outcome.ADDED, Outcome.REPLACED)


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {one_line(name, 30)}" for name, count in sorted(counts.items()))
