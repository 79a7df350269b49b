"""What the tests of the knowledge base share."""

from collections.abc import Callable

from daybook.conversation import Passage
from daybook.documents.knowledge_base import KnowledgeBase
from daybook.documents.stored_documents import is_document, passage_of

OpenBase = Callable[..., KnowledgeBase]


def passages_in(base: KnowledgeBase) -> list[Passage]:
    """Give every passage that is kept, in the order of being put."""
    kept, _ = base.store.items.table.all_of(base.owner)
    return [passage_of(item) for item in kept if item.is_of_document and not is_document(item)]


def said_in(base: KnowledgeBase) -> list[str]:
    return [one.text for one in passages_in(base)]
