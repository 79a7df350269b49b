"""Knowledge bases: documents are added, listed, brought up to date and removed, each in one transaction."""

import os
from asyncio import to_thread
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from pathlib import Path, PurePath

from daybook.conversation import Document, Passage
from daybook.conversation.errors import BadInput, UnknownItem
from daybook.documents.chunk import Windows, passages_of
from daybook.documents.convert.file_reader import ENDINGS, TAKEN, Reader
from daybook.documents.convert.text_blocks import Block, Unreadable
from daybook.documents.stored_documents import (
    COLLECTION,
    SHARED,
    document_id,
    document_of,
    is_forgotten_whole,
    items_of,
    place_of,
    without_forgotten,
)
from daybook.store import Store
from daybook.store.indexing import Progress
from daybook.store.item_values import DOCUMENT_KEY, DOCUMENTS, Namespace

UPLOADED = "upload:"
"""Prefix of the sources of documents that came without a file; those are never looked at again."""


@dataclass(slots=True)
class FoundFiles:
    """The files below what the user named."""

    files: list[Path] = field(default_factory=list)
    """With absolute paths, each once."""
    passed_over: Counter[str] = field(default_factory=Counter)
    """How many files of folders are of a form that is not taken, by their endings."""


def files_at(paths: Iterable[Path]) -> FoundFiles:
    """List the files at some paths, those of folders with the folders in them.

    In folders, hidden files and links are skipped: a link may lead anywhere. A file named by itself may have
    any name.

    Raises:
        BadInput: there is nothing at a path, or nothing in a folder that could be read.
    """
    found, seen = FoundFiles(), set()
    for path in paths:
        there = Path(os.path.abspath(path))
        if not os.path.exists(there):
            raise BadInput("there is no such file or folder", source=path)
        files = list(_within(there, found)) if there.is_dir() else [there]
        if not files:
            raise BadInput(f"this folder has no document that could be read: {TAKEN}", source=path)
        found.files += [file for file in files if file not in seen]
        seen.update(files)
    return found


def read_source(path: Path, limit: int) -> bytes:
    """Read a file whole; raises BadInput if it cannot be read, is no file, or exceeds `limit` bytes."""
    try:
        if not path.is_file():
            raise BadInput("is no file", source=path)
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror or error}", source=path) from None
    require_bounded(data, limit, path)
    return data


def require_bounded(data: bytes, limit: int, source: str | Path) -> None:
    """Raise BadInput for data of more than `limit` bytes."""
    if len(data) > limit:
        problem = f"is larger than {limit:,} bytes: split it"
        raise BadInput(problem, source=source)


def _within(folder: Path, found: FoundFiles) -> Iterator[Path]:
    for name, folders, files in os.walk(folder):
        folders[:] = sorted(inner for inner in folders if not inner.startswith("."))
        for file in sorted(files):
            path = Path(name) / file
            if file.startswith(".") or path.is_symlink():
                continue
            if path.suffix.lower() in ENDINGS:
                yield path
            else:
                found.passed_over[path.suffix.lower() or file] += 1


LONGEST_NAME = 100
"""Characters of the name of a collection."""
MAX_PASSAGES = 20_000
"""Of a document; a text of the longest that is read makes some 13,000."""


class Outcome(StrEnum):
    """How the update of a source ended."""

    ADDED = "added"
    REPLACED = "replaced"
    """It had changed: its passages are those of now."""
    UNCHANGED = "unchanged"
    FORGOTTEN = "forgotten"
    """It was forgotten, and is not kept again."""
    REFUSED = "refused"
    """It cannot be read; what is kept of it stays."""


