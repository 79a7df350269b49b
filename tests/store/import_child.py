# ruff: noqa: T201 - its output is read by the tests
"""Run by the tests of whole processes: `python import_child.py MODE DATA_DIR`.

MODE is "hold" (open the vectors and wait), "fill" (import until the disk is full) or "killed" (import
twenty times, each time killed by a signal, and see each time that nothing acknowledged is missing).
"""

import asyncio
import os
import random
import resource
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from daybook.conversation import Session
from daybook.conversation.errors import StoreError
from daybook.models.embedding.embedder import Vectors
from tests.store.bag_of_words import BagOfWords, opened
from tests.store.conversations import numbered

KILLS = 20
LARGEST_FILE = 400_000
"""Bytes that a file may have in "fill"."""


class Slow(BagOfWords):
    async def embed(self, texts: Sequence[str]) -> Vectors:
        await asyncio.sleep(0.01)
        return await super().embed(texts)


async def hold(data_dir: Path) -> None:
    store = opened(data_dir, Slow())
    await store.add("ada", [numbered(0)])
    print("ready", flush=True)
    sys.stdin.read()
    store.close()


async def fill(data_dir: Path) -> None:
    store = opened(data_dir, Slow())
    await store.add("ada", [numbered(0)])
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, resource.RLIM_INFINITY))
    try:
        await store.add("ada", acknowledged(range(1, 10_000), rounds=40))
    except StoreError as error:
        print(f"error {error}", flush=True)


async def import_until_killed(data_dir: Path, first: int) -> None:
    store = opened(data_dir, Slow())
    while True:
        await store.add("ada", acknowledged(range(first, first + 25)))
        first += 25


def acknowledged(numbers: range, rounds: int = 2) -> Iterator[Session]:
    """Yield sessions, and print the number of each when the store comes for the next."""
    for number in numbers:
        yield numbered(number, rounds)
        os.write(1, f"{number}\n".encode())


async def missing(data_dir: Path, numbers: Sequence[int]) -> list[int]:
    """Say which sessions are not whole, or are not found by their vectors and words."""
    store = opened(data_dir, Slow())
    near = await (await store.index("ada")).near(np.full((1, 64), 0.125, dtype=np.float32), limit=5)
    keyed = {key.round_id for key in near}
    lost = []
    for number in numbers:
        rounds = store.session_rounds("ada", f"s{number}")
        hits = (await store.index("ada")).words.search(f"plum{number}x1", limit=1)
        whole = [turn for round_ in rounds for turn in round_.turns] == list(numbered(number).turns)
        if not (
            whole and {round_.round_id for round_ in rounds} <= keyed and hits[0][0] == rounds[1].round_id
        ):
            lost.append(number)
    store.close()
    return lost


def killed(data_dir: Path) -> None:
    """Import in forks of this process, which has paid for the imports of the libraries already."""
    chance = random.Random(7)
    numbers: list[int] = []
    for turn in range(KILLS):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.dup2(writing, 1)
            asyncio.run(import_until_killed(data_dir, first=turn * 10_000))
        os.close(writing)
        if turn % 2:  # the others may be killed before anything is kept, as on a busy machine they are
            select.select([reading], [], [], 60)
        time.sleep(chance.uniform(0.05, 0.5))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reading) as lines:
            new = [int(line) for line in lines.read().splitlines(keepends=True) if line.endswith("\n")]
        numbers += new
        lost = _in_a_fork(data_dir, new if turn < KILLS - 1 else numbers)
        print(f"kill {turn}: {len(numbers)} sessions acknowledged, lost {lost}", flush=True)


def _in_a_fork(data_dir: Path, numbers: Sequence[int]) -> str:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, str(asyncio.run(missing(data_dir, numbers))).encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as answer:
        return answer.read()


if __name__ == "__main__":
    mode, directory = sys.argv[1], Path(sys.argv[2])
    if mode == "killed":
        import chromadb  # noqa: F401 - for the forks

        killed(directory)
    else:
        asyncio.run({"hold": hold, "fill": fill}[mode](directory))
