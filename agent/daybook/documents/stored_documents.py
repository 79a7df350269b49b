"""Documents as the store keeps them: an item for the document and one for each passage.

So items' search, forgetting, export, isolation and repair serve documents. What was forgotten of a document
stays away, from later versions of its file and from archives.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from hashlib import sha256

from daybook.conversation import Document, DocumentEvidence, Passage
from daybook.documents.chunk import Sentences
from daybook.documents.convert.text_blocks import Block
from daybook.store import Store
from daybook.store.forgetting.planning import ForgottenPhrases, IsForgotten
from daybook.store.item_table import ItemTable
from daybook.store.item_values import DOCUMENT_KEY, DOCUMENTS, Namespace, NewItem, StoredItem, item_id

SHARED = "daybook shared documents"
"""The owner of documents that everybody is answered from; it has no rounds."""
COLLECTION = "documents"
"""The collection of documents for which nobody names one."""
_FOUND_BY = ("heading", "text")


def document_id(owner: str, collection: str, source: str) -> str:
    """Name a document by where it was read from: "k" and 12 hexadecimal digits of SHA-256."""
    return f"k{sha256(json.dumps([owner, collection, source]).encode()).hexdigest()[:12]}"


def place_of(collection: str, document_id: str = "") -> Namespace:
    """Name the namespace of a document, or of all of a collection."""
    return (*DOCUMENTS, collection, *([document_id] if document_id else []))


def items_of(document: Document, passages: Sequence[Passage]) -> list[NewItem]:
    """Write a document and its passages as items; the passages are found by heading and text."""
    place = place_of(document.collection, document.document_id)
    value = {**asdict(document), "added_at": document.added_at.isoformat()}
    items = [NewItem(place, DOCUMENT_KEY, value, fields=())]
    items += [NewItem(place, f"{part.position:06}", asdict(part), _FOUND_BY) for part in passages]
    return items


def is_document(item: StoredItem) -> bool:
    """True if an item is a document as a whole, and not one of its passages."""
    return item.key == DOCUMENT_KEY


def document_of(item: StoredItem) -> Document:
    """Read a document from its item."""
    return Document(**{**item.value, "added_at": datetime.fromisoformat(item.value["added_at"])})


def passage_of(item: StoredItem) -> Passage:
    """Read a passage from its item."""
    return Passage(**item.value)


def still_kept(store: Store, owner: str, cited: Iterable[DocumentEvidence]) -> bool:
    """True if every quote still stands in a passage of its document, the owner's or a shared one."""
    table = store.items.table

    def holds(owner: str, quoted: DocumentEvidence) -> bool:
        found = table.matching(owner, DOCUMENTS, {"document_id": quoted.document_id})
        texts = (str(item.value.get("text", "")) for item in table.of_keys(owner, found))
        return any(quoted.quote in text for text in texts)

    owners = dict.fromkeys((owner, SHARED))
    return all(any(holds(name, quoted) for name in owners) for quoted in dict.fromkeys(cited))


def is_forgotten_whole(owner: str, place: Namespace, is_forgotten: IsForgotten) -> bool:
    """True if the document at a place was forgotten as a whole."""
    return bool(is_forgotten([item_id(owner, place, DOCUMENT_KEY)]))


def without_forgotten(
    blocks: Iterable[Block], owner: str, place: Namespace, is_forgotten: IsForgotten, sentences: Sentences
) -> list[Block]:
    """Leave out the sentences that hold a phrase which was forgotten of their document."""
    forgotten, left = ForgottenPhrases(owner, place, is_forgotten), []
    for block in blocks:
        pieces, end = [], 0
        for start, stop in forgotten.sentences(block.text, sentences):
            pieces.append(block.text[end:start])
            end = stop
        if (text := "".join([*pieces, block.text[end:]])).strip() or not pieces:
            left.append(replace(block, text=text))
    return left


def restorable(
    found: Iterable[StoredItem], owner: str, table: ItemTable, is_forgotten: IsForgotten
) -> list[StoredItem]:
    """Choose what of an archive comes in again: documents that are neither there nor forgotten, as wholes.

    Their passages with a phrase that was forgotten of them stay away. All other items are given back as they
    are.
    """
    items = list(found)
    there = {item.namespace for item in table.all_of(owner)[0] if item.is_of_document}
    whole = {item.namespace for item in items if item.is_of_document and is_document(item)} - there
    whole = {place for place in whole if not is_forgotten_whole(owner, place, is_forgotten)}
    forgotten = {place: ForgottenPhrases(owner, place, is_forgotten) for place in whole}
    left = []
    for item in items:
        if not item.is_of_document:
            left.append(item)
        elif item.namespace in whole and not any(map(forgotten[item.namespace].within, item.said)):
            shared = {"shared": owner == SHARED} if is_document(item) else {}
            left.append(replace(item, value={**item.value, **shared}))
    return left
