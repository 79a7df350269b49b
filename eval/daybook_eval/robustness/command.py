"""Commands of Daybook run in this process, with an embedder that needs no model."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from tempfile import TemporaryFile
from time import perf_counter
from unittest.mock import patch

from daybook.embedding import Embedder
from daybook.interfaces.cli.running import run


@dataclass(frozen=True, slots=True)
class CommandRun:
    """What a command did."""

    code: int | None
    """Its exit code; None where it ended in a traceback."""
    out: str
    err: str
    fault: str
    """The error that passed through, and where it was raised; "" where none did."""
    seconds: float


@contextmanager
def embedding_with(embedder: Embedder) -> Iterator[None]:
    """Have commands embed with this one, whatever the settings name, and see no DAYBOOK_ variable."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("DAYBOOK_", "OPENAI_"))
    }
    with (
        patch.dict(os.environ, clean, clear=True),
        patch("daybook.library.wiring.load_embedder", lambda *_, **__: embedder),
    ):
        yield


def run_command(*arguments: str) -> CommandRun:
    """Run `daybook` with these arguments; whatever it raises is kept as its `fault`."""
    code, fault = None, ""
    began = perf_counter()
    with TemporaryFile("w+", encoding="utf-8") as out, TemporaryFile("w+", encoding="utf-8") as err:
        with redirect_stdout(out), redirect_stderr(err):
            try:
                code = run(arguments)
            except (Exception, SystemExit) as error:  # whatever passes through is what is looked for
                fault = described(error)
        seconds = perf_counter() - began
        for file in (out, err):
            file.seek(0)
        return CommandRun(code, out.read(), err.read(), fault, seconds)


def described(error: BaseException) -> str:
    """Name an error and the line of Daybook that it came from; its text may be long, and is cut."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/daybook/" in frame.filename] or frames
    place = f"{ours[-1].filename.rpartition('/daybook/')[2]}:{ours[-1].lineno}" if ours else "?"
    return f"{type(error).__name__} at {place}: {str(error).splitlines()[0] if str(error) else ''}"[:200]
