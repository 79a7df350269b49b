"""A progress bar with its rate and the time left, on standard error and in a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from daybook.interfaces.rendering.safe import one_line

Report = Callable[[int, int | None], None]
"""Called with how many are done and how many there are, None where that is not known."""


class _Count(ProgressColumn):
    def __init__(self, things: str) -> None:
        super().__init__()
        self._things = things

    def render(self, task: Task) -> Text:
        if task.total is None:
            return Text(f"{task.completed:,.0f} {self._things}" if task.completed else "")
        count = f"{task.completed:,.0f} of {task.total:,.0f}"
        if task.completed and task.elapsed:
            count += f"  {task.completed / task.elapsed:,.0f} {self._things}/s"
        return Text(count)


@contextmanager
def progress_bar(things: str = "rounds") -> Iterator[Callable[[str], Report]]:
    """Show a bar for each piece of work that is begun while the context lasts.

    Args:
        things: what is counted.

    Yields:
        A function that begins a piece of work by its name and returns what reports on it.
    """
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        _Count(things),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(elapsed_when_finished=False),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
    )

    def begin(name: str) -> Report:
        for task in bar.task_ids:
            bar.remove_task(task)
        task = bar.add_task(one_line(name, 30), total=None)
        return lambda done, total: bar.update(task, completed=done, total=total)

    bar.disable = not bar.console.is_terminal
    with bar:
        yield begin
