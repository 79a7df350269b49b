"""Where documents are read from: files, and the files of folders."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from daybook.documents.convert.recognise import ENDINGS, TAKEN
from daybook.errors import BadInput

UPLOADED = "upload:"
"""What the sources of documents begin with that came without a file; they are never looked at again."""


@dataclass(slots=True)
class Found:
    """The files below what the user named."""

    files: list[Path] = field(default_factory=list)
    """With absolute paths, each once."""
    passed_over: Counter[str] = field(default_factory=Counter)
    """How many files of folders are of a form that is not taken, by their endings."""


def files_at(paths: Iterable[Path]) -> Found:
    """List the files at some paths, those of folders with the folders in them.

    Of folders, hidden files and links are passed over: a link may lead anywhere. A file that is named by
    itself may have any name.

    Raises:
        BadInput: there is nothing at a path, or nothing in a folder that could be read.
    """
    found, seen = Found(), set()
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
    """Read a file whole.

    Raises:
        BadInput: it cannot be read, is no file, or is larger than `limit` bytes.
    """
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
    """Refuse what is too large.

    Raises:
        BadInput: it has more than `limit` bytes.
    """
    if len(data) > limit:
        problem = f"is larger than {limit:,} bytes: split it, or let DAYBOOK_DOCUMENT_LIMIT allow more"
        raise BadInput(problem, source=source)


def path_of(source: str) -> Path | None:
    """Give the file that a document was read from; None where it came without one."""
    return None if source.startswith(UPLOADED) or not os.path.isabs(source) else Path(source)


def _within(folder: Path, found: Found) -> Iterator[Path]:
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
