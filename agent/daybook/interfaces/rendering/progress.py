"""A progress bar with its rate, on standard error and in a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.text import Text

from daybook.interfaces.rendering.safe import one_line

Report = Callable[[int, int], None]
"""Called with the rounds done and the rounds there are."""


class _Count(ProgressColumn):
    def render(self, task: Task) -> Text:
        if task.total is None:
            return Text("")
        rate = f"  {task.completed / task.elapsed:,.0f} rounds/s" if task.completed and task.elapsed else ""
        return Text(f"{task.completed:,.0f} of {task.total:,.0f}{rate}")


@contextmanager
def progress_bar() -> Iterator[Callable[[str], Report]]:
    """Show a bar for each piece of work that is begun while the context lasts.

    Yields:
        A function that begins a piece of work by its name and returns what reports on it.
    """
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        _Count(),
        TimeElapsedColumn(),
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
