"""Whether what was cited of documents is still kept."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from daybook.conversation import DocumentEvidence
from daybook.documents.kept import SHARED
from daybook.store import Store
from daybook.store.item_values import DOCUMENTS


def still_kept(store: Store, owner: str, cited: Iterable[DocumentEvidence], *, at: datetime) -> bool:
    """Whether a passage of each document, the owner's or a shared one, holds the quote to this moment."""
    return all(
        any(_holds(store, whose, one, at) for whose in dict.fromkeys((owner, SHARED)))
        for one in dict.fromkeys(cited)
    )


def _holds(store: Store, owner: str, cited: DocumentEvidence, at: datetime) -> bool:
    table = store.items.table
    found = table.matching(owner, DOCUMENTS, at=at, wanted={"document_id": cited.document_id})
    return any(cited.quote in str(item.value.get("text", "")) for item in table.of_keys(owner, found))
