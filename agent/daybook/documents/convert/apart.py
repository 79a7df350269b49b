"""Reads files in a process of its own, so that no file can take longer, or more memory, than is allowed."""

from __future__ import annotations

import json
import subprocess
import sys
from threading import Lock, Timer
from typing import Any, Self

from daybook.documents.convert.blocks import Block, Converted, Unreadable
from daybook.documents.convert.recognise import Form

SECONDS = 60.0
"""That one file may take."""


class Reader:
    """Reads one file after another; closed by leaving its `with` block."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._reading = Lock()

    def read(self, data: bytes, name: str) -> tuple[Form, Converted]:
        """Read a file.

        Args:
            data: all of it.
            name: that of the file; its ending tells what a text is.

        Raises:
            Unreadable: of no form that is taken, damaged, encrypted, without text, or too large.
        """
        header = json.dumps({"name": name, "size": len(data)}).encode() + b"\n"
        with self._reading:
            reply = self._asked(header + data)
        if "problem" in reply:
            raise Unreadable(reply["problem"])
        blocks = tuple(Block(*one) for one in reply["blocks"])
        return Form(reply["form"]), Converted(blocks, reply["title"], reply["pages"])

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _asked(self, request: bytes) -> dict[str, Any]:
        process = self._process = self._process or _begun()
        late = Timer(self._seconds, process.kill)
        late.start()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(request)
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = b""
        finally:
            in_time = late.is_alive()
            late.cancel()
        if line.endswith(b"\n"):
            reply: dict[str, Any] = json.loads(line)
            return reply
        self.close()
        if in_time:
            raise Unreadable("is damaged, or needs too much memory to be read: copy or save it again")
        raise Unreadable(f"took longer than {self._seconds:g} seconds to read: save it again, or in parts")


def _begun() -> subprocess.Popen[bytes]:
    # With -P a module of the folder that the command is run in is not taken for one of ours.
    command = [sys.executable, "-P", "-m", "daybook.documents.convert.worker"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
