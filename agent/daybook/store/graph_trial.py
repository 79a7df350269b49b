"""Reads HNSW graphs in a process of their own, since a damaged one ends the process that reads it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from daybook.store.hnsw_files import has_whole_header

_SECONDS = 600
"""How long all graphs may take; one that leads in circles never ends."""


def graphs_that_fail(directory: Path, segments: Sequence[str]) -> set[str]:
    """Read whole graphs in other processes; returns those at which one died or failed.

    Args:
        directory: of Chroma, which nobody has open.
        segments: ids of the graphs.
    """
    if getattr(sys, "frozen", False) or not sys.executable:
        return set(segments)  # there is no interpreter to start
    failed = {segment for segment in segments if not has_whole_header(directory / segment)}
    left = [segment for segment in segments if segment not in failed]
    while left:
        read = _read_by_another(directory, left)
        failed.update(left[read : read + 1])
        left = left[read + 1 :]
    return failed


def _read_by_another(directory: Path, segments: Sequence[str]) -> int:
    """Return how many graphs another process read until it ended."""
    command = [sys.executable, "-P", "-m", __name__, str(directory), *segments]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").count(b"\n")
    return done.stdout.count(b"\n")


def _read(directory: Path, segments: Sequence[str]) -> None:
    """Read every vector and follow every link of those graphs; writes a line after each."""
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(str(directory), settings=Settings(anonymized_telemetry=False))
    for segment in segments:
        query = "SELECT name FROM collections WHERE id = (SELECT collection FROM segments WHERE id = ?)"
        with closing(sqlite3.connect(f"file:{directory / 'chroma.sqlite3'}?mode=ro", uri=True)) as database:
            rows = database.execute(query, (segment,)).fetchall()
        for (name,) in rows:
            collection = client.get_collection(name, embedding_function=None)
            found = collection.get(include=["embeddings"])["embeddings"]
            if found is not None and len(found):
                collection.query(query_embeddings=found[:1], n_results=len(found), include=["distances"])
        sys.stdout.write(f"{segment}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _read(Path(sys.argv[1]), sys.argv[2:])
