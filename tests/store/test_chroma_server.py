"""A real Chroma server, which stores of several processes use at once."""

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from daybook.store import BySession, Store, StorePlace
from tests.store.bag_of_words import WINDOW, BagOfWords, opened
from tests.store.conversations import numbered

pytestmark = pytest.mark.slow

OpenAt = Callable[[str], Store]


@contextmanager
def chroma_server(folder: Path, port: int) -> Iterator[None]:
    """Run a server over a folder until the end of the block."""
    program = Path(sys.executable).with_name("chroma")
    found = str(program) if program.exists() else shutil.which("chroma")
    if found is None:
        pytest.skip("the command of chromadb is not installed")
    arguments = [found, "run", "--path", str(folder), "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            for _ in range(300):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            else:
                raise RuntimeError("the Chroma server did not start")
            yield
        finally:
            server.kill()


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
        return number


@pytest.fixture
def open_at(tmp_path: Path, port: int) -> Iterator[OpenAt]:
    with ExitStack() as stack:

        def open_it(name: str) -> Store:
            place = StorePlace(tmp_path / name, None, f"http://127.0.0.1:{port}")
            return stack.enter_context(closing(opened(place, exact_limit=0)))

        yield open_it


async def nearest(store: Store, number: int) -> str:
    """Return the session of the round whose keys are nearest to what was said in a session."""
    query = await BagOfWords().embed([numbered(number).turns[2].content[:WINDOW]])
    found = await (await store.index("ada")).near(query, limit=1)
    best = found.key(int((found.matrix @ query[0]).argmax())).round_id
    return store.rounds("ada", [best])[0].session_id


def collections(port: int) -> int:
    """Count the collections on the server."""
    database = "tenants/default_tenant/databases/default_database"
    with urlopen(f"http://127.0.0.1:{port}/api/v2/{database}/collections") as answer:
        return len(json.load(answer))


async def test_two_stores_search_one_collection_and_it_goes_with_what_is_forgotten(
    open_at: OpenAt, tmp_path: Path, port: int
) -> None:
    with chroma_server(tmp_path / "server", port):
        first, second = open_at("data"), open_at("data")
        await first.add("ada", [numbered(number) for number in range(12)])
        assert collections(port) == 1
        assert await nearest(second, 7) == await nearest(first, 7) == "s7"
        await second.add("ada", [numbered(30)])
        assert await nearest(first, 30) == "s30"

        receipt = await second.forget("ada", BySession("s7"))

        assert receipt.verified
        assert [line.startswith("the Chroma server keeps") for line in receipt.unreached] == [True]
        assert collections(port) == 0
        assert await nearest(first, 30) == "s30"
        assert collections(port) == 1
        assert not (first.data_dir / "chroma").exists()


async def test_owners_who_have_few_vectors_have_no_collection(tmp_path: Path, port: int) -> None:
    with chroma_server(tmp_path / "server", port):
        store = opened(StorePlace(tmp_path / "data", None, f"http://127.0.0.1:{port}"))
        await store.add("ada", [numbered(1)])
        assert await nearest(store, 1) == "s1"
        assert collections(port) == 0
        store.close()


async def test_without_the_server_questions_are_answered_by_a_scan(
    open_at: OpenAt, tmp_path: Path, port: int
) -> None:
    store = open_at("data")
    await store.add("ada", [numbered(number) for number in range(12)])
    assert await nearest(store, 7) == "s7"
    with chroma_server(tmp_path / "server", port):
        assert await nearest(store, 7) == "s7"
        assert collections(port) == 1
    assert await nearest(store, 8) == "s8"
    with chroma_server(tmp_path / "another", port):  # one that has lost everything
        assert await nearest(store, 8) == "s8"
        assert collections(port) == 1
