"""A file's text, plain or gzip, on disk or in a zip, in pieces."""

from __future__ import annotations

import gzip
import lzma
import zipfile
import zlib
from codecs import BOM_UTF8, getincrementaldecoder
from collections.abc import Iterator
from typing import IO

from daybook.errors import BadInput
from daybook.interfaces.importers.sources import Source, ZipMember

PIECE = 1 << 20
"""Bytes read at a time."""

_LONGEST_LINE = 32_000_000
_GZIP = b"\x1f\x8b"


def text_of(path: Source, limit: int | None = None) -> Iterator[str]:
    """Read a UTF-8 file piece by piece, unpacking it where it is gzip (known by its first two bytes).

    Args:
        path: the file.
        limit: bytes that it may hold, unpacked; None for any number.

    Raises:
        BadInput: there is no such file, it is a folder, it may not be read, it holds more than the
            limit, its gzip data are damaged or cut off, or it is not UTF-8 (with the offset of the
            first wrong byte).
    """
    decoder = getincrementaldecoder("utf-8")()
    offset = 0
    for piece in _bytes_of(path):
        waiting = len(decoder.getstate()[0])
        try:
            text = decoder.decode(piece)
        except UnicodeDecodeError as error:
            raise _not_utf8(path, offset - waiting + error.start) from None
        offset += len(piece)
        if limit is not None and offset > limit:
            problem = f"holds more than {limit:,} bytes, unpacked; DAYBOOK_IMPORT_LIMIT can allow more"
            raise BadInput(problem, source=str(path))
        yield text
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise _not_utf8(path, offset - len(error.object) + error.start) from None


def lines_of(path: Source, limit: int | None = None) -> Iterator[str]:
    """Read a text file line by line, without the line ends.

    Raises:
        BadInput: as of `text_of`, or a line is longer than 32 million characters.
    """
    rest = ""
    for piece in text_of(path, limit):
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
            yield from _pieces(gzip.GzipFile(fileobj=raw) if packed else raw)
    except FileNotFoundError:
        raise BadInput("there is no such file", source=str(path)) from None
    except IsADirectoryError:
        raise BadInput("this is a folder; name a file in it", source=str(path)) from None
    except EOFError:
        problem = f"the {_packing(path)} data are cut off; copy or download the file again"
        raise BadInput(problem, source=str(path)) from None
    except (
        zipfile.BadZipFile,
        RuntimeError,
        lzma.LZMAError,
    ) as error:  # RuntimeError: packed in an unknown way
        raise BadInput(f"the zip is damaged here: {error}", source=str(path)) from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise BadInput(f"the {_packing(path)} data are damaged: {error}", source=str(path)) from None
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror or error}", source=str(path)) from None


def _pieces(file: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    piece = file.read(PIECE).removeprefix(BOM_UTF8)
    while piece:
        yield piece
        piece = file.read(PIECE)


def _packing(path: Source) -> str:
    return "zip" if isinstance(path, ZipMember) else "gzip"


def _not_utf8(path: Source, offset: int) -> BadInput:
    return BadInput("the text is not UTF-8; save the file as UTF-8", source=str(path), where=f"byte {offset}")
