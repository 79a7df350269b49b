"""A small handbook, and how it is put into a store."""

from collections.abc import Sequence
from datetime import UTC, datetime

from daybook.conversation import Document, Passage
from daybook.documents.stored_documents import COLLECTION, items_of
from daybook.store import Store

ADDED = datetime(2023, 4, 1, tzinfo=UTC)
HANDBOOK = [
    ("Billing › Refunds", 3, "Annual plans are refunded within 30 days of purchase. Monthly plans are not."),
    ("Billing › Invoices", 4, "Invoices leave on the first working day of each month."),
    ("Leave", 7, "Every employee has 28 vacation days a year. Unused days lapse in March."),
    ("Kitchen", None, "The coffee machine is descaled every Friday by whoever drank the last cup."),
]


async def put(
    store: Store,
    owner: str,
    name: str = "handbook",
    passages: Sequence[tuple[str, int | None, str] | tuple[str, int | None, str, str]] = HANDBOOK,
    *,
    at: datetime = ADDED,
) -> None:
    """Keep a document under an owner."""
    title = name.capitalize()
    document = Document(name, title, f"{name}.md", "0" * 64, COLLECTION, "text/markdown", at, len(passages))
    made = [Passage(name, title, place, *one) for place, one in enumerate(passages)]
    await store.items.put(owner, items_of(document, made), at=at)
