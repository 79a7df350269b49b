"""What the tests of damaged files run: `python damaged_child.py COMMAND… [-- COMMAND…]`, commands of Daybook.

They run one after the other in one process, with an embedder that needs no model; the exit codes are the
last line of standard output.
"""

import sys
from collections.abc import Sequence

import daybook.library.wiring
from daybook.interfaces.cli.running import run
from tests.interfaces.daybook_command import HashedWords


def commands(arguments: Sequence[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for argument in arguments:
        if argument == "--":
            found.append([])
        else:
            found[-1].append(argument)
    return found


if __name__ == "__main__":
    daybook.library.wiring.load_embedder = lambda *_, **__: HashedWords()  # type: ignore[attr-defined]
    sys.stdout.write(f"\ncodes {[run(command) for command in commands(sys.argv[1:])]}\n")
