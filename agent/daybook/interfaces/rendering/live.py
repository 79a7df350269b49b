"""What moves on a terminal: the bar of a long work, the step of an answer at work, a reply as it comes."""

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.spinner import Spinner
from rich.text import Text

from daybook.interfaces.rendering.safe import one_line, printable

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
"""What each step does, by the name that the stream gives it; other steps are none of the user's business."""
NOTES = 6
"""Latest notes that are shown together."""

Show = Callable[[Mapping[str, Any]], None]
"""Takes the events of the stream."""
Report = Callable[[int, int | None], None]
"""Called with how many are done and how many there are, None where that is not known."""
_PARTS = re.compile(r"\n|[ \t]+|[^ \t\n]+")
_HELD = 24
"""Columns of an unfinished word that are held back; what is longer, as in a script without spaces, is not."""
_TAB = "    "


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
    """Show a bar for each piece of work that is begun while the context lasts, counting `things`.

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


class _Stages:
    """The steps at work in one line, and below it the latest notes."""

    def __init__(self) -> None:
        self.at_work: list[str] = []
        self.notes: deque[str] = deque(maxlen=NOTES)
        self._spinner = Spinner("dots")

    def take(self, event: Mapping[str, Any]) -> None:
        """Take an event of the stream."""
        stage = event["stage"]
        if event["event"] == "note":
            self.notes.append(one_line(f"{event['said_at'][:10]} “{event['quote']}” {event['note']}"))
        elif stage in STEPS and event["event"] == "started":
            self.at_work.append(stage)
        elif event["event"] == "finished" and stage in self.at_work:
            self.at_work.remove(stage)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        steps = dict.fromkeys(STEPS[stage] for stage in list(self.at_work))
        text = Text(", ".join(steps) or "one moment", no_wrap=True, overflow="ellipsis")
        self._spinner.update(text=text)
        yield self._spinner
        for note in list(self.notes):
            yield Text(f"  {note}", style="dim", no_wrap=True, overflow="ellipsis")


@contextmanager
def stage_line(
    console: Console | None = None, on_text: Callable[[str], None] | None = None
) -> Iterator[Show | None]:
    """Show in a terminal what is at work; it vanishes in the end, and when a reply begins to come.

    Yields:
        What takes the events; None where nobody looks on. `on_text` gets a reply that uses no memory.
    """
    console = console or Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    stages = _Stages()
    with Live(stages, console=console, transient=True, refresh_per_second=12.5) as live:

        def show(event: Mapping[str, Any]) -> None:
            if event["event"] == "text":
                live.stop()
                if on_text:
                    on_text(event["text"])
            else:
                stages.take(event)

        yield show


class StreamedText:
    """Prints pieces to a terminal as they come, each word once it is known where it ends."""

    def __init__(self, file: IO[str], width: int) -> None:
        self._file, self._width = file, width
        self._column = 0
        self._held = self._spaces = ""
        self.text = ""
        """All that came, as it came."""

    def write(self, piece: str) -> None:
        """Print a piece, but for the word at its end."""
        self.text += piece
        self._held += piece
        ended = self._held.endswith("\r")  # it may be half of a line break
        parts = _PARTS.findall(self._held.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n"))
        if ended:
            self._held = "\r"
        elif parts and not parts[-1].isspace() and cell_len(parts[-1]) <= _HELD:
            self._held = parts.pop()
        else:
            self._held = ""
        for part in parts:
            self._put(printable(part))
        self._file.flush()

    def close(self) -> None:
        """Print the last word, and end the line."""
        if not self.text:
            return
        self._put(printable(self._held))
        self._held = ""
        if self._column:
            self._file.write("\n")
        self._column = 0
        self._file.flush()

    def _put(self, part: str) -> None:
        if part == "\n":
            self._file.write(part)
            self._column, self._spaces = 0, ""
        elif part.isspace():
            self._spaces += part.replace("\t", _TAB)
        elif part:
            size = cell_len(self._spaces) + cell_len(part)
            if self._column and self._column + size > self._width and cell_len(part) <= self._width:
                self._file.write(f"\n{part}")
                self._column = cell_len(part)
            else:
                self._file.write(self._spaces + part)
                self._column = (self._column + size - 1) % self._width + 1
            self._spaces = ""
