"""Knowledge bases: documents are added, listed, brought up to date and removed, each in one transaction."""

from __future__ import annotations

import os
from asyncio import to_thread
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path, PurePath

from daybook.conversation import Document, Passage
from daybook.documents.changes import Change, Changes, Outcome
from daybook.documents.chunk import Windows, passages_of
from daybook.documents.convert.apart import Reader
from daybook.documents.convert.blocks import Block, Unreadable
from daybook.documents.forgotten import is_forgotten_whole, without_forgotten
from daybook.documents.kept import COLLECTION, SHARED, document_id, document_of, items_of, place_of
from daybook.documents.sources import UPLOADED, files_at, path_of, read_source, require_bounded
from daybook.errors import BadInput, UnknownItem
from daybook.store import Store
from daybook.store.indexing import Progress
from daybook.store.item_values import DOCUMENT_KEY, DOCUMENTS

LONGEST_NAME = 100
"""Characters of the name of a collection."""
MOST_PASSAGES = 20_000
"""Of a document; a text of the longest that is read makes some 13,000."""


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """The documents of one owner, or the shared ones."""

    store: Store
    owner: str
    """`SHARED` for those that everybody is answered from."""
    windows: Windows
    """Of the embedder."""
    count_tokens: Callable[[str], int]
    clock: Callable[[], datetime]
    limit: int
    """Bytes that a file may have."""

    async def add(
        self, paths: Iterable[Path], *, collection: str = COLLECTION, progress: Progress | None = None
    ) -> Changes:
        """Keep files, and those of folders; what is kept unchanged already is passed over.

        A file that cannot be read is told, and hinders no other. An interruption leaves whole documents.

        Args:
            paths: files and folders.
            collection: of the documents.
            progress: called with the files looked at and the files there are.

        Raises:
            BadInput: there is nothing at a path, or the collection has no name that could be.
            ModelError, StoreError: a document could not be kept; those before it are.
        """
        require_collection(collection)
        found = await to_thread(files_at, paths)
        sources = [(str(path), collection) for path in found.files]
        changes = [one async for one in self._looked_at(sources, progress)]
        return Changes(tuple(changes), found.passed_over)

    async def add_bytes(self, data: bytes, name: str, *, collection: str = COLLECTION) -> Change:
        """Keep a document that comes without a file; the same name again replaces it.

        Raises:
            BadInput: it cannot be read, or has no name, or was forgotten.
        """
        require_collection(collection)
        shown = PurePath(name.replace("\\", "/")).name.strip()
        if not shown or not shown.isprintable():
            raise BadInput("a document needs a name, such as report.pdf", source="name")
        await to_thread(require_bounded, data, self.limit, shown)
        known = await to_thread(self._known)
        with Reader() as reader:
            change = await self._kept(f"{UPLOADED}{shown}", collection, data, known, reader)
        if change.outcome is Outcome.FORGOTTEN:
            raise BadInput("was forgotten, and is not kept again: name it otherwise", source=shown)
        return change

    async def update(self, *, collection: str | None = None, progress: Progress | None = None) -> Changes:
        """Look at the files of all documents again: what changed is replaced, what is gone is told.

        Raises:
            ModelError, StoreError: a document could not be kept; those before it are.
        """
        documents = await to_thread(self.documents, collection)
        sources = [(one.source, one.collection) for one in documents if path_of(one.source) is not None]
        return Changes(tuple([one async for one in self._looked_at(sources, progress)]))

    def documents(self, collection: str | None = None) -> list[Document]:
        """List what is kept, by collection and source; of each the passages that are left."""
        prefix = DOCUMENTS if collection is None else place_of(collection)
        table = self.store.items.table
        counts = table.counts(self.owner, prefix)
        items = table.of_key(self.owner, prefix, DOCUMENT_KEY)
        found = [replace(document_of(one), passages=counts[one.namespace] - 1) for one in items]
        return sorted(found, key=lambda one: (one.collection, one.source))

    async def remove(self, document_ids: Sequence[str]) -> list[Document]:
        """Take documents out, all of them or none; they may be added again.

        Returns:
            What went, with the number of its passages.

        Raises:
            UnknownItem: there is none of such an id.
        """
        there = {one.document_id: one for one in await to_thread(self.documents)}
        if unknown := [one for one in document_ids if one not in there]:
            raise UnknownItem(f"there is no document {unknown[0]!r}: `daybook kb list` lists them")
        gone = [there[one] for one in dict.fromkeys(document_ids)]
        places = [place_of(one.collection, one.document_id) for one in gone]
        await self.store.items.put(self.owner, [], cleared=places, at=self.clock())
        return gone

    def _known(self) -> dict[tuple[str, str], Document]:
        return {(one.collection, one.source): one for one in self.documents()}

    async def _looked_at(
        self, sources: Sequence[tuple[str, str]], progress: Progress | None
    ) -> AsyncIterator[Change]:
        known = await to_thread(self._known)
        with Reader() as reader:
            for done, (source, collection) in enumerate(sources):
                if progress is not None:
                    progress(done, len(sources))
                change = await self._look_at(source, collection, known, reader)
                if change.document is not None:
                    known[collection, source] = change.document
                yield change
        if progress is not None:
            progress(len(sources), len(sources))

    async def _look_at(
        self, source: str, collection: str, known: Mapping[tuple[str, str], Document], reader: Reader
    ) -> Change:
        before = known.get((collection, source))
        if before is not None and not await to_thread(os.path.exists, source):
            return Change(source, Outcome.GONE, before)
        try:
            data = await to_thread(read_source, Path(source), self.limit)
            return await self._kept(source, collection, data, known, reader)
        except BadInput as error:
            return Change(source, Outcome.REFUSED, before, problem=error.problem)

    async def _kept(
        self,
        source: str,
        collection: str,
        data: bytes,
        known: Mapping[tuple[str, str], Document],
        reader: Reader,
    ) -> Change:
        """Keep a document, unless it is kept as it is.

        Raises:
            BadInput: it cannot be read.
        """
        before, digest = known.get((collection, source)), sha256(data).hexdigest()
        if before is not None and before.sha256 == digest:
            return Change(source, Outcome.UNCHANGED, before)
        name = before.document_id if before else document_id(self.owner, collection, source)
        if await to_thread(is_forgotten_whole, self.owner, place_of(collection, name), self.store.forgotten):
            return Change(source, Outcome.FORGOTTEN)
        try:
            form, read = await to_thread(reader.read, data, source)
        except Unreadable as error:
            raise BadInput(str(error), source=source.removeprefix(UPLOADED)) from None
        document = Document(
            document_id=name,
            title=read.title or _first_heading(read.blocks) or PurePath(source.removeprefix(UPLOADED)).stem,
            source=source,
            sha256=digest,
            collection=collection,
            media_type=str(form),
            added_at=self.clock(),
            passages=0,
            pages=read.pages,
            shared=self.owner == SHARED,
        )
        kept = await self._put(document, read.blocks)
        same = (one.document_id for one in known.values() if one.sha256 == digest and one.source != source)
        outcome = Outcome.REPLACED if before else Outcome.ADDED
        return Change(source, outcome, kept, same_as=next(same, ""))

    async def _put(self, document: Document, blocks: Sequence[Block]) -> Document:
        """Put a document in the place of what was there.

        What somebody forgets of it meanwhile is looked for afterwards, since it is not there to be found.
        """
        place = place_of(document.collection, document.document_id)
        while True:
            left = await to_thread(without_forgotten, blocks, self.owner, place, self.store.forgotten)
            passages = await to_thread(self._passages, document, left)
            kept = replace(document, passages=len(passages))
            await self.store.items.put(
                self.owner, items_of(kept, passages), cleared=[place], at=document.added_at
            )
            if left == await to_thread(without_forgotten, left, self.owner, place, self.store.forgotten):
                return kept
            blocks = left

    def _passages(self, document: Document, blocks: Sequence[Block]) -> list[Passage]:
        found = passages_of(
            blocks,
            document_id=document.document_id,
            title=document.title,
            windows=self.windows,
            count_tokens=self.count_tokens,
        )
        if len(found) > MOST_PASSAGES:
            problem = f"makes {len(found):,} passages, more than {MOST_PASSAGES:,}: split it into parts"
            raise BadInput(problem, source=document.source)
        return found


def is_gone(document: Document) -> bool:
    """Whether the file of a document is not there any more."""
    path = path_of(document.source)
    return path is not None and not os.path.exists(path)


def require_collection(name: str) -> None:
    """Refuse a name that no collection can have.

    Raises:
        BadInput: it is blank, too long, or holds a dot or what cannot be printed.
    """
    if not name.strip() or "." in name or not name.isprintable() or len(name) > LONGEST_NAME:
        problem = f"a collection has a name of up to {LONGEST_NAME} characters, without dots"
        raise BadInput(problem, source="--collection")


def _first_heading(blocks: Sequence[Block]) -> str:
    """Give the heading that a document begins with, if it does, behind a block of metadata at most."""
    return next((block.text for block in blocks[:2] if block.level), "")
