"""`daybook` with an embedder that needs no model, in a process of its own."""

import sys

from daybook.interfaces.cli.program import run
from daybook.library import wiring
from tests.interfaces.daybook_command import HashedWords

if __name__ == "__main__":
    wiring.load_embedder = lambda *_, **__: HashedWords()  # type: ignore[attr-defined]
    sys.exit(run(sys.argv[1:]))
