"""`daybook mcp` with an embedder that needs no model, in a process of its own.

With NOISE in its environment, loading and using that embedder prints on standard output.
"""

import os
import sys
from collections.abc import Sequence

import daybook.library.wiring
from daybook.interfaces.cli.program import run
from daybook.models.embedding.embedder import Vectors
from tests.interfaces.daybook_command import HashedWords


class Noisy(HashedWords):
    def __init__(self) -> None:
        super().__init__()
        make_noise()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        make_noise()
        return await super().embed(texts)


def make_noise() -> None:
    sys.stdout.write("downloading weights … 100 %\n")
    sys.stdout.flush()
    os.write(1, b"a warning of a library\n")


if __name__ == "__main__":
    embedder = Noisy if "NOISE" in os.environ else HashedWords
    daybook.library.wiring.load_embedder = lambda *_, **__: embedder()  # type: ignore[attr-defined]
    sys.exit(run(["mcp", *sys.argv[1:]]))
