"""Random forgets of a memory with everything in use, each followed by a search for what must be gone.

The search reads every index, every byte of the data directory, and the vector files for
the bytes of the vectors.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from time import perf_counter

from daybook.conversation import TimeRange
from daybook.settings import Keying
from daybook.store import (
    ByPhrase,
    ByRecord,
    BySession,
    BySlot,
    ByTime,
    Everything,
    Selector,
    Store,
    open_store,
)
from daybook.text.english import ENGLISH
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.leftovers import (
    NONCE,
    Planter,
    leftovers,
    nonces_in_bytes,
    targets_of,
)
from daybook_eval.robustness.result import PartResult, RobustnessSettings

_OWNERS: Mapping[str, int] = {"ada": 8, "bob": 1, "cleo": 1}
"""How many times as much as --rounds is kept of each; so much that the first has an HNSW graph on disk."""
_IMPORT_EVERY, _CONTROL_EVERY, _REOPEN_EVERY = 40, 50, 100
_KINDS = {"session": 20, "record": 20, "slot": 8, "phrase": 30, "time": 14, "all": 3}
_ROUNDS = 40
"""Rounds of each owner of a robustness run; the first has eight times as many."""


@dataclass(slots=True)
class ForgettingFigures:
    """The figures of a run so far."""

    left: Counter[str] = field(default_factory=Counter)
    """Leftovers found, by location."""
    unverified: int = 0
    """Receipts with `verified` False."""
    seconds: list[float] = field(default_factory=list)
    found_before: int = 0
    """Nonces that the same search found before every fiftieth forget: it sees what is there."""
    nonces: int = 0
    gone: dict[str, set[str]] = field(default_factory=dict)


def measure(settings: RobustnessSettings) -> PartResult:
    """Forget at random, as a part of a robustness run."""
    found = asyncio.run(run(settings.work_dir, settings.forgets, _ROUNDS, settings.seed))
    figures = {
        "forgets": len(found.seconds),
        "nonces searched for": found.nonces,
        "found before some of them": found.found_before,
        "left": found.left.total(),
        "receipts not verified": found.unverified,
        "median, ms": round(1000 * sorted(found.seconds)[len(found.seconds) // 2]) if found.seconds else 0,
    }
    failures = [f"{count} left in {place} (seed {settings.seed})" for place, count in found.left.items()]
    if found.unverified:
        failures.append(f"{found.unverified} receipts were not verified (seed {settings.seed})")
    return PartResult("forgetting", len(found.seconds), figures, tuple(failures))


async def run(
    directory: Path, forgets: int, rounds: int, seed: int, owners: Mapping[str, int] = _OWNERS
) -> ForgettingFigures:
    """Forget at random."""
    random, figures = Random(seed), ForgettingFigures()
    store = _open(directory)
    planter = Planter(store, random)
    for turn in range(forgets):
        for owner, times in owners.items():
            while store.stats(owner).rounds < rounds * times:
                await planter.plant(owner, 4 * times)
        await _forget_once(store, random, figures, controlled=turn % _CONTROL_EVERY == 0)
        if turn % _IMPORT_EVERY == _IMPORT_EVERY - 1:
            await _import_again(planter, figures)
        if turn % _REOPEN_EVERY == _REOPEN_EVERY - 1:
            store.close()
            planter.store = store = _open(directory)
            print(f"{turn + 1} forgets, {figures.left.total()} leftovers", file=sys.stderr)
    store.close()
    return figures


async def _forget_once(store: Store, random: Random, figures: ForgettingFigures, *, controlled: bool) -> None:
    owner = random.choice(store.owners())
    selector = _selector(store, owner, random)
    targets = targets_of(selector, owner, store)
    if controlled:
        figures.found_before += nonces_in_bytes(targets, store)
    began = perf_counter()
    receipt = await store.forget(owner, selector)
    figures.seconds.append(perf_counter() - began)
    figures.unverified += not receipt.verified
    figures.nonces += len(targets.nonces)
    figures.gone.setdefault(owner, set()).update(targets.nonces)
    found = await leftovers(targets, store)
    figures.left.update(found)
    if found:
        print(f"{selector} of {owner} left {dict(Counter(found))}", file=sys.stderr)


def _selector(store: Store, owner: str, random: Random) -> Selector:
    (kind,) = random.choices(list(_KINDS), list(_KINDS.values()))
    ledger, round_ = store.ledgers.of(owner), random.choice(list(store.all_rounds(owner)))
    records = list(ledger.records.values())
    match kind:
        case "record" if records:
            return ByRecord(random.choice(records).record_id)
        case "slot" if records:
            slot = random.choice(records).slot
            return BySlot(random.choice((slot, slot.partition(".")[0])))
        case "phrase":
            nonces = NONCE.findall(" ".join(turn.content for turn in round_.turns))
            return ByPhrase(random.choice([*nonces, "Velkar", "Pelagy"]))
        case "time":
            end = round_.said_at + timedelta(days=random.randint(1, 4))
            return ByTime(TimeRange(round_.said_at, end))
        case "all":
            return Everything()
    return BySession(round_.session_id)


async def _import_again(planter: Planter, figures: ForgettingFigures) -> None:
    """Import everything that was ever imported; nothing that was forgotten may come back."""
    for owner, sessions in planter.sessions.items():
        await planter.store.add(owner, sessions)
        said = " ".join(turn.content for round_ in planter.store.all_rounds(owner) for turn in round_.turns)
        back = figures.gone.get(owner, set()) & set(NONCE.findall(said))
        figures.left.update("import" for _ in back)


def _open(directory: Path) -> Store:
    return open_store(directory / "data", embedder=HashedWords(), keying=Keying.MAX_SIM, analyzer=ENGLISH)
