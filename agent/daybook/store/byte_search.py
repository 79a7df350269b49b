"""Searches bytes for many short patterns at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np

SHORTEST = 12
"""Bytes of the shortest pattern: a shorter one stands in a file by chance."""

_HASHED = 8
"""Bytes at the beginning of a pattern that are hashed."""
_BITS = 22
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
"""Spreads eight bytes over the table: 2 to the 64 divided by the golden ratio."""
_CHUNK = 1 << 25
"""Bytes of a file that are read at once."""


class BytePatterns:
    """A set of byte patterns. However many they are, the content is read once.

    The first eight bytes of each pattern are hashed into a table of bits; so are all runs of eight bytes
    of the content, with NumPy, and where the bit is set the bytes are compared.
    """

    def __init__(self, patterns: Iterable[bytes]) -> None:
        self._by_start: dict[bytes, list[bytes]] = defaultdict(list)
        for pattern in set(patterns):
            if len(pattern) < SHORTEST:
                raise ValueError(f"a pattern has {SHORTEST} bytes or more: {pattern!r}")
            self._by_start[pattern[:SHORTEST]].append(pattern)
        starts = b"".join(start[:_HASHED] for start in self._by_start)
        self._table = np.zeros(1 << _BITS, dtype=np.bool_)
        self._table[_hashes(starts, 0)] = True
        self._longest = max((len(one) for found in self._by_start.values() for one in found), default=0)

    def found_in(self, content: bytes) -> set[bytes]:
        """Return the patterns that the content holds."""
        found: set[bytes] = set()
        if not self._by_start:
            return found
        for offset in range(_HASHED):
            places = np.flatnonzero(self._table[_hashes(content, offset)]) * _HASHED + offset
            for place in places.tolist():
                for pattern in self._by_start.get(content[place : place + SHORTEST], ()):
                    if pattern not in found and content.startswith(pattern, place):
                        found.add(pattern)
        return found

    def found_in_folder(self, directory: Path) -> set[bytes]:
        """Return the patterns that occur in any file below a directory, which another process reads.

        Where a process closes a file, it loses every lock that it has on it: had this one read the file of
        an SQLite database that it has open, others would write into it unhindered and damage it
        (sqlite.org/howtocorrupt.html, section 2.2).
        """
        if getattr(sys, "frozen", False) or not sys.executable:
            return self.patterns  # there is no interpreter to start: nothing is said to be gone
        asked = json.dumps([pattern.hex() for pattern in sorted(self.patterns)])
        command = [sys.executable, "-P", __file__, str(directory)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            command, input=asked, capture_output=True, text=True, env=environment, check=False
        )
        if done.returncode:
            return self.patterns
        return {bytes.fromhex(line) for line in done.stdout.split()}

    @property
    def patterns(self) -> set[bytes]:
        """All of them."""
        return {pattern for found in self._by_start.values() for pattern in found}

    def found_here(self, directory: Path) -> set[bytes]:
        """Return the patterns that occur in any file below a directory; none of them is open here."""
        found: set[bytes] = set()
        for path in sorted(directory.rglob("*")):
            if path.is_file():
                found |= self._found_in_file(path)
        return found

    def _found_in_file(self, path: Path) -> set[bytes]:
        found: set[bytes] = set()
        rest = b""
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                found |= self.found_in(rest + chunk)
                rest = chunk[-self._longest :]
        return found


def _hashes(content: bytes, offset: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Hash every eighth run of eight bytes, the first at an offset."""
    count = max(0, len(content) - offset) // _HASHED
    if not count:
        return np.zeros(0, dtype=np.uint64)
    runs = np.frombuffer(content, dtype="<u8", count=count, offset=offset)
    return (runs * _FACTOR) >> np.uint64(64 - _BITS)


if __name__ == "__main__":
    asked_for = BytePatterns(map(bytes.fromhex, json.load(sys.stdin)))
    sys.stdout.write("\n".join(found.hex() for found in asked_for.found_here(Path(sys.argv[1]))))
