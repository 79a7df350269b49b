"""`daybook serve` under many owners at once: what HTTP adds, and whether anything crosses or is lost.

Questions are asked over HTTP and of the library in turns, then one owner makes requests, then all at once.
Every answer is held against its owner, and in the end every owner's rounds are read back.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from signal import SIGTERM
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import httpx

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.settings import Settings
from daybook_eval.bench.yardstick import DAYBOOK, p95

_TIMEOUT = 300.0
_BEGAN = datetime(2026, 10, 1, 9, tzinfo=UTC)
_TELLS = ("I live in {0}town.", "My parrot is named {0}.", "I play the flute with {0} on Fridays.")
_ASKS = ("Where do I live?", "What is my parrot named?", "With whom do I play the flute on Fridays?")
_WARM_UP = 3


@dataclass(frozen=True, slots=True)
class Made:
    """A request that was made."""

    owner: str
    kind: str
    status: int
    seconds: float
    text: str
    added: str = ""
    """What it was to keep."""


def measure(owners: int, requests: int, asks: int) -> bool:
    """Print the figures of so many owners, and say whether nothing crossed and nothing was lost."""
    names = [f"owner{number}x" for number in range(owners)]
    each = -(-requests // owners)
    with TemporaryDirectory() as folder, Daybook.open(settings=Settings.of(data_dir=folder)) as daybook:
        tokens = fill(daybook, names)
        with _server(Path(folder)) as url:
            costs = _costs(url, tokens[names[0]], daybook, names[0], asks)
            asyncio.run(requests_at_once(url, {names[-1]: tokens[names[-1]]}, each=3, at_once=1))
            alone = asyncio.run(requests_at_once(url, {names[0]: tokens[names[0]]}, each=each, at_once=1))
            began = perf_counter()
            crowd = asyncio.run(requests_at_once(url, tokens, each=each))
            seconds = perf_counter() - began
            wrong = [*crossed([*alone, *crowd], names), *lost([*alone, *crowd], url, tokens)]
    for name, times in costs.items():
        print(f"a question {name}: p50 {median(times):.1f} ms, p95 {p95(times):.1f} ms")
    for name, made in (("one owner, one after the other", alone), (f"{owners} owners at once", crowd)):
        times = [request.seconds * 1000 for request in made]
        print(f"{name}: {len(made)} requests, p50 {median(times):.0f} ms, p95 {p95(times):.0f} ms")
    print(f"at once: {len(crowd) / seconds:.1f} requests a second; crossed or lost: {len(wrong)}")
    for problem in wrong[:10]:
        print(f"  {problem}")
    return not wrong


def fill(daybook: Daybook, owners: Sequence[str]) -> dict[str, str]:
    """Keep what each owner tells, in words that nobody else uses, and make a token for each."""
    for owner in owners:
        turns = tuple(Turn(Role.USER, tell.format(owner), _BEGAN) for tell in _TELLS)
        daybook.add([Session("told", _BEGAN, turns)], owner=owner)
    tokens = daybook.parts.store.tokens
    return {owner: tokens.make(owner, made_at=daybook.parts.clock())[0] for owner in owners}


async def requests_at_once(
    url: str, tokens: Mapping[str, str], *, each: int, at_once: int | None = None
) -> list[Made]:
    """Make `each` requests of every owner, asks, adds and searches in turn; `at_once` at a time, or all."""
    places = asyncio.Semaphore(at_once or len(tokens) * each)
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url, timeout=_TIMEOUT, limits=limits) as client:

        async def one(owner: str, number: int) -> Made:
            async with places:
                return await _request(client, owner, tokens[owner], number)

        return await asyncio.gather(*(one(owner, number) for number in range(each) for owner in tokens))


async def _request(client: httpx.AsyncClient, owner: str, token: str, number: int) -> Made:
    place, added = number // 3 % len(_ASKS), f"My {owner} note number {number} is about the garden."
    kind, path, body = (
        ("ask", "/v1/ask", {"question": _ASKS[place]}),
        ("add", "/v1/rounds", {"user": added, "session_id": f"notes-{number}"}),
        ("search", "/v1/search", {"query": _TELLS[place].format(owner)}),
    )[number % 3]
    began = perf_counter()
    reply = await client.post(path, json=body, headers={"Authorization": f"Bearer {token}"})
    seconds = perf_counter() - began
    return Made(owner, kind, reply.status_code, seconds, reply.text, added if kind == "add" else "")


def crossed(made: Sequence[Made], owners: Sequence[str]) -> list[str]:
    """List requests that failed, that hold another owner's words, or whose answer is not its owner's."""
    wrong = []
    for request in made:
        told = f"{request.owner}: {request.kind}"
        if request.status >= 400:
            wrong.append(f"{told} got status {request.status}")
        others = [owner for owner in owners if owner != request.owner and owner in request.text]
        if others:
            wrong.append(f"{told} holds words of {others[0]}")
        elif request.status < 400 and request.kind != "add" and request.owner not in request.text:
            wrong.append(f"{told} holds none of its own words")
    return wrong


def lost(made: Sequence[Made], url: str, tokens: Mapping[str, str]) -> list[str]:
    """List what was acknowledged and is not kept, and what is kept twice or was never told."""
    wrong = []
    for owner, token in tokens.items():
        told = [tell.format(owner) for tell in _TELLS]
        acknowledged = {
            request.added
            for request in made
            if request.owner == owner and request.added and request.status < 400
        }
        with _client(url, token) as client:
            sessions = [session["session_id"] for session in client.get("/v1/sessions").json()["sessions"]]
            kept = [
                round_["user"]
                for session in sessions
                for round_ in client.get(f"/v1/sessions/{session}/rounds").json()["rounds"]
            ]
        if sorted(kept) != sorted([*told, *acknowledged]):
            wrong.append(f"{owner}: {len(kept)} rounds are kept, {len(told) + len(acknowledged)} were told")
    return wrong


def _client(url: str, token: str) -> httpx.Client:
    return httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=_TIMEOUT)


def _costs(url: str, token: str, daybook: Daybook, owner: str, asks: int) -> dict[str, list[float]]:
    """Ask over HTTP and of the library in turns; gives the milliseconds of each, without those to warm up.

    What HTTP adds is what a client waits beyond the time that the answer itself says it took.
    """
    costs: dict[str, list[float]] = {"over HTTP": [], "of the library": [], "beyond its own steps": []}
    with _client(url, token) as client:
        for number in range(asks + _WARM_UP):
            question = _ASKS[number % len(_ASKS)]
            began = perf_counter()
            reply = client.post("/v1/ask", json={"question": question}).raise_for_status()
            between = perf_counter()
            daybook.ask(question, owner=owner)
            ended = perf_counter()
            if number >= _WARM_UP:
                over_http = (between - began) * 1000
                costs["over HTTP"].append(over_http)
                costs["of the library"].append((ended - between) * 1000)
                costs["beyond its own steps"].append(over_http - reply.json()["timings"]["total"])
    return costs


@contextmanager
def _server(data_dir: Path) -> Iterator[str]:
    """Run `daybook serve` with tokens only, in a process of its own; it must end well."""
    arguments = ["serve", "--port", "0", "--require-token", "--data-dir", str(data_dir)]
    process = subprocess.Popen(
        [sys.executable, "-c", DAYBOOK, *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "DAYBOOK_REQUEST_RATE": "100000"},
    )
    assert process.stderr is not None
    try:
        yield process.stderr.readline().split("serving ")[1].split()[0].rstrip("/")
        process.send_signal(SIGTERM)
        if process.wait(_TIMEOUT):
            raise RuntimeError(f"the server ended with {process.returncode}")
    finally:
        process.kill()
        process.communicate()
