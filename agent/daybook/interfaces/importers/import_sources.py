"""Where an import reads from: a file, a folder, a zip, or standard input; and its text, piece by piece.

Nothing of a zip is written out.
"""

import gzip
import lzma
import os
import re
import zipfile
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, IncrementalDecoder, getincrementaldecoder
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO, Literal, TypeAlias

from daybook.conversation.errors import BadInput

_READABLE = frozenset({".json", ".jsonl", ".ndjson", ".txt", ".gz"})
"""Endings of the files that are looked at in a folder or a zip; a file named by itself may have any."""
_ZIP, _GZIP = (b"PK\x03\x04", b"PK\x05\x06"), b"\x1f\x8b"
"""How such files begin."""
_JSON = re.compile(rb"\s*+(?:\{|\[\s*+[\[{\"])")
"""How JSON begins; a line of WhatsApp on an iPhone has a date after the bracket."""
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f]")
PIECE = 1 << 20
"""Bytes read at a time."""
_LONGEST_LINE = 32_000_000
_MAX_FILES = 10_000
"""Files of a zip or a folder that are looked at, and of each kind: an export has hundreds."""
_LARGEST_LISTING = 32 << 20
"""Bytes of a zip's list of its members, which is read whole: enough for 200,000 pictures beside a chat."""
_DAMAGES = (EOFError, RuntimeError, lzma.LZMAError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile)
"""Errors of unpacking; RuntimeError for an unknown method of compression."""
_END_OF_ZIP, _END_OF_LONG_ZIP = b"PK\x05\x06", b"PK\x06\x06"


@dataclass(frozen=True, slots=True)
class ZipMember:
    """A file within a zip, read where it lies."""

    archive: Path
    info: zipfile.ZipInfo
    shown_as: str
    """The zip, as the user named it."""
    opened: zipfile.ZipFile
    """The zip, opened once for all of its members."""

    def open(self, mode: Literal["rb"]) -> IO[bytes]:
        """Open it as bytes; errors are those of `zipfile`."""
        return self.opened.open(self.info)

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
        name = self.info.filename[:120]
        inside = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)
        return f"{self.shown_as}/{inside}"


@dataclass(frozen=True, slots=True)
class KeptInput:
    """Input from standard input or a form, kept in a temporary file until the import is done."""

    path: Path
    name: str = "standard input"

    def open(self, mode: Literal["rb"]) -> IO[bytes]:
        """Open it as bytes."""
        return self.path.open(mode)

    def __str__(self) -> str:
        return self.name


Source: TypeAlias = Path | ZipMember | KeptInput
"""A file that can be read from its beginning, any number of times."""
Tell: TypeAlias = Callable[[str], object]
"""Takes the name of a text's encoding as soon as that is known."""


def modified_at(source: Source) -> datetime:
    """Say when a file was last changed."""
    if isinstance(source, ZipMember):
        return source.modified_at
    path = source.path if isinstance(source, KeptInput) else source
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


@contextmanager
def standard_input(stream: IO[bytes], limit: int) -> Iterator[KeptInput]:
    """Keep what comes on a stream, `limit` bytes at most, readable by this user alone, within the context.

    Raises:
        BadInput: it is more than `limit` bytes.
    """
    with TemporaryDirectory(prefix="daybook-import-") as folder:
        path = Path(folder) / "input"
        size = 0
        with path.open("wb") as file:
            while piece := stream.read(PIECE):
                size += len(piece)
                if size > limit:
                    problem = f"is more than {limit:,} bytes; DAYBOOK_IMPORT_LIMIT can allow more"
                    raise BadInput(problem, source="standard input")
                file.write(piece)
        yield KeptInput(path)


def files_of(given: Source, limit: int) -> list[Source]:
    """List the files that an import may read: of a folder and a zip those within, in the order of names.

    Raises:
        BadInput: a zip is damaged, encrypted, holds more than `limit` bytes, or nothing that could be read.
    """
    if isinstance(given, Path) and given.is_dir():
        found: list[Source] = []
        for path in _within(given):
            found += _members(path, str(path), limit) if path.suffix.lower() == ".zip" else [path]
        _require_some(len(found), str(given), "folder")
        return found
    if isinstance(given, ZipMember):
        return [given]
    path = given.path if isinstance(given, KeptInput) else given
    try:
        with path.open("rb") as file:
            is_zip = file.read(4) in _ZIP
    except OSError:
        is_zip = False  # reading it says what is wrong
    return _members(path, str(given), limit) if is_zip else [given]


