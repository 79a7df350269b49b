"""Overwrites the unused part of the files in which Chroma keeps an HNSW graph.

Chroma writes room for elements to come straight from the memory of the process, whatever was there
before: pieces of its own database and of texts that the process has read. What was forgotten could
come to lie on disk again in this way, so the unused part is overwritten with zeros. Of the lengths of
the elements all is unused: an index of unit vectors neither writes nor reads them.
"""

from __future__ import annotations

import struct
from pathlib import Path

# Version, offset of level 0, elements there is room for, elements there are, bytes of one element.
_HEADER = struct.Struct("<iQQQQ")
_VERSION = 1
_HEADER_BYTES = 100
"""Of a whole header of this version: behind what is above come the parameters of the graph."""


def has_whole_header(graph: Path) -> bool:
    """Whether the header of a graph is as long as one is; Chroma takes whatever memory holds for the rest."""
    try:
        header = (graph / "header.bin").read_bytes()
    except OSError:
        return False
    return header[:4] != _VERSION.to_bytes(4, "little") or len(header) == _HEADER_BYTES


def blank_unused(directory: Path, seen: dict[Path, int]) -> None:
    """Overwrite the unused part of every graph below a directory.

    Chroma must be at rest; it may have the files open, since it reads and writes used elements only.
    A file that does not hold a whole number of elements is left as it is.

    Args:
        directory: that of Chroma.
        seen: when each file was last blanked, in nanoseconds; files unchanged since are passed over.
    """
    for header in directory.glob("*/header.bin"):
        for path in (header.with_name("data_level0.bin"), header.with_name("length.bin")):
            if path.exists() and seen.get(path) != path.stat().st_mtime_ns:
                _blank(path, _used(path, header.read_bytes()))
                seen[path] = path.stat().st_mtime_ns


def _used(path: Path, header: bytes) -> int:
    """Return how many bytes of a file are in use; all of them if its format is unknown."""
    everything = path.stat().st_size
    if len(header) < _HEADER.size:
        return everything
    version, _, room, used, size = _HEADER.unpack_from(header)
    if version != _VERSION:
        return everything
    if path.name == "length.bin":
        return 0
    # The file may be of another length than the room: it keeps that of an earlier time while it suffices.
    is_whole = used <= room and size > 0 and everything % size == 0
    return min(int(used * size), everything) if is_whole else everything


def _blank(path: Path, start: int) -> None:
    """Overwrite a file with zeros from an offset to its end."""
    with path.open("r+b") as file:
        file.seek(start)
        file.write(bytes(path.stat().st_size - start))
