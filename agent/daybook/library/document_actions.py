"""The knowledge base of a memory, for its owners, and the items that agents keep in it."""

from asyncio import to_thread
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from daybook.conversation import Document, DocumentEvidence
from daybook.conversation.errors import BadInput
from daybook.conversation.zones import local
from daybook.documents.knowledge_base import Change, Changes, KnowledgeBase
from daybook.documents.stored_documents import COLLECTION, SHARED, still_kept
from daybook.graph.event_loop import blocking
from daybook.graph.parts import Components
from daybook.retrieve.item_search import FoundItem, search_items
from daybook.store.indexing import Progress
from daybook.store.item_values import Namespace, NewItem, Place, StoredItem

MAX_DOCUMENT_BYTES = 50_000_000


class DocumentActions:
    """Documents that answers may rest on, beside rounds. Every method names the owner; `a…` are asynchronous.

    With `shared` it is about the documents that every owner is answered from.
    """

    def __init__(self, parts: Components) -> None:
        self._parts = parts

    async def aadd(
        self,
        paths: str | Path | Iterable[str | Path],
        *,
        owner: str,
        collection: str = COLLECTION,
        shared: bool = False,
        progress: Progress | None = None,
    ) -> Changes:
        """Keep files, and those of folders: Markdown, plain text, HTML, PDF and DOCX.

        What is unchanged is skipped, and what changed is replaced. An unreadable file is among the changes as
        refused, and stops no other.

        Args:
            paths: a file, a folder, or several.
            owner: whose they are.
            collection: that they belong to.
            shared: whether everybody is answered from them.
            progress: called with the files looked at and the files there are.

        Raises:
            BadInput: there is nothing at a path.
        """
        named = [paths] if isinstance(paths, str | Path) else paths
        base = self._of(owner, shared=shared)
        return await base.add(map(Path, named), collection=collection, progress=progress)

    async def aadd_text(
        self, text: str | bytes, name: str, *, owner: str, collection: str = COLLECTION, shared: bool = False
    ) -> Change:
        """Keep a document that is no file here: what it holds, under a name such as "report.pdf".

        Raises:
            BadInput: it cannot be read.
        """
        data = text.encode("utf-8", "replace") if isinstance(text, str) else text
        return await self._of(owner, shared=shared).add_bytes(data, name, collection=collection)

    async def alist(self, *, owner: str, collection: str | None = None) -> list[Document]:
        """List the documents that an owner is answered from: their own, and then the shared ones."""
        own = await to_thread(self._of(owner).documents, collection)
        shared = await to_thread(self._of(owner, shared=True).documents, collection)
        zone = await to_thread(self._parts.store.zone, owner)
        listed = own if owner == SHARED else own + shared
        return [replace(document, added_at=local(document.added_at, zone)) for document in listed]

    async def astill_kept(self, cited: Iterable[DocumentEvidence], *, owner: str) -> bool:
        """True if every quote still stands in its document, the owner's or a shared one."""
        return await to_thread(still_kept, self._parts.store, owner, cited)

    async def anamed(
        self, document_ids: Sequence[str], *, owner: str, shared: bool = False
    ) -> list[Document]:
        """Find documents by their ids.

        Raises:
            UnknownItem: there is none of such an id.
        """
        return await to_thread(self._of(owner, shared=shared).named, document_ids)

    async def aremove(
        self, document_ids: str | Sequence[str], *, owner: str, shared: bool = False
    ) -> list[Document]:
        """Take documents out, all of them or none; they may be added again. Returns what went.

        Raises:
            UnknownItem: there is none of such an id.
        """
        named = [document_ids] if isinstance(document_ids, str) else document_ids
        return await self._of(owner, shared=shared).remove(named)

    def _of(self, owner: str, *, shared: bool = False) -> KnowledgeBase:
        if not owner.strip():
            raise BadInput("an owner needs a name", source="owner")
        parts = self._parts
        return KnowledgeBase(
            store=parts.store,
            owner=SHARED if shared else owner,
            windows=parts.embedder.windows,
            count_tokens=parts.count_tokens,
            clock=parts.clock,
            limit=MAX_DOCUMENT_BYTES,
        )

    add, add_text, list = blocking(aadd), blocking(aadd_text), blocking(alist)
    remove, still_kept = blocking(aremove), blocking(astill_kept)
    named = blocking(anamed)


class ItemActions:
    """Items of agents beside the rounds that were said. Every method names the owner."""

    def __init__(self, parts: Components) -> None:
        self._parts, self._table = parts, parts.store.items.table

    async def aget(self, place: Place, *, owner: str) -> StoredItem | None:
        """Return the item of a place, None if there is none."""
        return await to_thread(self._table.get, owner, place)

    async def aput(
        self, new: Sequence[NewItem], gone: Sequence[Place] = (), *, owner: str, at: datetime
    ) -> None:
        """Put items, replacing existing ones, and delete others, in one transaction.

        Raises:
            ModelError: the embedder failed; nothing is put.
        """
        await self._parts.store.items.put(owner, new, gone, at=at)

    async def asearch(
        self,
        prefix: Namespace,
        query: str | None = None,
        *,
        owner: str,
        wanted: Mapping[str, Any] | None = None,
        limit: int,
        offset: int = 0,
    ) -> list[FoundItem]:
        """List or rank the items below a namespace that match a filter; arguments as of `search_items`."""
        return await search_items(
            self._parts.store,
            self._parts.embedder,
            owner=owner,
            prefix=prefix,
            query=query,
            wanted=wanted or {},
            limit=limit,
            offset=offset,
        )

    async def anamespaces(self, *, owner: str) -> list[Namespace]:
        """List the namespaces that hold an item."""
        return await to_thread(self._table.namespaces, owner)
