"""Work in a process that has imported Daybook and done nothing else."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_IMPORTED = (
    "chromadb",
    "daybook.graph.recall",
    "daybook.graph.remember",
    "daybook_eval.growth.one_owner",
    "sqlalchemy.dialects.sqlite",
)
"""What every fresh process has imported, as a server that is about to open a memory has."""


def in_fresh_process(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function of a module in a process forked for it, and return what it returns.

    Raises:
        BrokenProcessPool: the process died.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload(list(_IMPORTED))
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(work, *args, **kwargs).result()


def resident_bytes() -> int:
    """Bytes of memory that this process holds now; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * 4096 if statm.exists() else 0
