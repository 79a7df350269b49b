"""One owner's memory of a size: what each operation costs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from daybook import Daybook
from daybook.conversation import Session
from daybook.settings import Settings
from daybook.store import BySession
from daybook_eval.bench.scan import BareScan
from daybook_eval.growth.embedder import SignedWords
from daybook_eval.growth.fresh_process import in_fresh_process, resident_bytes
from daybook_eval.growth.plan import GrowthPlan
from daybook_eval.growth.talk import ROUNDS, Talk, session_name

Figures = dict[str, float]
"""Seconds where the name says nothing else."""

ASKED_AT = datetime(2030, 1, 1, tzinfo=UTC)
MEGABYTE = 1_000_000


def measure_one_owner(plan: GrowthPlan, rounds: int) -> Figures:
    """Fill a memory with so many rounds of one owner, and time everything that is done with it.

    The import, and all that follows it, are processes of their own.
    """
    settings, talk, owner = plan.memory(f"one-{rounds}"), Talk(plan.seed), f"one-{rounds}"
    figures = in_fresh_process(_import, settings, talk, owner, rounds)
    figures |= in_fresh_process(_use, settings, talk, owner, rounds, plan)
    return figures | in_fresh_process(_scan, talk, rounds, plan.repeats)


def _import(settings: Settings, talk: Talk, owner: str, rounds: int) -> Figures:
    generating = 0.0

    def sessions() -> Iterator[Session]:
        nonlocal generating
        made = talk.sessions(rounds)
        while True:
            began = perf_counter()
            session = next(made, None)
            generating += perf_counter() - began
            if session is None:
                return
            yield session

    began = perf_counter()
    with Daybook.open(settings=settings, embedder=SignedWords()) as daybook:
        daybook.add(sessions(), owner=owner)
    return {"import": perf_counter() - began - generating}


def _use(settings: Settings, talk: Talk, owner: str, rounds: int, plan: GrowthPlan) -> Figures:
    return asyncio.run(_use_it(settings, talk, owner, rounds, plan))


async def _use_it(settings: Settings, talk: Talk, owner: str, rounds: int, plan: GrowthPlan) -> Figures:
    """Open a memory and do everything with it, in the order in which a program would."""
    sessions, before = -(-rounds // ROUNDS), resident_bytes()
    first, *warm = talk.questions(1 + plan.repeats, sessions, seed=1)
    figures: Figures = {}

    async def ask(question: str) -> None:
        await daybook.aask(question, owner=owner, asked_at=ASKED_AT)

    began = perf_counter()
    daybook = Daybook.open(settings=settings, embedder=SignedWords())
    try:
        await ask(first)
        figures["first question"] = perf_counter() - began
        figures["memory after it, MB"] = (resident_bytes() - before) / MEGABYTE
        figures["warm question"] = median([await _timed(ask, question) for question in warm])
        adding, asking = [], []
        for place, question in enumerate(talk.questions(plan.repeats, sessions, seed=2)):
            new = talk.session(sessions + place, 1)
            adding.append(await _timed(lambda new=new: daybook.aadd([new], owner=owner)))
            asking.append(await _timed(ask, question))
        figures |= {"adding a round": median(adding), "question after a new round": median(asking)}
        figures |= await _at_once(ask, talk, sessions, plan.at_once)
        figures["disk, MB"] = size_of(settings.data_dir) / MEGABYTE
        forget = BySession(session_name(sessions // 2))
        figures["forgetting a session"] = await _timed(lambda: daybook.aforget(forget, owner=owner))
        figures["question after forgetting"] = await _timed(ask, first)
    finally:
        await daybook.aclose()
    return figures


async def _at_once(ask: Callable[[str], Awaitable[None]], talk: Talk, sessions: int, count: int) -> Figures:
    """Ask questions one after the other, and as many others at once."""
    alone = [await _timed(ask, question) for question in talk.questions(count, sessions, seed=3)]
    questions = talk.questions(count, sessions, seed=4)
    began = perf_counter()
    together = await asyncio.gather(*(_timed(ask, question) for question in questions))
    wall = perf_counter() - began
    return {
        f"{count} questions one by one": sum(alone),
        f"{count} questions at once": wall,
        "at once, p50": median(together),
        "at once, p95": _p95(together),
        "at once, p95 / one by one": _p95(together) / sum(alone),
    }


async def _timed(work: Callable[..., Awaitable[object]], *args: object) -> float:
    began = perf_counter()
    await work(*args)
    return perf_counter() - began


def _p95(durations: Sequence[float]) -> float:
    return quantiles(durations, n=20)[-1] if len(durations) > 1 else durations[0]


def size_of(directory: Path) -> int:
    """Bytes of all files below a directory."""
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())


def _scan(talk: Talk, rounds: int, repeats: int) -> Figures:
    """Time the bare scan over the same rounds."""
    sessions, began = list(talk.sessions(rounds)), perf_counter()
    scan = BareScan.build(sessions, SignedWords())
    built = perf_counter() - began
    asking = []
    for question in talk.questions(repeats, len(sessions), seed=1):
        began = perf_counter()
        scan.ask(question)
        asking.append(perf_counter() - began)
    return {"bare: build": built, "bare: question": median(asking)}
