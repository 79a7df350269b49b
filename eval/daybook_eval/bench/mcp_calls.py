"""What MCP adds to a question: milliseconds of a call by each transport, beside the library's own.

The demonstration's questions are asked in turns, warm: of `Daybook.ask`; of the operation behind the tool,
which also looks up what every reply has to heed; of `recall` over standard input and output of a process, and
over HTTP on loopback, with a token. The quickest time of each question counts, which other work disturbs
least. A transport's own time is that of a call that is refused for its arguments.
"""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import httpx2
import uvicorn
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from rich.console import Console

from daybook import Daybook
from daybook.interfaces.demo.demonstration import bundled_history, read_demo_questions
from daybook.interfaces.operations.operation_table import Recall
from daybook.interfaces.server.access import Access
from daybook.interfaces.server.app import build_app

OWNER = "bench"
COMMAND = "from daybook.interfaces.cli import main; main()"
REFUSALS = 50
Ask = Callable[[str], Awaitable[object]]


def measure(repeat: int) -> None:
    """Print the figures; every question is asked so often."""
    with TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder) / "memory", repeat, Console(highlight=False, width=110)))


async def _measure(folder: Path, repeat: int, console: Console) -> None:
    questions = [demo_question.question for demo_question in read_demo_questions()]
    async with Daybook.open(folder) as daybook:
        await daybook.aadd(bundled_history(), owner=OWNER)
        token, _ = daybook.parts.store.tokens.make(OWNER, made_at=daybook.parts.clock())
        began = perf_counter()
        async with _by_stdio(folder) as stdio, _by_http(daybook, token) as http:
            tools = len((await stdio.list_tools()).tools)
            console.print(f"from starting `daybook mcp` to its {tools} tools: {perf_counter() - began:.2f} s")

            async def direct(question: str) -> object:
                return await daybook.aask(question, owner=OWNER)

            async def operation(question: str) -> object:
                return await Recall(question=question).run(daybook, OWNER)

            async def by_stdio(question: str) -> object:
                return await stdio.call_tool("recall", {"question": question})

            async def by_http(question: str) -> object:
                return await http.call_tool("recall", {"question": question})

            ways: dict[str, Ask] = {
                "Daybook.ask": direct,
                "operations.recall": operation,
                "recall by stdio": by_stdio,
                "recall by HTTP": by_http,
            }
            for question in questions:
                for ask in ways.values():
                    await ask(question)
            quickest = [
                {
                    name: min([await _milliseconds(ask, question) for _ in range(repeat)])
                    for name, ask in ways.items()
                }
                for question in questions
            ]
            for name, client in (("stdio", stdio), ("HTTP", http)):
                took = min([await _milliseconds(_refused(client), "") for _ in range(REFUSALS)])
                console.print(f"a call that is refused, by {name}: {took:.1f} ms")
    _print(console, quickest)


def _refused(client: Client) -> Ask:
    async def ask(_: str) -> object:
        return await client.call_tool("recall", {})

    return ask


async def _milliseconds(ask: Ask, question: str) -> float:
    began = perf_counter()
    await ask(question)
    return (perf_counter() - began) * 1000


@asynccontextmanager
async def _by_stdio(folder: Path) -> AsyncIterator[Client]:
    arguments = ["-c", COMMAND, "mcp", "--owner", OWNER, "--data-dir", str(folder)]
    command = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
    async with Client(command) as client:
        yield client


@asynccontextmanager
async def _by_http(daybook: Daybook, token: str) -> AsyncIterator[Client]:
    app = build_app(daybook, Access(needs_token=True))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None))
    listening = socket.create_server(("127.0.0.1", 0))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    while not server.started:
        await asyncio.sleep(0.01)
    headers = {"authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client
    server.should_exit = True
    await serving


def _print(console: Console, rounds: Sequence[Mapping[str, float]]) -> None:
    """Print medians over the questions, of the times and of their ratios for the same question."""
    base, inner = "Daybook.ask", "operations.recall"
    for name in rounds[0]:
        took = median(round_[name] for round_ in rounds)
        times = median(round_[name] / round_[base] for round_ in rounds)
        more = median(round_[name] - round_[inner] for round_ in rounds)
        console.print(f"{name}: {took:.1f} ms, times {base} {times:.2f}, more than {inner} {more:+.1f} ms")
