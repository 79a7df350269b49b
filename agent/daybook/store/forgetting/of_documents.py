"""What a forgetting does to documents of knowledge bases, which are items that were read from files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from daybook.store.forgotten_phrases import phrase_names
from daybook.store.item_values import DOCUMENT_KEY, StoredItem

_NAMED = 3
"""Files that a receipt names."""


def counted_items(gone: Sequence[StoredItem]) -> dict[str, int]:
    """Count what goes of items; where there are any, of these documents and passages of documents as well."""
    of_documents = [item for item in gone if item.is_of_document]
    if not of_documents:
        return {"items": len(gone)}
    documents = sum(item.key == DOCUMENT_KEY for item in of_documents)
    return {"items": len(gone), "documents": documents, "passages": len(of_documents) - documents}


def barred_phrases(owner: str, gone: Iterable[StoredItem], phrases: Sequence[str]) -> tuple[str, ...]:
    """Name the phrases by which documents lose passages: a later version of each is read without them."""
    places = dict.fromkeys(item.namespace for item in gone if item.is_of_document)
    return tuple(name for place in places for one in phrases for name in phrase_names(owner, place, one))


def sources_of(items: Iterable[StoredItem], gone: Iterable[StoredItem]) -> tuple[str, ...]:
    """Say where the documents were read from of which something goes."""
    places = {item.namespace for item in gone if item.is_of_document}
    whole = (item for item in items if item.namespace in places and item.key == DOCUMENT_KEY)
    return tuple(str(item.value.get("source", "")) for item in whole)


def files_left(sources: Sequence[str]) -> tuple[str, ...]:
    """Say that the files themselves are as they were, in a line; nothing where there are none."""
    if not sources:
        return ()
    more = f" and {len(sources) - _NAMED:,} more" if len(sources) > _NAMED else ""
    named = ", ".join(sources[:_NAMED])
    return (f"{named}{more}: what a document was read from is not Daybook's, and may still say it",)
