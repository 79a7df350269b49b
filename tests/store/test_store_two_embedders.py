"""Moving to another embedder while a process goes on with the old one."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from daybook.conversation.errors import EmbedderMismatch
from daybook.models.embedding.embedder import Vectors
from daybook.store import indexing as indexing_module
from tests.store.answer_child import nearest
from tests.store.bag_of_words import BagOfWords
from tests.store.conftest import OpenStore
from tests.store.conversations import numbered, session, user

pytestmark = [pytest.mark.slow, pytest.mark.both_databases]

HERE = Path(__file__).parent
DIM = 256
"""Of the vectors of the new embedder."""
Tell = Callable[[str], str]


class Interrupted(BagOfWords):
    """Another embedder; whatever it is asked for, something else is done first."""

    def __init__(self, first: Callable[[], object]) -> None:
        super().__init__("another", dim=DIM)
        self.first = first

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.first()
        return await super().embed(texts)


@pytest.fixture
def old_process(tmp_path: Path, database_url: str | None) -> Iterator[Tell]:
    """Tells a process that works with the old embedder one line, and returns what it answers."""
    place = [str(tmp_path / "data"), *([database_url] if database_url else [])]
    environment, pipe = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}, subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, str(HERE / "answer_child.py"), *place],
        stdin=pipe,
        stdout=pipe,
        text=True,
        env=environment,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"

        def tell(line: str) -> str:
            print(line, file=child.stdin, flush=True)
            return child.stdout.readline().strip()  # type: ignore[union-attr]

        yield tell
        child.stdin.close()


async def test_a_process_with_the_old_embedder_answers_until_its_vectors_are_dropped(
    open_store: OpenStore, old_process: Tell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexing_module, "_BATCH", 2)
    assert old_process("add plum") == "added"
    await open_store().add("ada", [numbered(1), numbered(2), numbered(3)])
    during: list[str] = []
    store = open_store(Interrupted(lambda: during.append(old_process("ask plum"))))
    with pytest.raises(EmbedderMismatch):
        await store.index("ada")

    await store.reindex(keep=True)

    assert len(during) > 3
    assert set(during) == {"plum"}
    assert old_process("ask plum") == "plum"
    assert await nearest(store, "plum", DIM) == "plum"

    assert old_process("add fig") == "added"
    await store.add("ada", [session("quince", user("The quince is ripe."))])
    for word in ("fig", "quince"):
        assert await nearest(store, word, DIM) == word
        assert old_process(f"ask {word}") == word
    assert store.check()[-1].ok

    await store.reindex()

    assert old_process("ask plum") == "EmbedderMismatch"
    assert old_process("add pear") == "EmbedderMismatch"
    assert store.stats().embedder == "another"
    assert await nearest(store, "fig", DIM) == "fig"


async def test_what_is_said_to_the_old_process_while_the_new_index_is_made_is_in_it(
    open_store: OpenStore, old_process: Tell
) -> None:
    await open_store().add("ada", [numbered(1)])
    said: list[str] = []

    def say_once() -> None:
        if not said:
            said.append(old_process("add fig"))

    store = open_store(Interrupted(say_once))
    await store.reindex(keep=True)

    assert said == ["added"]
    assert await nearest(store, "fig", DIM) == "fig"
    assert old_process("ask fig") == "fig"
