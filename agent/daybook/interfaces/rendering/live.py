"""Shows progress on a terminal: the bar of a long task, and the step of an answer at work."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from daybook.interfaces.rendering.safe import one_line

STEPS = {
    "rewrite": "rewording the question",
    "classify": "classifying the question",
    "expand": "finding other phrasings",
    "time_range": "finding the time range",
    "search_vectors": "searching by meaning",
    "search_words": "searching by words",
    "fuse": "merging what was found",
    "rerank": "reranking",
    "pack": "packing",
    "look_up": "looking up memory",
    "read": "reading",
    "check": "checking the quotes",
    "reply": "replying",
    "forget": "forgetting",
}
"""A word for each step that the stream names; other steps are not shown."""
Show = Callable[[Mapping[str, Any]], None]
"""Takes the events of the stream."""
Report = Callable[[int, int | None], None]
"""Called with how many are done and how many there are, None if that is not known."""


@contextmanager
def progress_bar() -> Iterator[Callable[[str], Report]]:
    """Show a bar for each piece of work that is begun while the context lasts.

    Yields:
        A function that begins a piece of work by its name and returns what reports on it.
    """
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
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


@contextmanager
def stage_line(
    console: Console | None = None, on_text: Callable[[str], None] | None = None
) -> Iterator[Show | None]:
    """Show in a terminal what is at work; it vanishes in the end, and when a reply begins to come.

    Yields:
        What takes the events; None if nobody looks on. `on_text` gets a reply that uses no memory.
    """
    console = console or Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    at_work: list[str] = []
    with console.status("one moment") as status:

        def show(event: Mapping[str, Any]) -> None:
            if event["event"] == "text":
                status.stop()
                if on_text:
                    on_text(event["text"])
            elif event["event"] == "started" and event["stage"] in STEPS:
                at_work.append(event["stage"])
            elif event["event"] == "finished" and event["stage"] in at_work:
                at_work.remove(event["stage"])
            status.update(", ".join(STEPS[stage] for stage in at_work) or "one moment")

        yield show