def _within(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder; hidden ones and links are skipped."""
    for name, folders, files in os.walk(folder):
        folders[:] = sorted(inner for inner in folders if not inner.startswith("."))
        for path in (Path(name) / file for file in sorted(files)):
            if _is_wanted((path.name,), _READABLE | {".zip"}) and not path.is_symlink():
                yield path


def _members(path: Path, shown_as: str, limit: int) -> list[Source]:
    """List the members of a zip that an import may read; none is read yet, and it stays open for them."""
    try:
        _require_short_listing(path, shown_as)
        opened = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        problem = f"the zip cannot be read ({error}); copy or download it again"
        raise BadInput(problem, source=shown_as) from None
    everything = opened.infolist()
    infos = [
        info
        for info in everything
        if not info.is_dir() and _is_wanted(PurePosixPath(info.filename).parts, _READABLE)
    ]
    if not infos and any(info.filename.lower().endswith(".zip") for info in everything):
        raise BadInput("this zip holds zips: unpack it, and import the folder", source=shown_as)
    _require_some(len(infos), shown_as, "zip")
    if any(info.flag_bits & 0x1 for info in infos):
        problem = "the zip is encrypted: unpack it with its password, and import the folder"
        raise BadInput(problem, source=shown_as)
    size = sum(info.file_size for info in infos)
    if size > limit:
        problem = f"holds {size:,} bytes, unpacked, more than the {limit:,} that DAYBOOK_IMPORT_LIMIT allows"
        raise BadInput(problem, source=shown_as)
    return [ZipMember(path, info, shown_as, opened) for info in sorted(infos, key=lambda info: info.filename)]


def _is_wanted(parts: Sequence[str], endings: frozenset[str]) -> bool:
    """True if a file has one of these endings, and is neither hidden nor what a Mac adds to a zip."""
    hidden = any(part == "__MACOSX" or part.startswith(".") for part in parts)
    return bool(parts) and not hidden and PurePosixPath(parts[-1]).suffix.lower() in endings


def _require_some(count: int, shown_as: str, kind: str) -> None:
    if not count:
        problem = f"this {kind} has no file that could be imported ({', '.join(sorted(_READABLE))})"
        raise BadInput(problem, source=shown_as)
    if count > _MAX_FILES:
        problem = (
            f"this {kind} has {count:,} files that could hold chats, more than the {_MAX_FILES:,} that an "
            "import looks at: put those with chats into a folder, and import that"
        )
        raise BadInput(problem, source=shown_as)


def _require_short_listing(path: Path, shown_as: str) -> None:
    """Refuse a zip with too many members by its end, which says how long their list is."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - (1 << 16) - 1_000))
        end = file.read()
    at, long_at = end.rfind(_END_OF_ZIP), end.rfind(_END_OF_LONG_ZIP)
    listing = int.from_bytes(end[at + 12 : at + 16], "little") if at >= 0 else 0
    if long_at >= 0 and listing == 0xFFFFFFFF:
        listing = int.from_bytes(end[long_at + 40 : long_at + 48], "little")
    if listing > _LARGEST_LISTING:
        problem = "this zip has too many files: put those with chats into a folder, and import that"
        raise BadInput(problem, source=shown_as)


def text_of(path: Source, limit: int | None = None, tell: Tell | None = None) -> Iterator[str]:
    """Read a text file, or a gzip of one, piece by piece; it may hold `limit` bytes, unpacked.

    It is UTF-8, or UTF-16 if it begins with that mark; a text that is no JSON may be of Windows-1252. `tell`
    is told which it is.

    Raises:
        BadInput: there is no such file, it is a folder, it may not be read, holds more than the limit, its
            gzip data are damaged, or it has no such text (with the offset of the first wrong byte).
    """
    decoder: IncrementalDecoder = getincrementaldecoder("utf-8")()
    encoding, ascii_so_far, offset = "", True, 0
    for piece in chain(_bytes_of(path), (b"",)):
        if not encoding:
            encoding = "UTF-16" if piece.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "UTF-8"
            decoder = getincrementaldecoder(encoding)()
            if tell:
                tell(encoding)
            is_json = _JSON.match(piece) is not None
        waiting = decoder.getstate()[0]
        try:
            text = decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            before = ascii_so_far and error.object[: error.start].isascii()
            if encoding != "UTF-8" or is_json or not before or not _is_western(waiting + piece):
                problem = f"the text is not {encoding}; save the file as UTF-8"
                where = f"byte {offset - len(waiting) + error.start}"
                raise BadInput(problem, source=str(path), where=where) from None
            encoding, decoder = "Windows-1252", getincrementaldecoder("cp1252")()
            if tell:
                tell(encoding)
            text = decoder.decode(waiting + piece)
        ascii_so_far = ascii_so_far and text.isascii()
        offset += len(piece)
        if limit is not None and offset > limit:
            problem = f"holds more than {limit:,} bytes, unpacked; DAYBOOK_IMPORT_LIMIT can allow more"
            raise BadInput(problem, source=str(path))
        if piece or text:
            yield text


def _is_western(data: bytes) -> bool:
    """True if bytes may be text of Windows-1252: in one of another script, most letters would be accented."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return False
    letters = [sign for sign in text if sign.isalpha()]
    return not _CONTROL.search(text) and 4 * sum(not sign.isascii() for sign in letters) <= len(letters)


def lines_of(path: Source, limit: int | None = None, tell: Tell | None = None) -> Iterator[str]:
    """Read a text file line by line, without the line ends, as `text_of` does."""
    rest = ""
    for piece in text_of(path, limit, tell):
        *whole, rest = (rest + piece).split("\n")
        yield from (line.removesuffix("\r") for line in whole)
        if len(rest) > _LONGEST_LINE:
            raise BadInput(f"a line is longer than {_LONGEST_LINE:,} characters", source=str(path))
    if rest:
        yield rest.removesuffix("\r")


def _bytes_of(path: Source) -> Iterator[bytes]:
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == _GZIP
            raw.seek(0)
            file = gzip.GzipFile(fileobj=raw) if packed else raw
            piece = file.read(PIECE).removeprefix(BOM_UTF8)
            while piece:
                yield piece
                piece = file.read(PIECE)
    except _DAMAGES as error:
        problem = f"its packed data are cut off or damaged ({error}); copy or download the file again"
        raise BadInput(problem, source=str(path)) from None
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror or error}", source=str(path)) from None
