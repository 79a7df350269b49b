"""Runs many model calls concurrently, with a bound."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias, TypeVar

from daybook.errors import ModelError, ModelUnavailable

TaskT = TypeVar("TaskT")

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many are done and how many there are."""


async def run_concurrently(
    tasks: Sequence[TaskT],
    run: Callable[[TaskT], Awaitable[None]],
    *,
    at_once: int,
    progress: Progress = lambda done, total: None,
) -> list[tuple[TaskT, str]]:
    """Run every task; a failed one does not stop the others.

    Args:
        tasks: in the order in which they are begun.
        run: calls a model and stores the result.
        at_once: how many may be under way.
        progress: reported to.

    Returns:
        The tasks whose call failed, each with the problem.

    Raises:
        ModelUnavailable: a model cannot be reached, and so nothing more is asked.
        BadSettings: the key, a model's name or the server's address is wrong.
    """
    waiting = iter(tasks)
    failed: list[tuple[TaskT, str]] = []
    done = 0

    async def work() -> None:
        nonlocal done
        for task in waiting:
            try:
                await run(task)
            except ModelUnavailable:
                raise
            except ModelError as error:
                failed.append((task, str(error)))
            done += 1
            progress(done, len(tasks))

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(tasks))):
                group.create_task(work())
    except ExceptionGroup as together:
        raise together.exceptions[0] from None
    return failed
