"""Run by the tests of damaged files: `python damaged_child.py COMMAND… [-- COMMAND…]`, commands of Daybook.

They run one after the other in one process, with an embedder that needs no model and as if the memory were
so large that its vectors are Chroma's; the exit codes are the last line of standard output.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import daybook.library.wiring
from daybook.interfaces.cli.program import run
from daybook.store import Store, StorePlace, open_store
from tests.interfaces.daybook_command import HashedWords

OpenStore = Callable[..., Store]


def commands(arguments: Sequence[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for argument in arguments:
        if argument == "--":
            found.append([])
        else:
            found[-1].append(argument)
    return found


def _always_large(open_at: OpenStore, place: StorePlace, **given: Any) -> Store:
    return open_at(place, **{**given, "exact_limit": 0})


if __name__ == "__main__":
    daybook.library.wiring.load_embedder = lambda *_, **__: HashedWords()  # type: ignore[attr-defined]
    wiring = daybook.library.wiring
    wiring.open_store = partial(_always_large, open_store)  # type: ignore[attr-defined]
    sys.stdout.write(f"\ncodes {[run(command) for command in commands(sys.argv[1:])]}\n")
