"""Many calls of models, side by side within a bound."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias, TypeVar

from daybook.errors import ModelError, ModelUnavailable

TaskT = TypeVar("TaskT")

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many are done and how many there are."""


async def side_by_side(
    tasks: Sequence[TaskT],
    settle: Callable[[TaskT], Awaitable[None]],
    *,
    at_once: int,
    progress: Progress = lambda done, total: None,
) -> list[tuple[TaskT, str]]:
    """Settle every task; what one could not be settled for stops no other.

    Args:
        tasks: in the order in which they are begun.
        settle: calls a model, and keeps what comes of it.
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
                await settle(task)
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
