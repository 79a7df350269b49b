"""How documents are kept: as items of the store, one for the document and one for each passage.

So what finds, forgets, exports, walls in and repairs items does the same for documents.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256

from daybook.conversation import Document, Passage
from daybook.store.item_values import DOCUMENT_KEY, DOCUMENTS, Namespace, NewItem, StoredItem

SHARED = "daybook shared documents"
"""The owner of documents that everybody is answered from; it has no rounds."""
COLLECTION = "documents"
"""The collection of documents for which nobody names one."""
_FOUND_BY = ("heading", "text")


def document_id(owner: str, collection: str, source: str) -> str:
    """Name a document by where it was read from: the same file has the same id, however often it changes.

    Returns:
        "k" and 12 hexadecimal digits (48 bits of SHA-256).
    """
    return f"k{sha256(json.dumps([owner, collection, source]).encode()).hexdigest()[:12]}"


def place_of(collection: str, document_id: str = "") -> Namespace:
    """Name the namespace of a document, or of all of a collection."""
    return (*DOCUMENTS, collection, *([document_id] if document_id else []))


def items_of(document: Document, passages: Sequence[Passage]) -> list[NewItem]:
    """Write a document and its passages as items; the passages are found by heading and text."""
    place = place_of(document.collection, document.document_id)
    value = {**asdict(document), "added_at": document.added_at.isoformat()}
    whole = NewItem(place, DOCUMENT_KEY, value, fields=())
    return [whole, *(NewItem(place, f"{one.position:06}", asdict(one), _FOUND_BY) for one in passages)]


def is_document(item: StoredItem) -> bool:
    """Whether an item is of a document as a whole, and not one of its passages."""
    return item.key == DOCUMENT_KEY


def document_of(item: StoredItem) -> Document:
    """Read a document from its item."""
    return Document(**{**item.value, "added_at": datetime.fromisoformat(item.value["added_at"])})


def passage_of(item: StoredItem) -> Passage:
    """Read a passage from its item."""
    return Passage(**item.value)
