"""What memory adds to an agent of LangChain: milliseconds of a model call and of a run, beside a bare lookup.

Sessions of a LongMemEval file are kept as one person's history. The same messages are looked up by
`context_for`, and put to agents whose model replies at once: without memory, with it, and keeping turns.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langgraph.checkpoint.memory import InMemorySaver

from daybook import Daybook, DaybookMiddleware
from daybook.models.embedding import load_embedder
from daybook.settings import Settings
from daybook_eval.bench.yardstick import everyday_messages, one_history, p95

OWNER = "bench"
MESSAGES = 40
ASKED = datetime(2026, 11, 1, 9, tzinfo=UTC)
Ask = Callable[[str], Awaitable[object]]


def measure(data: Path, sessions: int) -> None:
    """Print the figures for a history of so many sessions."""
    texts = everyday_messages(MESSAGES)
    with TemporaryDirectory() as folder:
        settings = Settings.of(data_dir=Path(folder))
        with Daybook.open(
            settings=settings, embedder=load_embedder("minilm"), clock=lambda: ASKED
        ) as daybook:
            daybook.add(islice(one_history(data), sessions), owner=OWNER)
            asyncio.run(_measure(daybook, texts, sessions))


async def _measure(daybook: Daybook, texts: Sequence[str], size: int) -> None:
    """Ask in turn, message by message, so that what else the machine does weighs on all alike."""
    threads = count()

    def agent(*middleware: DaybookMiddleware) -> Ask:
        graph = create_agent(
            FakeListChatModel(responses=["Gladly."]), middleware=middleware, checkpointer=InMemorySaver()
        )

        async def ask(text: str) -> object:
            run: Any = {"configurable": {"owner": OWNER, "thread_id": f"thread-{next(threads)}"}}
            return await graph.ainvoke({"messages": [{"role": "user", "content": text}]}, run)

        return ask

    asked: dict[str, Ask] = {
        "bare context_for": lambda text: daybook.acontext_for(text, owner=OWNER),
        "agent without memory": agent(),
        "agent that reads": agent(DaybookMiddleware(daybook, keep=False)),
        "agent that reads and keeps": agent(DaybookMiddleware(daybook)),
    }
    walls: dict[str, list[float]] = {name: [] for name in asked}
    for text in [texts[0], *texts]:  # the first is a warm-up
        for name, ask in asked.items():
            began = perf_counter()
            await ask(text)
            walls[name].append((perf_counter() - began) * 1000)
    rounds = (await daybook.astats(owner=OWNER)).rounds
    print(f"{size} sessions, {rounds:,} rounds, {len(texts)} messages")
    for name, times in walls.items():
        print(f"{name}: p50 {median(times[1:]):.1f} ms, p95 {p95(times[1:]):.1f} ms")
    bare, plain, reads, keeps = (median(times[1:]) for times in walls.values())
    print(
        f"a model call: {reads - plain:.1f} ms more with memory, {(reads - plain) / bare:.2f} of a bare "
        f"lookup; keeping the turn: {keeps - reads:.1f} ms more, after the reply"
    )
