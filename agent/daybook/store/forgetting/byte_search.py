"""Searches bytes for many short patterns at once."""

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SHORTEST = 12
"""Bytes of the shortest pattern: a shorter one stands in a file by chance."""

_RUN = 8
"""Bytes of a run that is hashed."""
_STEP = 4
"""Bytes from one run to the next: within any SHORTEST bytes there is a whole one."""
_MAX_BITS = 22
_SPARSE = 1 << 10
"""Bits of the table for each run that is hashed into it, while it is small."""
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
"""Spreads eight bytes over the table: 2 to the 64 divided by the golden ratio."""
_BLOCK = 1 << 15
"""Runs that are hashed at once: few enough to stay in the processor's cache."""
_CHUNK = 1 << 24
"""Bytes of the files that are searched at once."""
_READER = """
import os, shutil, sys
for folder, _, names in os.walk(sys.argv[1]):
    for path in (os.path.join(folder, name) for name in names):
        if os.path.isfile(path):
            with open(path, "rb") as file:
                shutil.copyfileobj(file, sys.stdout.buffer, 1 << 20)
"""
"""The program that writes all files below a folder to its output, one after the other."""


class BytePatterns:
    """A set of byte patterns, found in one pass over the content however many they are.

    Every eight bytes of the content that begin at a multiple of four are hashed, with NumPy. A pattern that
    occurs covers such a run within its first four bytes; these are hashed into a table of bits. Where the bit
    is set, the bytes are compared.
    """

    def __init__(self, patterns: Iterable[bytes]) -> None:
        self._by_run: dict[bytes, list[tuple[int, bytes]]] = defaultdict(list)
        """The patterns with each run, and where it begins in them."""
        self._longest = 0
        for pattern in set(patterns):
            if len(pattern) < SHORTEST:
                raise ValueError(f"a pattern has {SHORTEST} bytes or more: {pattern!r}")
            self._longest = max(self._longest, len(pattern))
            for start in range(_STEP):
                self._by_run[pattern[start : start + _RUN]].append((start, pattern))
        bits = min(_MAX_BITS, (len(self._by_run) * _SPARSE).bit_length())
        self._shift = np.uint64(64 - bits)
        self._table = np.zeros(1 << bits, dtype=np.bool_)
        self._table[self._hashed(np.frombuffer(b"".join(self._by_run), dtype="<u8"))] = True

    def found_in(self, content: bytes) -> set[bytes]:
        """Return the patterns that the content holds."""
        found: set[bytes] = set()
        if not self._by_run:
            return found
        for offset in range(0, _RUN, _STEP):
            count = max(0, len(content) - offset) // _RUN
            runs = np.frombuffer(content, dtype="<u8", count=count, offset=offset if count else 0)
            for first in range(0, count, _BLOCK):
                hits = np.flatnonzero(self._table[self._hashed(runs[first : first + _BLOCK])])
                for hit in hits.tolist():
                    place = (first + hit) * _RUN + offset
                    for start, pattern in self._by_run.get(content[place : place + _RUN], ()):
                        if pattern not in found and content.startswith(pattern, max(0, place - start)):
                            found.add(pattern)
        return found

    def found_in_folder(self, directory: Path) -> set[bytes]:
        """Return the patterns that occur in any file below a directory; all of them where it cannot be read.

        Another process reads the files: one that closes a file loses all its locks on it, so reading the
        SQLite file here would let others write into it and damage it (sqlite.org/howtocorrupt.html, 2.2).
        """
        if getattr(sys, "frozen", False) or not sys.executable:
            return self.patterns  # there is no interpreter to start: nothing is said to be gone
        command = [sys.executable, "-I", "-S", "-c", _READER, str(directory)]
        found: set[bytes] = set()
        rest = b""
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as reader:
            assert reader.stdout is not None
            while chunk := reader.stdout.read(_CHUNK):
                content = rest + chunk
                found |= self.found_in(content)
                rest = content[-self._longest :]
        return self.patterns if reader.returncode else found

    @property
    def patterns(self) -> set[bytes]:
        """All of them."""
        return {pattern for found in self._by_run.values() for _, pattern in found}

    def _hashed(self, runs: NDArray[np.uint64]) -> NDArray[np.int64]:
        hashed = runs * _FACTOR
        hashed >>= self._shift
        return hashed.view(np.int64)


def pieces_within(pieces: Iterable[str], texts: Iterable[str]) -> set[str]:
    """Return the pieces that stand in one of those texts."""
    encoded = {piece.encode("utf-8", "surrogatepass"): piece for piece in pieces}
    content = "\0".join(texts).encode("utf-8", "surrogatepass")
    found = BytePatterns(piece for piece in encoded if len(piece) >= SHORTEST).found_in(content)
    found |= {piece for piece in encoded if len(piece) < SHORTEST and piece in content}
    return {encoded[piece] for piece in found}
