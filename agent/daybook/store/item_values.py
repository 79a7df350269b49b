"""Items as they are put and read: documents of an owner, each under a namespace and a key."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from daybook.store.rows import checksum

Namespace = tuple[str, ...]
"""Labels from the root on; none is empty, or holds a dot or the NUL character."""
ANNOTATIONS: Namespace = ("daybook annotations",)
"""Of what programs say of a round beside its words, under its id. It goes with the round, and is listed and
searched only where it is named."""
DOCUMENTS: Namespace = ("daybook documents",)
"""Above the documents of knowledge bases: those of a collection are below its name, a namespace each. As
annotations they are listed and searched only where they are named."""
DOCUMENT_KEY = "document"
"""The key of what is kept of a document as a whole; its passages have their positions as keys."""
_SAID_BY_DOCUMENTS = ("title", "heading", "text")
"""The fields of documents and passages that say something; the others are Daybook's own."""
Place = tuple[Namespace, str]
"""A namespace and a key."""
Fields = tuple[str, ...] | None
"""The paths of what an item is found by (see `item_texts`): None is the whole value, () is nothing."""


@dataclass(frozen=True, slots=True)
class NewItem:
    """An item that is to be put in the place that its namespace and key name."""

    namespace: Namespace
    key: str
    value: Mapping[str, Any]
    """JSON."""
    fields: Fields = None
    ttl: float | None = None
    """Minutes without being read after which it expires; None for never."""


@dataclass(frozen=True, slots=True)
class StoredItem:
    """An item as it is kept."""

    namespace: Namespace
    key: str
    value: dict[str, Any]
    fields: Fields
    created_at: datetime
    updated_at: datetime
    ttl: float | None = None
    expires_at: datetime | None = None
    item_pk: int = 0
    """Its key in the database: of two, the later put has the greater one."""

    def is_live(self, at: datetime) -> bool:
        """Whether it is not expired at a moment."""
        return self.expires_at is None or self.expires_at > at

    @property
    def is_of_document(self) -> bool:
        """Whether it is a document of a knowledge base, or a passage of one."""
        return self.namespace[: len(DOCUMENTS)] == DOCUMENTS

    @property
    def said(self) -> Iterator[str]:
        """Every text of its value; a number as it is written. Of a document what it says, and its source."""
        if self.is_of_document:
            return self._fields(*_SAID_BY_DOCUMENTS, "source")
        return (text for text, is_name in _texts_in(self.value) if not is_name)

    @property
    def texts(self) -> Iterator[str]:
        """What it says, with the names of its fields and its key; of a document, and the name of its file."""
        if self.is_of_document:
            yield from self._fields(*_SAID_BY_DOCUMENTS)
            yield from (re.split(r"[/\\]", source)[-1] for source in self._fields("source"))
            return
        yield self.key
        yield from (text for text, _ in _texts_in(self.value))

    def _fields(self, *names: str) -> Iterator[str]:
        return (text for name in names if isinstance(text := self.value.get(name), str))


def _texts_in(value: object) -> Iterator[tuple[str, bool]]:
    """Give every text of a JSON value, and whether it is the name of a field."""
    match value:
        case str():
            yield value, False
        case dict():
            for name, inner in value.items():
                yield name, True
                yield from _texts_in(inner)
        case list():
            for inner in value:
                yield from _texts_in(inner)
        case int() | float() if not isinstance(value, bool):
            yield str(value), False


def item_id(owner: str, namespace: Namespace, key: str) -> str:
    """Name the place of an item of an owner, whatever is put there.

    Returns:
        "i" and 32 hexadecimal digits (128 bits of SHA-256).
    """
    place = json.dumps([owner, namespace, key]).encode()
    return f"i{sha256(place).hexdigest()[:32]}"


def item_checksum(namespace: str, key: str, value: object, fields: Fields) -> int:
    """Return the checksum of what is stored of an item."""
    return checksum(namespace, key, value, fields)


def expiry(at: datetime, ttl: float | None) -> datetime | None:
    """Return when an item expires that was put or read at a moment."""
    return None if ttl is None else at + timedelta(minutes=ttl)
