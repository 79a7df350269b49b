"""Sizes of the files of the data directory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def bytes_in(directory: Path) -> int:
    """Add up the sizes of all files in a directory and those below it."""
    return sum(size for _, size in _files(directory))


def _files(directory: Path) -> Iterator[tuple[Path, int]]:
    for path in sorted(directory.rglob("*")):
        if path.is_file():
            yield path, path.stat().st_size
