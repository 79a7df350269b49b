"""Texts run one by one through a model, several side by side."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
AT_ONCE = 64
"""Texts handed to the threads at a time: a cancelled call goes on no longer than these take."""


async def in_threads(work: Callable[[str], T], texts: Sequence[str]) -> list[T]:
    """Do the work on every text, in as many threads as there are processors; the order is kept."""
    done: list[T] = []
    for first in range(0, len(texts), AT_ONCE):
        done += await asyncio.to_thread(_side_by_side, work, texts[first : first + AT_ONCE])
    return done


def _side_by_side(work: Callable[[str], T], texts: Sequence[str]) -> list[T]:
    if len(texts) == 1:
        return [work(texts[0])]
    with ThreadPoolExecutor(_processors()) as pool:
        return list(pool.map(work, texts))


def _processors() -> int:
    """Processors that this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
