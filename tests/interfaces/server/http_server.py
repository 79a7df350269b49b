"""A server of this very process on a free port of loopback, and one in a process of its own."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import openai
import uvicorn
from fastapi import FastAPI

from daybook import Daybook
from daybook.interfaces.server.app import build_app, config_of, listen
from daybook.settings import Settings
from tests.interfaces.daybook_command import HashedWords

ROOT = Path(__file__).parents[3]
CHILD = Path(__file__).with_name("serve_child.py")
PATIENCE = 60.0


@dataclass
class Served:
    """A running server."""

    url: str
    daybook: Daybook

    def client(self, owner: str | None = None, *, any_owner: bool = False) -> httpx.Client:
        """A client without a token, or with one that opens the owner's memory."""
        headers = {}
        if owner or any_owner:
            headers["Authorization"] = f"Bearer {self.token(owner)}"
        return httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE)

    def token(self, owner: str | None, *, expires_at: datetime | None = None) -> str:
        tokens, now = self.daybook.tokens, self.daybook.now()
        return tokens.make(owner, made_at=now, expires_at=expires_at)[0]


@contextmanager
def serving(
    data_dir: Path, *, needs_token: bool = False, chat_model: Any = None, **settings: Any
) -> Iterator[Served]:
    """Serve a memory with an embedder that needs no model; `chat_model` is a name, or a model itself."""
    named = {"chat_model": chat_model} if isinstance(chat_model, str) else {}
    chosen = Settings.of(data_dir=data_dir, **named, **settings)
    given = None if named else chat_model
    daybook = Daybook.open(settings=chosen, embedder=HashedWords(), chat_model=given)
    with running(build_app(daybook, needs_token=needs_token)) as url:
        yield Served(url, daybook)


def client_of(served: Served, key: str = "sk-anything") -> openai.OpenAI:
    """OpenAI's own client."""
    return openai.OpenAI(base_url=f"{served.url}/v1", api_key=key, max_retries=0)


@contextmanager
def running(app: FastAPI) -> Iterator[str]:
    """Run an application in a thread; gives its address once it takes requests."""
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(config_of(app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        until = time.monotonic() + PATIENCE
        while not server.started:
            assert thread.is_alive(), "the server ended before it began"
            assert time.monotonic() < until, "the server does not begin"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


@dataclass
class Child:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    url: str

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal and wait; gives the exit code, and what it said on stderr."""
        self.process.send_signal(how)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


@contextmanager
def served_by_a_process(data_dir: Path, env: Mapping[str, str] | None = None) -> Iterator[Child]:
    """Run `daybook serve` in a child."""
    process = subprocess.Popen(
        [sys.executable, str(CHILD), "serve", "--port", "0", "--data-dir", str(data_dir)],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
    )
    try:
        assert process.stderr is not None
        first = next((line for line in process.stderr if "serving" in line), "")
        assert first
        yield Child(process, first.split("serving ")[1].split()[0].rstrip("/"))
    finally:
        process.kill()
        process.communicate()
