"""Documents of a knowledge base: for a reader, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from daybook.conversation import Document
from daybook.documents.changes import Change, Changes, Outcome
from daybook.documents.knowledge_base import is_gone
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


def document_shape(document: Document) -> dict[str, Any]:
    """A document, as `daybook kb list` has it."""
    return {**asdict(document), "added_at": document.added_at.isoformat(), "gone": is_gone(document)}


def documents_shape(documents: Sequence[Document]) -> dict[str, Any]:
    """`daybook kb list`."""
    return {"documents": [document_shape(one) for one in documents]}


def change_shape(change: Change) -> dict[str, Any]:
    """What became of one source."""
    shape: dict[str, Any] = {"source": change.source, "outcome": str(change.outcome)}
    if change.document is not None:
        shape["document"] = document_shape(change.document)
    more = {"problem": change.problem, "same_as": change.same_as}
    return shape | {name: text for name, text in more.items() if text}


def changes_shape(changes: Changes, seconds: float) -> dict[str, Any]:
    """`daybook kb add` and `daybook kb update`; what is unchanged is counted alone."""
    told = (one for one in changes.changes if one.outcome is not Outcome.UNCHANGED)
    return {
        "counts": {str(outcome): len(changes.of(outcome)) for outcome in Outcome},
        "changes": [change_shape(one) for one in told],
        "passed_over": dict(changes.passed_over),
        "seconds": round(seconds, 3),
    }


def removed_shape(documents: Sequence[Document]) -> dict[str, Any]:
    """`daybook kb remove`."""
    return {"removed": [document_shape(one) for one in documents], **removed_counts(documents)}


def removed_counts(documents: Sequence[Document]) -> dict[str, int]:
    """Count documents and their passages."""
    return {"documents": len(documents), "passages": sum(one.passages for one in documents)}


def show_documents(screen: Screen, documents: Sequence[Document]) -> None:
    """Print a line for each document."""
    rows = (
        (
            one.document_id,
            one_line(one.title, _LINE),
            one.collection,
            str(one.passages),
            "" if one.pages is None else str(one.pages),
            f"{one.added_at:%Y-%m-%d}",
            "shared" if one.shared else "",
            "gone" if is_gone(one) else "",
            one_line(one.source),
        )
        for one in documents
    )
    columns = ("=document", "title", "collection", "#passages", "#pages", "=read", "whose", "file", "source")
    screen.table(columns, rows)


def show_changes(screen: Screen, changes: Changes, seconds: float) -> None:
    """Print what was done, with a line for whatever the user should know of a file."""
    for one in changes.changes:
        if one.same_as:
            screen.line((f"{one.source}: the same bytes as {one.same_as}", "yellow"))
        elif one.outcome is Outcome.GONE and one.document is not None:
            name = one.document.document_id
            screen.line(
                (f"{one.source}: is gone; `daybook kb remove {name}` takes out what is kept", "yellow")
            )
        elif one.outcome is Outcome.FORGOTTEN:
            screen.line((f"{one.source}: was forgotten, and is not kept again", "yellow"))
    if changes.passed_over:
        screen.line(f"passed over, as of other forms: {_listed(changes.passed_over)}")
    counts = {_TOLD[outcome]: len(changes.of(outcome)) for outcome in Outcome}
    kept = [one.document for one in changes.changes if one.document and one.outcome in _WRITTEN]
    passages = sum(one.passages for one in kept)
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "nothing to look at"
    screen.line((f"documents: {told}; {passages:,} passages in {seconds:.1f} s", "green"))


def show_removed(screen: Screen, documents: Sequence[Document]) -> None:
    """Print what went."""
    for one in documents:
        screen.line(f"{one.document_id}  {one_line(one.title, _LINE)}  {one_line(one.source)}")
    counts = removed_counts(documents)
    screen.line((f"removed: {counts['documents']:,} documents, {counts['passages']:,} passages", "green"))


_WRITTEN = (Outcome.ADDED, Outcome.REPLACED)


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {one_line(name, 30)}" for name, count in sorted(counts.items()))
