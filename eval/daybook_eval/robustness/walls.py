"""Random calls for many owners at once, and a search of every result for what belongs to another one."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TypeAlias

from daybook.conversation import Role, Session, Turn
from daybook.conversation.errors import DaybookError, LedgerMoved, UnknownItem
from daybook.library.daybook import Daybook
from daybook.store import ByPhrase, BySession
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.result import PartResult, RobustnessSettings, Tally

OWNER = re.compile(r"(?i)wall\d\d")
MOMENT = datetime(2024, 6, 1, 12, tzinfo=UTC)
"""When everything is asked."""
_BEGINNING = datetime(2024, 1, 1, 9, tzinfo=UTC)
_THINGS = ("food", "book", "song", "drink")
_TALK = (
    "The kettle went {0} again this morning.",
    "We walked as far as the {0} bridge.",
    "I read about {0} on the train.",
)


@dataclass(slots=True)
class WalledOwner:
    """An owner, and the names of what it has, some of it perhaps gone."""

    name: str
    words: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)
    """Sessions that were acknowledged and are forgotten by nobody."""
    rounds: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Caller:
    """One owner in one call, and another one whose words and ids it may have guessed."""

    daybook: Daybook
    owner: WalledOwner
    other: WalledOwner
    random: Random
    guessed: list[str] = field(default_factory=list)
    """What was guessed in this call: a result may repeat it."""

    def word(self) -> str:
        """Make a new word that gives the owner away."""
        word = self.owner.name + "".join(self.random.choices("abcdefghijklmnopqrstuvwxyz", k=9))
        self.owner.words.append(word)
        return word

    def guess(self, kind: str) -> str:
        """Choose a word, or an id, mostly of the owner, else of the other one."""
        whose = self.other if self.random.random() < 0.3 else self.owner
        known: list[str] = getattr(whose, kind)
        self.guessed.append(self.random.choice(known) if known else "nothing")
        return self.guessed[-1]

    def own_word(self) -> str:
        """Choose a word of the owner, for what is kept: a guess that is kept would be the owner's own."""
        return self.random.choice(self.owner.words) if self.owner.words else "nothing"

    def session(self) -> Session:
        """Make a session of one to three rounds."""
        name = f"{self.random.choice(('kept', 'goes'))}-{self.word()}"
        turns = [
            turn
            for _ in range(self.random.randint(1, 3))
            for turn in (
                Turn(Role.USER, self.random.choice(_TALK).format(self.word())),
                Turn(Role.ASSISTANT, f"I see, {self.word()} then."),
            )
        ]
        return Session(name, _BEGINNING + timedelta(hours=len(self.owner.words)), tuple(turns))


async def _import(call: Caller) -> object:
    sessions = [call.session() for _ in range(call.random.randint(1, 2))]
    added = await call.daybook.aadd(sessions, owner=call.owner.name)
    call.owner.sessions += [session.session_id for session in sessions]
    call.owner.kept |= {kept.session_id for kept in sessions if kept.session_id.startswith("kept")}
    return added


async def _chat(call: Caller) -> object:
    question = f"What is my favourite {call.random.choice(_THINGS)}?"
    statement = f"My favourite {call.random.choice(_THINGS)} is {call.word().capitalize()}."
    message = call.random.choice((statement, statement, question, f"What about {call.own_word()}?"))
    turn = await call.daybook.achat(message, owner=call.owner.name, session_id=f"chat-{call.owner.name}")
    call.owner.rounds += [turn.remembered.round_id] if turn.remembered else []
    return turn


async def _ask(call: Caller) -> object:
    words = call.guess("words")
    question = call.random.choice(
        (f"What about {words}?", "Where did we walk?", "What is my favourite song?")
    )
    return await call.daybook.aask(question, owner=call.owner.name, asked_at=MOMENT)


async def _search(call: Caller) -> object:
    words = call.random.choice((call.guess("words"), "kettle morning", "my favourite drink"))
    found = await call.daybook.asearch(words, owner=call.owner.name, asked_at=MOMENT)
    call.owner.rounds += [candidate.round.round_id for candidate in found.candidates[:1]]
    return found


async def _why_not(call: Caller) -> object:
    name = call.guess("rounds")
    return await call.daybook.awhy_not(name, "Where did we walk?", owner=call.owner.name)


async def _sessions(call: Caller) -> object:
    return await call.daybook.asessions(owner=call.owner.name)


async def _rounds(call: Caller) -> object:
    name = call.guess("sessions")
    return await call.daybook.arounds(owner=call.owner.name, session_id=name)


async def _ledger(call: Caller) -> object:
    records = await call.daybook.ledger.arecords(owner=call.owner.name)
    call.owner.records += [record.record_id for record in records[-1:]]
    return records


async def _record(call: Caller) -> object:
    name = call.guess("records")
    return await call.daybook.ledger.arecord(name, owner=call.owner.name)


async def _history(call: Caller) -> object:
    return await call.daybook.ledger.ahistory(owner=call.owner.name)


async def _correct(call: Caller) -> object:
    name = call.guess("records")
    value = call.word()
    return await call.daybook.ledger.acorrect(name, value, owner=call.owner.name)


async def _confirm(call: Caller) -> object:
    name = call.guess("records")
    act = call.random.choice((call.daybook.ledger.aconfirm, call.daybook.ledger.areject))
    return await act(name, owner=call.owner.name)


async def _forget(call: Caller) -> object:
    name = call.guess("sessions")
    if name in call.owner.kept:
        return await call.daybook.awould_forget(BySession(name), owner=call.owner.name)
    return await call.daybook.aforget(BySession(name), owner=call.owner.name)


async def _would_forget(call: Caller) -> object:
    phrase = call.random.choice((call.guess("words"), "kettle", "bridge"))
    return await call.daybook.awould_forget(ByPhrase(phrase), owner=call.owner.name)


CALLS: Mapping[str, tuple[int, Callable[[Caller], Awaitable[object]]]] = {
    "import": (14, _import),
    "chat": (16, _chat),
    "ask": (14, _ask),
    "search": (14, _search),
    "why_not": (2, _why_not),
    "sessions": (6, _sessions),
    "rounds": (6, _rounds),
    "ledger": (8, _ledger),
    "record": (4, _record),
    "history": (3, _history),
    "correct": (4, _correct),
    "confirm": (3, _confirm),
    "forget": (3, _forget),
    "would_forget": (3, _would_forget),
}
"""How often each call is drawn, and the call."""


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
            there = {session.session_id for session in self._daybook.sessions(owner=owner.name)}
            for name in sorted(owner.kept - there):
                self._tally.fault("lost", f"seed {self._seed}", f"{name} of {owner.name}")

    async def _fill(self, owner: WalledOwner) -> Ranking:
        """Give a quiet owner rounds before anybody else has some."""
        caller = Caller(self._daybook, owner, owner, Random(f"{self._seed} {owner.name}"))
        sessions = [caller.session() for _ in range(20)]
        await self._daybook.aadd(sessions, owner=owner.name)
        owner.kept |= {session.session_id for session in sessions}
        return await self._ranked(owner)

    async def _ranked(self, owner: WalledOwner) -> Ranking:
        found = [await self._daybook.asearch(query, owner=owner.name, asked_at=MOMENT) for query in _QUERIES]
        return [
            [(candidate.round.round_id, candidate.score) for candidate in result.candidates]
            for result in found
        ]

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
            others = [owner_ for owner_ in (*self._quiet, *self._owners) if owner_ is not owner]
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
