"""Run by the tests at a terminal: chats with hashed words, each a fork of this process.

Importing everything takes seconds, so it is done once. A line of standard input is one chat, as JSON: "tty",
"cwd", "env", "arguments" and "code", the file that gets its exit code. The answer is the id of its process.
"""

import importlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import daybook.library.wiring
from daybook.interfaces.cli.program import run
from tests.interfaces.daybook_command import HashedWords

IMPORTED = (
    "chromadb",
    "openai",
    "prompt_toolkit",
    "daybook.graph.chat",
    "daybook.models.llm.openai_chat",
    "sqlalchemy",
)


def chat(given: dict[str, Any]) -> int:
    os.setsid()  # the terminal that is opened next is the one that sends Ctrl-C
    end = os.open(given["tty"], os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(end, standard)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
    os.chdir(given["cwd"])
    os.environ.clear()
    os.environ.update(given["env"])
    return run(given["arguments"])


if __name__ == "__main__":
    daybook.library.wiring.load_embedder = lambda *_, **__: HashedWords()  # type: ignore[attr-defined]
    for name in IMPORTED:
        importlib.import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in iter(sys.stdin.readline, ""):
        asked = json.loads(line)
        if pid := os.fork():
            sys.stdout.write(f"{pid}\n")
            sys.stdout.flush()
        else:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            Path(asked["code"]).write_text(str(chat(asked)))
            os._exit(0)
