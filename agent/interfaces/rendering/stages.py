"""The steps of an answer in plain words, and a line that names the one at work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console

from agent.interfaces.rendering.safe import one_line

STEPS = {
    "rewrite": "rewording the question",
    "classify": "classifying the question",
    "expand": "finding other phrasings",
    "time_range": "finding the time range",
    "search": "searching",
    "weigh": "weighing",
    "rerank": "reranking",
    "pack": "packing",
    "note": "taking notes",
    "read": "reading",
    "check": "checking the quotes",
    "reply": "replying",
}
"""What each step does, by the name that the stream gives it; other steps are none of the user's business."""

Show = Callable[[Mapping[str, Any]], None]
"""Takes the events of the stream."""


@contextmanager
def stage_line(console: Console | None = None) -> Iterator[Show]:
    """Name the steps at work in a line of a terminal, which vanishes in the end; elsewhere do nothing.

    Args:
        console: where; standard error by default.
    """
    console = console or Console(stderr=True)
    if not console.is_terminal:
        yield lambda event: None
        return
    at_work: list[str] = []
    with console.status("one moment") as status:

        def show(event: Mapping[str, Any]) -> None:
            stage = event["stage"]
            if stage not in STEPS:
                return
            if event["event"] == "started":
                at_work.append(stage)
            elif event["event"] == "finished" and stage in at_work:
                at_work.remove(stage)
            if at_work:
                status.update(one_line(", ".join(dict.fromkeys(STEPS[step] for step in at_work))))

        yield show
