"""What memory adds to an agent of LangChain: milliseconds of a model call and of a run, beside a bare lookup.

The same messages are looked up by `context_for`, and put to agents whose model replies at once: without
memory, with it, and keeping turns.
"""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langgraph.checkpoint.memory import InMemorySaver

from daybook import Daybook, DaybookMiddleware
from daybook.models.embedding import load_embedder
from daybook.settings import Settings
from daybook_eval.bench.yardstick import OWNER, Ask, everyday_messages, in_turns, one_history, p95

MESSAGES = 40
ASKED = datetime(2026, 11, 1, 9, tzinfo=UTC)


def measure(data: Path, sessions: int) -> None:
    """Print the figures for a history of so many sessions."""
    embedder = load_embedder("minilm")
    with (
        TemporaryDirectory() as folder,
        Daybook.open(
            settings=Settings.of(data_dir=Path(folder)), embedder=embedder, clock=lambda: ASKED
        ) as daybook,
    ):
        daybook.add(islice(one_history(data), sessions), owner=OWNER)
        asyncio.run(_measure(daybook, everyday_messages(MESSAGES), sessions))


async def _measure(daybook: Daybook, texts: Sequence[str], size: int) -> None:
    threads = count()

    def agent(*middleware: DaybookMiddleware) -> Ask:
        model = FakeListChatModel(responses=["Gladly."])
        graph = create_agent(model, middleware=middleware, checkpointer=InMemorySaver())

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
    costs = await in_turns(asked, [texts[0], *texts])  # the first is a warm-up
    walls = {name: [cost.ms for cost in taken[1:]] for name, taken in costs.items()}
    rounds = (await daybook.astats(owner=OWNER)).rounds
    print(f"{size} sessions, {rounds:,} rounds, {len(texts)} messages")
    for name, times in walls.items():
        print(f"{name}: p50 {median(times):.1f} ms, p95 {p95(times):.1f} ms")
    bare, plain, reads, keeps = map(median, walls.values())
    print(
        f"a model call: {reads - plain:.1f} ms more with memory, {(reads - plain) / bare:.2f} of a bare "
        f"lookup; keeping the turn: {keeps - reads:.1f} ms more, after the reply"
    )
