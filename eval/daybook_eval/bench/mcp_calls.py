"""What MCP adds to a question: milliseconds of a call by each transport, beside the library's own.

The quickest time of each question of the demonstration counts, which other work disturbs least. A
transport's own time is that of a call that is refused for its arguments.
"""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
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

from daybook import Daybook
from daybook.interfaces.demo.demonstration import bundled_history, read_demo_questions
from daybook.interfaces.operations.operation_table import Recall
from daybook.interfaces.server.access import Access
from daybook.interfaces.server.app import build_app
from daybook_eval.bench.yardstick import DAYBOOK, OWNER, Ask, atimed, in_turns

REFUSALS = 50


def measure(repeat: int) -> None:
    """Print the figures; every question is asked so often."""
    with TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder) / "memory", repeat))


async def _measure(folder: Path, repeat: int) -> None:
    questions = [demo_question.question for demo_question in read_demo_questions()]
    async with Daybook.open(folder) as daybook:
        await daybook.aadd(bundled_history(), owner=OWNER)
        token, _ = daybook.parts.store.tokens.make(OWNER, made_at=daybook.parts.clock())
        began = perf_counter()
        async with _by_stdio(folder) as stdio, _by_http(daybook, token) as http:
            tools = len((await stdio.list_tools()).tools)
            print(f"from starting `daybook mcp` to its {tools} tools: {perf_counter() - began:.2f} s")
            ways: dict[str, Ask] = {
                "Daybook.ask": lambda question: daybook.aask(question, owner=OWNER),
                "operations.recall": lambda question: Recall(question=question).run(daybook, OWNER),
                "recall by stdio": lambda question: stdio.call_tool("recall", {"question": question}),
                "recall by HTTP": lambda question: http.call_tool("recall", {"question": question}),
            }
            await in_turns(ways, questions)
            runs = [await in_turns(ways, questions) for _ in range(repeat)]
            for name, client in (("stdio", stdio), ("HTTP", http)):
                took = min([(await atimed(client.call_tool("recall", {}))).ms for _ in range(REFUSALS)])
                print(f"a call that is refused, by {name}: {took:.1f} ms")
    quickest = {
        name: [min(took) for took in zip(*([cost.ms for cost in run[name]] for run in runs), strict=True)]
        for name in ways
    }
    base, inner = "Daybook.ask", "operations.recall"
    for name, times in quickest.items():
        ratio = median(took / least for took, least in zip(times, quickest[base], strict=True))
        more = median(took - least for took, least in zip(times, quickest[inner], strict=True))
        print(f"{name}: {median(times):.1f} ms, times {base} {ratio:.2f}, more than {inner} {more:+.1f} ms")


@asynccontextmanager
async def _by_stdio(folder: Path) -> AsyncIterator[Client]:
    arguments = ["-c", DAYBOOK, "mcp", "--owner", OWNER, "--data-dir", str(folder)]
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
