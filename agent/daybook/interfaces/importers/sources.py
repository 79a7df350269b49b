"""Where an import reads from: a file, a folder, a zip, or standard input. Nothing of a zip is written out."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO, Literal, TypeAlias

from daybook.errors import BadInput

_READABLE = frozenset({".json", ".jsonl", ".ndjson", ".txt", ".gz"})
"""Endings of the files that are looked at in a folder or a zip; a file named by itself may have any."""
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_ENCRYPTED = 0x1
_PIECE = 1 << 20
_SHOWN = 120
"""Characters of a name in a zip that a message repeats."""


@dataclass(frozen=True, slots=True)
class ZipMember:
    """A file within a zip, read where it lies."""

    archive: Path
    info: zipfile.ZipInfo
    shown_as: str
    """The zip, as the user named it."""

    def open(self, mode: Literal["rb"]) -> IO[bytes]:
        """Open it as bytes; errors are those of `zipfile`."""
        with zipfile.ZipFile(self.archive) as archive:
            return archive.open(self.info)

    @property
    def name(self) -> str:
        """Its last part, as of a path."""
        return PurePosixPath(self.info.filename).name

    @property
    def modified_at(self) -> datetime:
        """The date in the zip, which has no time zone; that of the zip itself where it is no date."""
        try:
            return datetime(*self.info.date_time, tzinfo=UTC)
        except ValueError:
            return modified_at(self.archive)

    def __str__(self) -> str:
        inside = "".join(
            sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in self.info.filename
        )
        return f"{self.shown_as}/{inside[:_SHOWN]}"


@dataclass(frozen=True, slots=True)
class StandardInput:
    """What came on standard input, kept in a file of its own until the import is done."""

    path: Path

    def open(self, mode: Literal["rb"]) -> IO[bytes]:
        """Open it as bytes."""
        return self.path.open(mode)

    @property
    def name(self) -> str:
        """What stands for its name."""
        return "standard input"

    def __str__(self) -> str:
        return self.name


Source: TypeAlias = Path | ZipMember | StandardInput
"""A file that can be read from its beginning, any number of times."""


def modified_at(source: Source) -> datetime:
    """Say when a file was last changed."""
    if isinstance(source, ZipMember):
        return source.modified_at
    path = source.path if isinstance(source, StandardInput) else source
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


@contextmanager
def standard_input(stream: IO[bytes], limit: int) -> Iterator[StandardInput]:
    """Keep what comes on a stream, readable by this user alone, while the context lasts.

    Raises:
        BadInput: it is more than `limit` bytes.
    """
    with TemporaryDirectory(prefix="daybook-import-") as folder:
        path = Path(folder) / "input"
        size = 0
        with path.open("wb") as file:
            while piece := stream.read(_PIECE):
                size += len(piece)
                if size > limit:
                    problem = f"is more than {limit:,} bytes; DAYBOOK_IMPORT_LIMIT can allow more"
                    raise BadInput(problem, source="standard input")
                file.write(piece)
        yield StandardInput(path)


def files_of(given: Source, limit: int) -> list[Source]:
    """List the files that an import may read: of a folder and a zip those within, in the order of names.

    Args:
        given: what the user named.
        limit: bytes that the files of one zip may hold together, unpacked.

    Raises:
        BadInput: a zip is damaged, encrypted, holds more than the limit, or nothing that could be read.
    """
    if isinstance(given, ZipMember):
        return [given]
    if isinstance(given, Path) and given.is_dir():
        found = [file for path in _within(given) for file in _files(path, str(path), limit)]
        if not found:
            raise _nothing(str(given), "folder")
        return found
    path = given.path if isinstance(given, StandardInput) else given
    return _members(path, str(given), limit) if _is_zip(path) else [given]


def _files(path: Path, shown_as: str, limit: int) -> list[Source]:
    return _members(path, shown_as, limit) if path.suffix.lower() == ".zip" else [path]


def _within(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder; hidden ones and links are passed over."""
    for name, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        for file in sorted(files):
            path = Path(name) / file
            if _is_wanted(file, _READABLE | {".zip"}) and not path.is_symlink():
                yield path


def _members(path: Path, shown_as: str, limit: int) -> list[Source]:
    try:
        with zipfile.ZipFile(path) as archive:
            everything = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        problem = f"the zip cannot be read ({error}); copy or download it again"
        raise BadInput(problem, source=shown_as) from None
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror or error}", source=shown_as) from None
    infos = [one for one in everything if not one.is_dir() and _is_inside(one.filename)]
    if not infos and any(one.filename.lower().endswith(".zip") for one in everything):
        raise BadInput("this zip holds zips: unpack it, and import the folder", source=shown_as)
    if not infos:
        raise _nothing(shown_as, "zip")
    if any(one.flag_bits & _ENCRYPTED for one in infos):
        raise BadInput(
            "the zip is encrypted: unpack it with its password, and import the folder", source=shown_as
        )
    size = sum(one.file_size for one in infos)
    if size > limit:
        problem = f"holds {size:,} bytes, unpacked, more than the {limit:,} that DAYBOOK_IMPORT_LIMIT allows"
        raise BadInput(problem, source=shown_as)
    return [ZipMember(path, one, shown_as) for one in sorted(infos, key=lambda one: one.filename)]


def _is_inside(name: str) -> bool:
    parts = PurePosixPath(name).parts
    hidden = any(part == "__MACOSX" or part.startswith(".") for part in parts)
    return bool(parts) and not hidden and _is_wanted(parts[-1], _READABLE)


def _is_wanted(name: str, endings: frozenset[str]) -> bool:
    return not name.startswith(".") and PurePosixPath(name).suffix.lower() in endings


def _is_zip(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(4) in _ZIP
    except OSError:
        return False  # reading it says what is wrong


def _nothing(shown_as: str, kind: str) -> BadInput:
    endings = ", ".join(sorted(_READABLE))
    return BadInput(f"this {kind} has no file that could be imported ({endings})", source=shown_as)
