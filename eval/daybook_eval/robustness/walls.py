"""Random calls for many owners at once, and a search of every result for what belongs to another one."""

import asyncio
import re
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
_BEGINNING = datetime(2024, 1, 1, 9, tzinfo=UTC)
_THINGS = ("food", "book", "song", "drink")
_TALK = (
    "The kettle went {0} again this morning.",
    "We walked as far as the {0} bridge.",
    "I read about {0} on the train.",
)
CALLS = {
    "import": 14,
    "chat": 16,
    "ask": 14,
    "search": 14,
    "why_not": 2,
    "sessions": 6,
    "rounds": 6,
    "ledger": 8,
    "record": 4,
    "history": 3,
    "correct": 4,
    "confirm": 3,
    "forget": 3,
    "would_forget": 3,
}


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

    def session(self) -> Session:
        """Make a session of one to three rounds."""
        name = f"{self.random.choice(('kept', 'goes'))}-{self.word()}"
        turns: list[Turn] = []
        for _ in range(self.random.randint(1, 3)):
            turns.append(Turn(Role.USER, self.random.choice(_TALK).format(self.word())))
            turns.append(Turn(Role.ASSISTANT, f"I see, {self.word()} then."))
        return Session(name, _BEGINNING + timedelta(hours=len(self.owner.words)), tuple(turns))

    async def call(self, name: str) -> object:
        """Make one of the `CALLS`, and note the ids of what it gives."""
        daybook, owner, random, me = self.daybook, self.owner, self.random, self.owner.name
        match name:
            case "import":
                sessions = [self.session() for _ in range(random.randint(1, 2))]
                added = await daybook.aadd(sessions, owner=me)
                owner.sessions += [session.session_id for session in sessions]
                owner.kept |= {kept.session_id for kept in sessions if kept.session_id.startswith("kept")}
                return added
            case "chat":
                question = f"What is my favourite {random.choice(_THINGS)}?"
                statement = f"My favourite {random.choice(_THINGS)} is {self.word().capitalize()}."
                # a guess that is kept would be the owner's own
                other = f"What about {random.choice(owner.words)}?"
                message = random.choice((statement, statement, question, other))
                turn = await daybook.achat(message, owner=me, session_id=f"chat-{me}")
                owner.rounds += [turn.remembered.round_id] if turn.remembered else []
                return turn
            case "ask":
                about = f"What about {self.guess('words')}?"
                asked = random.choice((about, "Where did we walk?", "What is my favourite song?"))
                return await daybook.aask(asked, owner=me, asked_at=MOMENT)
            case "search":
                words = random.choice((self.guess("words"), "kettle morning", "my favourite drink"))
                found = await daybook.asearch(words, owner=me, asked_at=MOMENT)
                owner.rounds += [candidate.round.round_id for candidate in found.candidates[:1]]
                return found
            case "why_not":
                return await daybook.awhy_not(self.guess("rounds"), "Where did we walk?", owner=me)
            case "sessions":
                return await daybook.asessions(owner=me)
            case "rounds":
                return await daybook.arounds(owner=me, session_id=self.guess("sessions"))
            case "ledger":
                records = await daybook.ledger.arecords(owner=me)
                owner.records += [record.record_id for record in records[-1:]]
                return records
            case "record":
                return await daybook.ledger.arecord(self.guess("records"), owner=me)
            case "history":
                return await daybook.ledger.ahistory(owner=me)
            case "correct":
                return await daybook.ledger.acorrect(self.guess("records"), self.word(), owner=me)
            case "confirm":
                record = self.guess("records")
                act = random.choice((daybook.ledger.aconfirm, daybook.ledger.areject))
                return await act(record, owner=me)
            case "forget":
                session = self.guess("sessions")
                forget = daybook.awould_forget if session in owner.kept else daybook.aforget
                return await forget(BySession(session), owner=me)
            case _:
                phrase = random.choice((self.guess("words"), "kettle", "bridge"))
                return await daybook.awould_forget(ByPhrase(phrase), owner=me)


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
        where = f"seed {self._seed}"
        for owner, ranking in zip(self._quiet, before, strict=True):
            if asyncio.run(self._ranked(owner)) != ranking:
                self._tally.fault("moved rankings", where, f"of {owner.name}, who did nothing")
        for owner in (*self._quiet, *self._owners):
            there = {session.session_id for session in self._daybook.sessions(owner=owner.name)}
            for name in sorted(owner.kept - there):
                self._tally.fault("lost", where, f"{name} of {owner.name}")

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
        random, figures = Random(f"walls {self._seed} {worker}"), self._tally.figures
        for step in range(calls):
            (name,) = random.choices(list(CALLS), list(CALLS.values()))
            owner = random.choice(self._owners)
            others = [owner_ for owner_ in (*self._quiet, *self._owners) if owner_ is not owner]
            caller = Caller(self._daybook, owner, random.choice(others), random)
            where = f"seed {self._seed} worker {worker} step {step}: {name} of {owner.name}"
            result: object
            try:
                result = await caller.call(name)
            except (UnknownItem, LedgerMoved) as error:
                figures["nothing there"] += 1
                result = error
            except DaybookError as error:
                self._tally.fault("failed", where, f"{type(error).__name__}: {error}")
                result = error
            figures["calls"] += 1
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
