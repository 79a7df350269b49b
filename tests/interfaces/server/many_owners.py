"""Requests of many owners at once to one server: whether anything crosses or is lost."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter

import httpx

from daybook import Daybook
from daybook.conversation import Role, Session, Turn

_TIMEOUT = 300.0
_BEGAN = datetime(2026, 10, 1, 9, tzinfo=UTC)
_TELLS = ("I live in {0}town.", "My parrot is named {0}.", "I play the flute with {0} on Fridays.")
_ASKS = ("Where do I live?", "What is my parrot named?", "With whom do I play the flute on Fridays?")


@dataclass(frozen=True, slots=True)
class Made:
    """A request that was made."""

    owner: str
    kind: str
    status: int
    seconds: float
    text: str
    added: str = ""
    """The text to keep."""


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
