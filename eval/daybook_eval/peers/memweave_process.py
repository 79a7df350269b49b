"""Runs memweave in its own environment for `elsewhere`: FOLDER ADDRESS DIMENSIONS."""

import asyncio
import json
import sqlite3
import sys
from pathlib import Path
from time import process_time
from typing import Any
from urllib.request import Request, urlopen

if not hasattr(sqlite3.Connection, "enable_load_extension"):
    sys.modules["sqlite3"] = __import__("pysqlite3")

from memweave import MemoryConfig, MemWeave  # type: ignore[import-not-found]

folder, address = Path(sys.argv[1]), sys.argv[2]
rounds_at: dict[str, list[tuple[int, str]]] = {}
"""First lines, from 1, and ids of the rounds of a file."""


class Embedder:
    """The embedder of all, as memweave's."""

    async def embed_query(self, text: str) -> list[float]:
        """Embed a question."""
        return (await self.embed_batch([text]))[0]

    async def embed_batch(self, texts: list[str]) -> list[list[float]]:
        """Embed texts."""
        body = json.dumps({"input": texts}).encode()
        with urlopen(Request(address, body, {"Content-Type": "application/json"})) as reply:
            return [row["embedding"] for row in json.load(reply)["data"]]


def write(sessions: list[list[dict[str, str]]]) -> None:
    """Write a file for each session."""
    (folder / "memory" / "sessions").mkdir(parents=True)
    for number, session in enumerate(sessions):
        name = f"memory/sessions/{session[0]['said_at'][:10]}-{number}.md"
        lines: list[str] = []
        for said in session:
            rounds_at.setdefault(name, []).append((len(lines) + 1, said["id"]))
            lines += [*said["text"].splitlines(), ""]
        (folder / name).write_text("\n".join(lines), encoding="utf-8")


def rounds_of(hit: Any) -> list[str]:
    """Name the rounds that a chunk has lines of."""
    begins = rounds_at[hit.path]
    ends = [first for first, _ in begins[1:]] + [sys.maxsize]
    return [
        name
        for (first, name), end in zip(begins, ends, strict=True)
        if first <= hit.end_line and end > hit.start_line
    ]


async def main() -> None:
    """Answer each line."""
    config = MemoryConfig(workspace_dir=folder, progress=False)
    async with MemWeave(config, embedding_provider=Embedder()) as memory:
        for line in sys.stdin:
            request, found = json.loads(line), list[str]()
            if "keep" in request:
                write(request["keep"])
                await memory.index()
            else:
                hits = await memory.search(request["find"], max_results=request["limit"], min_score=0.0)
                found = [name for hit in hits for name in rounds_of(hit)]
            print(json.dumps({"found": found, "seconds": process_time()}), flush=True)


asyncio.run(main())
