"""Documents of a knowledge base, for a reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from daybook.conversation import Document
from daybook.documents.knowledge_base import Changes, Outcome, is_gone
from daybook.interfaces.rendering.safe import one_line

if TYPE_CHECKING:
    from daybook.interfaces.rendering.screen import Screen

_LINE = 70
_OUTCOMES = {
    Outcome.ADDED: "added",
    Outcome.REPLACED: "changed and read again",
    Outcome.UNCHANGED: "unchanged",
    Outcome.GONE: "gone from where they were read",
    Outcome.FORGOTTEN: "forgotten, and not kept again",
    Outcome.REFUSED: "not read",
}


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
    counts = {_OUTCOMES[outcome]: len(changes.of(outcome)) for outcome in Outcome}
    written = [
        change.document for change in changes.changes if change.document and change.outcome in _WRITTEN
    ]
    passages = sum(document.passages for document in written)
    summary = (
        ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "nothing to look at"
    )
    screen.line((f"documents: {summary}; {passages:,} passages in {seconds:.1f} s", "green"))


def show_removed(screen: Screen, documents: Sequence[Document]) -> None:
    """Print what went."""
    for document in documents:
        screen.line(f"{document.document_id}  {one_line(document.title, _LINE)}  {one_line(document.source)}")
    passages = sum(document.passages for document in documents)
    screen.line((f"removed: {len(documents):,} documents, {passages:,} passages", "green"))


_WRITTEN = (Outcome.ADDED, Outcome.REPLACED)


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {one_line(name, 30)}" for name, count in sorted(counts.items()))