@dataclass(frozen=True, slots=True)
class Change:
    """The update of one source."""

    source: str
    outcome: Outcome
    document: Document | None = None
    """As it is kept; None of what is not."""
    problem: str = ""
    """Why it was refused."""
    same_as: str = ""
    """The id of a document from elsewhere that has the same bytes; "" where there is none."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The updates of all sources."""

    changes: tuple[Change, ...]
    """In the order in which they were looked at."""
    passed_over: Mapping[str, int] = field(default_factory=dict)
    """How many files of folders are of a form that is not taken, by their endings."""

    def of(self, outcome: Outcome) -> list[Change]:
        """Give those of one outcome."""
        return [change for change in self.changes if change.outcome is outcome]


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
        """Add files, and those of folders; one that is unreadable or unchanged stops no other.

        Raises:
            BadInput: there is nothing at a path, or no collection can have that name.
            ModelError, StoreError: a document could not be stored; those before it are.
        """
        require_collection(collection)
        found = await to_thread(files_at, paths)
        known, changes = await to_thread(self._known), list[Change]()
        with Reader() as reader:
            for done, path in enumerate(found.files, start=1):
                change = await self._look_at(str(path), collection, known, reader)
                if change.document is not None:
                    known[collection, change.source] = change.document
                changes.append(change)
                if progress is not None:
                    progress(done, len(found.files))
        return Changes(tuple(changes), found.passed_over)

    async def add_bytes(self, data: bytes, name: str, *, collection: str = COLLECTION) -> Change:
        """Add a document that comes without a file; the same name again replaces it. Raises BadInput."""
        require_collection(collection)
        base_name = PurePath(name.replace("\\", "/")).name.strip()
        if not base_name or not base_name.isprintable():
            raise BadInput("a document needs a name, such as report.pdf", source="name")
        await to_thread(require_bounded, data, self.limit, base_name)
        known = await to_thread(self._known)
        with Reader() as reader:
            change = await self._keep(f"{UPLOADED}{base_name}", collection, data, known, reader)
        if change.outcome is Outcome.FORGOTTEN:
            raise BadInput("was forgotten, and is not kept again: name it otherwise", source=base_name)
        return change

    def documents(self, collection: str | None = None) -> list[Document]:
        """List the documents by collection and source, with the number of passages left of each."""
        prefix = DOCUMENTS if collection is None else place_of(collection)
        table = self.store.items.table
        counts = table.counts(self.owner, prefix)
        items = table.of_key(self.owner, prefix, DOCUMENT_KEY)
        found = [replace(document_of(item), passages=counts[item.namespace] - 1) for item in items]
        return sorted(found, key=lambda document: (document.collection, document.source))

    async def remove(self, document_ids: Sequence[str]) -> list[Document]:
        """Take documents out, all or none, and return them as they were; they may be added again.

        Raises:
            UnknownItem: there is none of such an id.
        """
        gone = await to_thread(self.named, document_ids)
        places = [place_of(document.collection, document.document_id) for document in gone]
        await self.store.items.put(self.owner, [], cleared=places, at=self.clock())
        return gone

    def named(self, document_ids: Sequence[str]) -> list[Document]:
        """Find documents by their ids, each once; raises UnknownItem where there is none of such an id."""
        there = {document.document_id: document for document in self.documents()}
        if unknown := [name for name in document_ids if name not in there]:
            raise UnknownItem(f"there is no document {unknown[0]!r}: `daybook kb list` lists them")
        return [there[name] for name in dict.fromkeys(document_ids)]

    def _known(self) -> dict[tuple[str, str], Document]:
        return {(document.collection, document.source): document for document in self.documents()}

    async def _look_at(
        self, source: str, collection: str, known: Mapping[tuple[str, str], Document], reader: Reader
    ) -> Change:
        try:
            data = await to_thread(read_source, Path(source), self.limit)
            return await self._keep(source, collection, data, known, reader)
        except BadInput as error:
            before = known.get((collection, source))
            return Change(source, Outcome.REFUSED, before, problem=error.problem)

    async def _keep(
        self,
        source: str,
        collection: str,
        data: bytes,
        known: Mapping[tuple[str, str], Document],
        reader: Reader,
    ) -> Change:
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
        stored = await self._put(document, read.blocks)
        same = (old.document_id for old in known.values() if old.sha256 == digest and old.source != source)
        outcome = Outcome.REPLACED if before else Outcome.ADDED
        return Change(source, outcome, stored, same_as=next(same, ""))

    async def _put(self, document: Document, blocks: Sequence[Block]) -> Document:
        """Put a document in place of its older version, then drop what was forgotten of it meanwhile."""
        place = place_of(document.collection, document.document_id)
        while True:
            left = await to_thread(self._remembered, blocks, place)
            passages = await to_thread(self._passages, document, left)
            stored = replace(document, passages=len(passages))
            await self.store.items.put(
                self.owner, items_of(stored, passages), cleared=[place], at=document.added_at
            )
            if left == await to_thread(self._remembered, left, place):
                return stored
            blocks = left

    def _remembered(self, blocks: Sequence[Block], place: Namespace) -> list[Block]:
        sentences = self.store.analyzer.sentences
        return without_forgotten(blocks, self.owner, place, self.store.forgotten, sentences)

    def _passages(self, document: Document, blocks: Sequence[Block]) -> list[Passage]:
        found = passages_of(
            blocks,
            document_id=document.document_id,
            title=document.title,
            windows=self.windows,
            count_tokens=self.count_tokens,
            sentences=self.store.analyzer.sentences,
        )
        if len(found) > MAX_PASSAGES:
            problem = f"makes {len(found):,} passages, more than {MAX_PASSAGES:,}: split it into parts"
            raise BadInput(problem, source=document.source)
        return found


def is_gone(document: Document) -> bool:
    """True if the file of a document is not there any more."""
    source = document.source
    has_file = not source.startswith(UPLOADED) and os.path.isabs(source)
    return has_file and not os.path.exists(source)


def require_collection(name: str) -> None:
    """Raise BadInput for a collection's name that is blank, too long, dotted or unprintable."""
    if not name.strip() or "." in name or not name.isprintable() or len(name) > LONGEST_NAME:
        problem = f"a collection has a name of up to {LONGEST_NAME} characters, without dots"
        raise BadInput(problem, source="--collection")


def _first_heading(blocks: Sequence[Block]) -> str:
    """Give the heading that a document begins with, if it does, behind a block of metadata at most."""
    return next((block.text for block in blocks[:2] if block.level), "")
