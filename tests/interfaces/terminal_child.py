"""What the tests at a terminal run: `python terminal_child.py ARGUMENT…`, Daybook with hashed words."""

import sys

import daybook.library.wiring
from daybook.interfaces.cli.running import run
from tests.interfaces.daybook_command import HashedWords

if __name__ == "__main__":
    daybook.library.wiring.load_embedder = lambda *_, **__: HashedWords()  # type: ignore[attr-defined]
    sys.exit(run(sys.argv[1:]))
