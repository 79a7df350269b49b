"""The directories in which Chroma keeps its HNSW graphs, with checksums that tell a damaged graph.

Chroma trusts these files: one that is garbled ends the whole process, with no error to catch. So the
checksums of a graph lie beside it while nobody uses it. They are compared before Chroma first reads it,
taken away while it is in use, and written when that is over. A graph without checksums was in use when
a process was killed, and is first read by a process of its own (`graph_trial.py`).
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from hashlib import file_digest
from pathlib import Path

from daybook.store.graph_trial import graphs_that_fail

CHECKSUMS = "checksums.json"
DATABASE = "chroma.sqlite3"


class VectorsDamaged(Exception):
    """Chroma cannot read its files; the vectors have to be rebuilt from the SQL database."""


def vectors_on_disk(directory: Path) -> int:
    """Count the vectors in a Chroma directory without opening it; 0 where they cannot be counted."""
    try:
        with closing(sqlite3.connect(f"file:{directory / DATABASE}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM embeddings").fetchone()[0])
    except sqlite3.Error:
        return 0


class Segments:
    """The graphs of one Chroma directory, each in a directory that is named by the id of its segment."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._found: dict[str, Path] = {}
        self._sound: set[Path] = set()
        self._damaged: set[Path] = set()
        self._in_use: set[Path] = set()
        self._digests: dict[Path, tuple[int, int, str]] = {}

    def on_disk(self) -> list[Path]:
        """List the directories of graphs; a collection of few vectors has none yet."""
        return [path for path in self._directory.iterdir() if path.is_dir()]

    def try_unchecked(self) -> None:
        """Try the graphs that have no checksums in another process; to be called before Chroma opens."""
        unchecked = [
            path.name for path in self.on_disk() if any(path.iterdir()) and not (path / CHECKSUMS).exists()
        ]
        self._damaged = {self._directory / name for name in graphs_that_fail(self._directory, unchecked)}

    def begin_use(self, collection_id: str) -> None:
        """Take away the checksums of a collection's graph, before Chroma reads or writes it.

        Raises:
            VectorsDamaged: the graph is not as it was left.
        """
        path = self._path_of(collection_id)
        if path in self._in_use:
            return
        if path not in self._sound and path not in self._damaged and not self._is_as_left(path):
            self._damaged.add(path)
        if path in self._damaged:
            raise VectorsDamaged("the files of its graph are not as they were left")
        self._sound.add(path)
        self._in_use.add(path)
        (path / CHECKSUMS).unlink(missing_ok=True)

    def begin_close(self) -> None:
        """Take away the checksums of every graph that was used: closing Chroma may write it."""
        for path in self._sound:
            (path / CHECKSUMS).unlink(missing_ok=True)
        self._in_use |= self._sound

    def end_use(self) -> None:
        """Write the checksums of the graphs that were used; Chroma must be at rest."""
        for path in self._in_use:
            if path.is_dir():
                self._write(path)
        self._in_use.clear()

    def remove_orphans(self) -> None:
        """Remove the directories of segments that Chroma's own database no longer lists."""
        listed = {str(row[0]) for row in self._rows("SELECT id FROM segments")}
        for path in self.on_disk():
            if path.name not in listed:
                shutil.rmtree(path)

    def _write(self, path: Path) -> None:
        """Write the checksums of a graph; where the disk is full it is without any and is tried next time."""
        try:
            (path / CHECKSUMS).write_text(json.dumps(self._checksums(path)), encoding="utf-8")
        except OSError:
            (path / CHECKSUMS).unlink(missing_ok=True)

    def _path_of(self, collection_id: str) -> Path:
        if collection_id not in self._found:
            query = "SELECT id FROM segments WHERE collection = ? AND scope = 'VECTOR'"
            rows = self._rows(query, collection_id)
            if not rows:
                raise VectorsDamaged("a collection has no graph")
            self._found[collection_id] = self._directory / str(rows[0][0])
        return self._found[collection_id]

    def _rows(self, query: str, *values: str) -> list[tuple[object, ...]]:
        source = f"file:{self._directory / DATABASE}?mode=ro"
        with closing(sqlite3.connect(source, uri=True)) as database:
            return database.execute(query, values).fetchall()

    def _is_as_left(self, path: Path) -> bool:
        """Whether the checksums are those of the files; graphs without any were tried when Chroma opened."""
        try:
            left = json.loads((path / CHECKSUMS).read_text(encoding="utf-8"))
            return bool(left == self._checksums(path))
        except FileNotFoundError:
            return True
        except (OSError, ValueError):
            return False

    def _checksums(self, path: Path) -> dict[str, str]:
        """Return the SHA-256 of each file of a graph; files unchanged since the last call are not read."""
        return {file.name: self._digest(file) for file in sorted(path.iterdir()) if file.name != CHECKSUMS}

    def _digest(self, file: Path) -> str:
        stat = file.stat()
        known = self._digests.get(file)
        if known is None or known[:2] != (stat.st_size, stat.st_mtime_ns):
            with file.open("rb") as content:
                digest = file_digest(content, "sha256").hexdigest()
            known = self._digests[file] = (stat.st_size, stat.st_mtime_ns, digest)
        return known[2]
