"""The bytes of the data directory."""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator
from pathlib import Path


def bytes_in(directory: Path) -> int:
    """Add up the sizes of all files in a directory and those below it."""
    return sum(size for _, size in _files(directory))


def found_in(directory: Path, needles: Iterable[bytes]) -> set[bytes]:
    """Say which of the needles stand anywhere in the bytes of a directory's files."""
    wanted, found = set(needles), set[bytes]()
    for path, size in _files(directory):
        if not size:
            continue
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            found |= {needle for needle in wanted - found if content.find(needle) >= 0}
    return found


def _files(directory: Path) -> Iterator[tuple[Path, int]]:
    for path in sorted(directory.rglob("*")):
        if path.is_file():
            yield path, path.stat().st_size
