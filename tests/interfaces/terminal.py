"""A pseudo-terminal with `daybook chat` in it, and somebody who types."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHILD = Path(__file__).with_name("terminal_child.py")
CTRL_C, CTRL_D = "\x03", "\x04"
PATIENCE = 60.0
PROMPT, SENT = "\x0e", "\x0f"
"""Stand in what is read for the beginning and the end of a prompt, where pasted text is taken."""
_BRACKETED = {"\x1b[?2004h": PROMPT, "\x1b[?2004l": SENT}
_SEQUENCE = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>]|[^A-Za-z]*$)")


@dataclass
class Terminal:
    """The end of the terminal at which somebody sits."""

    _end: int
    _code: Path
    raw: str = ""
    """All that was written to it."""
    _seen: int = 0

    def type(self, keys: str) -> None:
        """Press keys; Enter is "\\r"."""
        os.write(self._end, keys.encode())

    def read_until(self, text: str) -> str:
        """Wait for a text, and return what came since the last one; escape sequences are left out."""
        until = time.monotonic() + PATIENCE
        while text not in self._fresh():
            assert time.monotonic() < until, f"{text!r} is not in {self._fresh()!r}"
            self._read(0.1)
        fresh = self._fresh()
        shown = fresh[: fresh.index(text) + len(text)]
        self._seen += len(shown)
        return shown

    def read_for(self, seconds: float) -> str:
        """Return what comes within a time, and what came before since the last text."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._read(0.05)
        fresh = self._fresh()
        self._seen += len(fresh)
        return fresh

    def say(self, message: str) -> str:
        """Type a message, and return what is printed until the next prompt."""
        self.type(f"{message}\r")
        return self.reply()

    def reply(self) -> str:
        """Return what is printed between this prompt and the next, wherever the former is by now."""
        return self.read_until(PROMPT).rpartition(SENT)[2].removesuffix(PROMPT).lstrip("\n")

    def leave(self) -> int:
        """Press Ctrl-D, and return the exit code."""
        self.type(CTRL_D)
        until = time.monotonic() + PATIENCE
        while not (self._code.exists() and self._code.read_text()):
            assert time.monotonic() < until, "it does not leave"
            self._read(0.05)
        return int(self._code.read_text())

    def _fresh(self) -> str:
        text = _SEQUENCE.sub(lambda found: _BRACKETED.get(found[0], ""), self.raw)
        return re.sub(r"\r*\n|\r", "\n", text)[self._seen :]

    def _read(self, seconds: float) -> None:
        if select.select([self._end], [], [], seconds)[0]:
            try:
                self.raw += os.read(self._end, 65_536).decode(errors="replace")
            except OSError:  # the child has closed its end
                time.sleep(seconds)


class Chats:
    """The process that chats are forks of."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, str(CHILD)], stdin=pipe, stdout=pipe, text=True, env=_environment({})
        )

    def close(self) -> None:
        """End it."""
        self._process.communicate()

    @contextmanager
    def open(
        self, *arguments: str, columns: int, environment: Mapping[str, str], folder: Path
    ) -> Iterator[Terminal]:
        """Run `daybook chat` in a terminal of its own; it is ended with the block.

        Args:
            arguments: of the command.
            columns: of the terminal.
            environment: beside that of the test.
            folder: in which it runs.
        """
        ours, its = pty.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 200, columns, 0, 0))
        code = folder / f"code-{os.path.basename(os.ttyname(its))}"
        code.unlink(missing_ok=True)
        asked = {
            "tty": os.ttyname(its),
            "cwd": str(folder),
            "env": _environment(environment),
            "arguments": ["chat", *arguments],
            "code": str(code),
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()
        pid = int(self._process.stdout.readline())
        try:
            yield Terminal(ours, code)
        finally:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            os.close(its)
            os.close(ours)


def _environment(given: Mapping[str, str]) -> dict[str, str]:
    here = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    return {**here, "PYTHONPATH": str(ROOT), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **given}
