"""A store for the knowledge base on both databases, a reader of files, and the memory of the graph tests."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from daybook.conversation import Passage
from daybook.documents.convert.file_reader import Reader
from daybook.documents.knowledge_base import KnowledgeBase
from daybook.documents.stored_documents import is_document, passage_of
from daybook.retrieve.token_counter import estimate_tokens
from daybook.store import Store
from tests.graph.conftest import daybook
from tests.store.bag_of_words import BagOfWords
from tests.store.conftest import database_url, open_store, pytest_generate_tests, store
from tests.store.conversations import MAY

__all__ = [
    "database_url",
    "daybook",
    "open_store",
    "pytest_generate_tests",
    "store",
]

OpenBase = Callable[..., KnowledgeBase]


def passages_in(base: KnowledgeBase) -> list[Passage]:
    """Give every passage that is kept, in the order of being put."""
    kept, _ = base.store.items.table.all_of(base.owner)
    return [passage_of(item) for item in kept if item.is_of_document and not is_document(item)]


def said_in(base: KnowledgeBase) -> list[str]:
    return [passage.text for passage in passages_in(base)]


@pytest.fixture(scope="session")
def reader() -> Iterator[Reader]:
    with Reader() as reading:
        yield reading


@pytest.fixture
def base_of(store: Store) -> OpenBase:
    """Opens the knowledge base of an owner."""

    def open_it(owner: str = "ada", *, at: datetime = MAY, limit: int = 1_000_000) -> KnowledgeBase:
        return KnowledgeBase(store, owner, BagOfWords().windows, estimate_tokens, lambda: at, limit)

    return open_it


@pytest.fixture
def base(base_of: OpenBase) -> KnowledgeBase:
    return base_of()
