"""What is seen of an answer on its way: the step at work, and the notes as they come."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from daybook.interfaces.rendering.safe import one_line

STEPS = {
    "rewrite": "rewording the question",
    "classify": "classifying the question",
    "expand": "finding other phrasings",
    "time_range": "finding the time range",
    "embed": "embedding",
    "look_up_ledger": "looking up the ledger",
    "search": "searching",
    "match_event_dates": "matching dates",
    "weigh": "weighing",
    "rerank": "reranking",
    "search_documents": "searching documents",
    "pack": "packing",
    "look_up": "looking up memory",
    "note": "taking notes",
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


class Progress:
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

    Args:
        console: where; standard error by default.
        on_text: is given the pieces of a reply that uses no memory.

    Yields:
        What takes the events; None where nobody looks on.
    """
    console = console or Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    progress = Progress()
    with Live(progress, console=console, transient=True, refresh_per_second=12.5) as live:

        def show(event: Mapping[str, Any]) -> None:
            if event["event"] == "text":
                live.stop()
                if on_text:
                    on_text(event["text"])
            else:
                progress.take(event)

        yield show
