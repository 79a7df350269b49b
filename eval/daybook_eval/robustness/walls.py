"""Random calls for many owners at once, and a search of every result for what belongs to another one."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TypeAlias

from daybook.errors import DaybookError, LedgerMoved, UnknownItem
from daybook.library.daybook import Daybook
from daybook_eval.forgetting.embedder import HashedWords
from daybook_eval.robustness.owner_calls import CALLS, MOMENT, OWNER, Caller, WalledOwner
from daybook_eval.robustness.result import PartResult
from daybook_eval.robustness.settings import RobustnessSettings
from daybook_eval.robustness.tally import Tally

_OWNERS, _QUIET = 20, 2
"""How many owners there are, and how many of them write nothing once the others begin."""
_THREADS, _TASKS = 3, 3
"""Event loops, each in a thread of its own, and what runs in each of them at once."""
_QUERIES = ("kettle morning", "Where did we walk?", "the train to the bridge", "I see then")
Ranking: TypeAlias = list[list[tuple[str, float]]]


def measure(settings: RobustnessSettings) -> PartResult:
    """Make so many calls, from three threads with three tasks each, on one memory."""
    tally = Tally.of(("calls", "nothing there", "leaks", "moved rankings", "lost", "failed"))
    memory = settings.memory(settings.work_dir / "walls")
    with Daybook.open(settings=memory, embedder=HashedWords()) as daybook:
        _Walls(daybook, settings.seed, tally).run(settings.operations)
    return tally.result("walls", tally.figures["calls"])


class _Walls:
    """Owners of one memory."""

    def __init__(self, daybook: Daybook, seed: int, tally: Tally) -> None:
        self._daybook, self._seed, self._tally = daybook, seed, tally
        owners = [WalledOwner(f"wall{number:02}") for number in range(_OWNERS)]
        self._quiet, self._owners = owners[:_QUIET], owners[_QUIET:]

    def run(self, calls: int) -> None:
        """Call so often, and compare how the quiet owners' rounds are ranked before and after."""
        before = [asyncio.run(self._fill(owner)) for owner in self._quiet]
        workers = _THREADS * _TASKS
        shares = [calls // workers + (number < calls % workers) for number in range(workers)]
        with ThreadPoolExecutor(_THREADS) as pool:
            works = [self._work(thread, shares[thread::_THREADS]) for thread in range(_THREADS)]
            list(pool.map(asyncio.run, works))
        for owner, ranking in zip(self._quiet, before, strict=True):
            if asyncio.run(self._ranked(owner)) != ranking:
                self._tally.fault("moved rankings", f"seed {self._seed}", f"of {owner.name}, who did nothing")
        for owner in (*self._quiet, *self._owners):
            there = {one.session_id for one in self._daybook.sessions(owner=owner.name)}
            for name in sorted(owner.kept - there):
                self._tally.fault("lost", f"seed {self._seed}", f"{name} of {owner.name}")

    async def _fill(self, owner: WalledOwner) -> Ranking:
        """Give a quiet owner rounds before anybody else has some."""
        caller = Caller(self._daybook, owner, owner, Random(f"{self._seed} {owner.name}"))
        sessions = [caller.session() for _ in range(20)]
        await self._daybook.aadd(sessions, owner=owner.name)
        owner.kept |= {one.session_id for one in sessions}
        return await self._ranked(owner)

    async def _ranked(self, owner: WalledOwner) -> Ranking:
        found = [await self._daybook.asearch(query, owner=owner.name, asked_at=MOMENT) for query in _QUERIES]
        return [[(one.round.round_id, one.score) for one in each.candidates] for each in found]

    async def _work(self, thread: int, shares: list[int]) -> None:
        async with asyncio.TaskGroup() as group:
            for task, share in enumerate(shares):
                group.create_task(self._call(f"{thread}.{task}", share))

    async def _call(self, worker: str, calls: int) -> None:
        random = Random(f"walls {self._seed} {worker}")
        names, weights = list(CALLS), [weight for weight, _ in CALLS.values()]
        for step in range(calls):
            (name,) = random.choices(names, weights)
            owner = random.choice(self._owners)
            others = [one for one in (*self._quiet, *self._owners) if one is not owner]
            caller = Caller(self._daybook, owner, random.choice(others), random)
            where = f"seed {self._seed} worker {worker} step {step}: {name} of {owner.name}"
            result: object
            try:
                result = await CALLS[name][1](caller)
            except (UnknownItem, LedgerMoved) as error:
                self._tally.count("nothing there")
                result = error
            except DaybookError as error:
                self._tally.fault("failed", where, f"{type(error).__name__}: {error}")
                result = error
            self._tally.count("calls")
            if leaked := foreign(result, caller):
                self._tally.fault("leaks", where, f"shows {', '.join(leaked)}")


def foreign(result: object, caller: Caller) -> list[str]:
    """Find the owners whose words stand in a result, all of it as `repr` shows it, besides the caller's.

    What the caller guessed may be repeated to it.
    """
    shown = repr(result)
    for guessed in caller.guessed:
        shown = re.sub(re.escape(guessed), "", shown, flags=re.IGNORECASE)
    return sorted({name.lower() for name in OWNER.findall(shown)} - {caller.owner.name})
