"""Random forgets of a memory with everything in use, each followed by a search for what must be gone.

The search reads every index, every byte of the data directory, and the vector files for
the bytes of the vectors.
"""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median
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
from daybook_eval.robustness.result import PartResult, RobustnessSettings, Tally

_OWNERS: Mapping[str, int] = {"ada": 8, "bob": 1, "cleo": 1}
"""How many times as much as --rounds is kept of each; so much that the first has an HNSW graph on disk."""
_IMPORT_EVERY, _CONTROL_EVERY, _REOPEN_EVERY = 40, 50, 100
_KINDS = {"session": 20, "record": 20, "slot": 8, "phrase": 30, "time": 14, "all": 3}
_ROUNDS = 40
"""Rounds of each owner of a robustness run; the first has eight times as many."""


_FORGETS, _SEARCHED, _BEFORE = "forgets", "nonces searched for", "found before some of them"
_LEFT, _UNVERIFIED = "left", "receipts not verified"


@dataclass(slots=True)
class _Forgets:
    """What a run has come to so far."""

    tally: Tally = field(default_factory=lambda: Tally.of((_FORGETS, _SEARCHED, _BEFORE, _LEFT, _UNVERIFIED)))
    seconds: list[float] = field(default_factory=list)
    gone: dict[str, set[str]] = field(default_factory=dict)
    """Nonces by owner."""


def measure(settings: RobustnessSettings) -> PartResult:
    """Forget at random, as a part of a robustness run."""
    found = asyncio.run(run(settings.work_dir, settings.forgets, _ROUNDS, settings.seed))
    tally = found.tally
    tally.figures["median, ms"] = round(1000 * median(found.seconds)) if found.seconds else 0
    return tally.result("forgetting", tally.figures[_FORGETS])


async def run(
    directory: Path, forgets: int, rounds: int, seed: int, owners: Mapping[str, int] = _OWNERS
) -> _Forgets:
    """Forget at random."""
    random, found = Random(seed), _Forgets()
    store = _open(directory)
    planter = Planter(store, random)
    for turn in range(forgets):
        for owner, times in owners.items():
            while store.stats(owner).rounds < rounds * times:
                await planter.plant(owner, 4 * times)
        where = f"seed {seed} forget {turn}"
        await _forget_once(store, random, found, where, controlled=turn % _CONTROL_EVERY == 0)
        if turn % _IMPORT_EVERY == _IMPORT_EVERY - 1:
            await _import_again(planter, found, where)
        if turn % _REOPEN_EVERY == _REOPEN_EVERY - 1:
            store.close()
            planter.store = store = _open(directory)
            print(f"{turn + 1} forgets, {found.tally.figures[_LEFT]} leftovers", file=sys.stderr)
    store.close()
    return found


async def _forget_once(
    store: Store, random: Random, found: _Forgets, where: str, *, controlled: bool
) -> None:
    """Forget something; when `controlled` the search first shows that it sees what is there."""
    owner, tally = random.choice(store.owners()), found.tally
    selector = _selector(store, owner, random)
    targets = targets_of(selector, owner, store)
    if controlled:
        tally.figures[_BEFORE] += nonces_in_bytes(targets, store)
    began = perf_counter()
    receipt = await store.forget(owner, selector)
    found.seconds.append(perf_counter() - began)
    tally.figures[_FORGETS] += 1
    tally.figures[_SEARCHED] += len(targets.nonces)
    found.gone.setdefault(owner, set()).update(targets.nonces)
    if not receipt.verified:
        tally.fault(_UNVERIFIED, where, f"{selector} of {owner}")
    for place in await leftovers(targets, store):
        tally.fault(_LEFT, where, f"{selector} of {owner}, in {place}")


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


async def _import_again(planter: Planter, found: _Forgets, where: str) -> None:
    """Import everything that was ever imported; nothing that was forgotten may come back."""
    for owner, sessions in planter.sessions.items():
        await planter.store.add(owner, sessions)
        said = " ".join(turn.content for round_ in planter.store.all_rounds(owner) for turn in round_.turns)
        for nonce in found.gone.get(owner, set()) & set(NONCE.findall(said)):
            found.tally.fault(_LEFT, where, f"{nonce} of {owner} is back after an import")


def _open(directory: Path) -> Store:
    return open_store(directory / "data", embedder=HashedWords(), keying=Keying.MAX_SIM, analyzer=ENGLISH)
