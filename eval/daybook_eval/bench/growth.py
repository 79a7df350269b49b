"""What memories of several sizes cost."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.settings import Settings
from daybook.store import BySession
from daybook_eval.bench.yardstick import bare_scan
from daybook_eval.embedders import HashedWords
from daybook_eval.tables import Report, Table

ROUNDS = 10
"""Rounds of a session."""
_VOCABULARY = 30_000
_SHORTEST, _LONGEST = 20, 150
"""Words of a side."""
_SENTENCE = 11
"""Words of a sentence."""
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in ("a", "e", "i", "o", "u")]
_BEGAN = datetime(2015, 1, 1, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Talk:
    """What one owner says; the same seed says the same."""

    seed: int

    def sessions(self, rounds: int) -> Iterator[Session]:
        """Yield as many sessions as hold so many rounds; the last may be shorter."""
        for number in range(-(-rounds // ROUNDS)):
            yield self.session(number, min(ROUNDS, rounds - ROUNDS * number))

    def session(self, number: int, rounds: int = ROUNDS) -> Session:
        """Make the session of a number; its id is `session_name(number)`."""
        chance = np.random.default_rng([self.seed, number])
        moment = _BEGAN + timedelta(hours=7 * number)
        turns = []
        for place in range(rounds):
            said = self._text(chance)
            at = moment + timedelta(minutes=place)
            turns += [Turn(Role.USER, said, said_at=at), Turn(Role.ASSISTANT, self._text(chance), said_at=at)]
        return Session(session_name(number), moment, tuple(turns))

    def questions(self, count: int, sessions: int, seed: int) -> list[str]:
        """Ask about what was said in some of the first sessions, by three of its words."""
        chance = Random(f"{self.seed} {seed}")
        found = []
        for _ in range(count):
            text = self.session(chance.randrange(sessions), 1).turns[0].content
            words = [word for word in text.lower().replace(".", "").split() if len(word) > 3]
            one, two, three = chance.sample(words, 3)
            found.append(f"What did I say about {one} and {two} {three}?")
        return found

    @cached_property
    def words(self) -> list[str]:
        """The vocabulary, the commonest word first; common words are short."""
        chance, made = Random(30), dict[str, None]()
        while len(made) < _VOCABULARY:
            length = 1 if len(made) < 40 else 2 if len(made) < 2_000 else chance.randint(3, 4)
            made["".join(chance.choices(_SYLLABLES, k=length))] = None
        return list(made)

    @cached_property
    def _shares(self) -> NDArray[np.float64]:
        """Running sum of the words' probabilities: the word of rank r has a share in proportion to 1 / r."""
        shares = np.cumsum(1 / np.arange(1, _VOCABULARY + 1))
        return np.asarray(shares / shares[-1])

    def _text(self, chance: np.random.Generator) -> str:
        count = int(chance.integers(_SHORTEST, _LONGEST + 1))
        places = np.searchsorted(self._shares, chance.random(count))
        words = [self.words[place] for place in places]
        sentences = [words[start : start + _SENTENCE] for start in range(0, count, _SENTENCE)]
        return " ".join(" ".join(sentence).capitalize() + "." for sentence in sentences)


def session_name(number: int) -> str:
    """Name a session by its number."""
    return f"s{number}"


P = ParamSpec("P")
T = TypeVar("T")

_IMPORTED = (
    "chromadb",
    "daybook.graph.recall",
    "daybook_eval.bench.growth",
    "sqlalchemy.dialects.sqlite",
)
"""What every fresh process has imported, as a server that is about to open a memory has."""


def in_fresh_process(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function of a module in a process forked for it; raises BrokenProcessPool if that dies."""
    context = get_context("forkserver")
    context.set_forkserver_preload(list(_IMPORTED))
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(work, *args, **kwargs).result()


def resident_bytes() -> int:
    """Bytes of memory that this process holds now; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * 4096 if statm.exists() else 0


@dataclass(frozen=True, slots=True)
class GrowthPlan:
    """Sizes and counts."""

    work_dir: Path
    """An existing directory; the memories are made in it, and stay."""
    repeats: int = 9
    seed: int = 1

    def memory(self, name: str) -> Settings:
        """Make the settings of one of the memories; nothing is read from the environment."""
        return Settings.of(data_dir=self.work_dir / name)


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
        made, began = talk.sessions(rounds), perf_counter()
        for session in made:
            generating += perf_counter() - began
            yield session
            began = perf_counter()

    began = perf_counter()
    with Daybook.open(settings=settings, embedder=HashedWords()) as daybook:
        daybook.add(sessions(), owner=owner)
    return {"import": perf_counter() - began - generating}


def _use(settings: Settings, talk: Talk, owner: str, rounds: int, plan: GrowthPlan) -> Figures:
    return asyncio.run(_ause(settings, talk, owner, rounds, plan))


async def _ause(settings: Settings, talk: Talk, owner: str, rounds: int, plan: GrowthPlan) -> Figures:
    sessions, before = -(-rounds // ROUNDS), resident_bytes()
    first, *warm = talk.questions(1 + plan.repeats, sessions, seed=1)
    figures: Figures = {}

    async def ask(question: str) -> None:
        await daybook.aask(question, owner=owner, asked_at=ASKED_AT)

    began = perf_counter()
    daybook = Daybook.open(settings=settings, embedder=HashedWords())
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
        figures["disk, MB"] = size_of(settings.data_dir) / MEGABYTE
        forget = BySession(session_name(sessions // 2))
        figures["forgetting a session"] = await _timed(lambda: daybook.aforget(forget, owner=owner))
        figures["question after forgetting"] = await _timed(ask, first)
    finally:
        await daybook.aclose()
    return figures


async def _timed(work: Callable[..., Awaitable[object]], *args: object) -> float:
    began = perf_counter()
    await work(*args)
    return perf_counter() - began


def size_of(directory: Path) -> int:
    """Bytes of all files below a directory."""
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())


def _scan(talk: Talk, rounds: int, repeats: int) -> Figures:
    """Time the bare scan over the same rounds."""
    sessions, began = list(talk.sessions(rounds)), perf_counter()
    ask = bare_scan(sessions, HashedWords())
    built = perf_counter() - began
    asking = []
    for question in talk.questions(repeats, len(sessions), seed=1):
        began = perf_counter()
        ask(question)
        asking.append(perf_counter() - began)
    return {"bare: build": built, "bare: question": median(asking)}


def report(
    rounds: Sequence[int] | None,
    repeats: int,
    seed: int,
    work_dir: Path | None,
) -> Report:
    """Measure each size; a figure a row, its ratio to the same of the first size beside it."""
    sizes = tuple(rounds or (1_000, 10_000))
    with ExitStack() as stack:
        folder = work_dir or Path(stack.enter_context(TemporaryDirectory(prefix="daybook-growth-")))
        folder.mkdir(parents=True, exist_ok=True)
        plan = GrowthPlan(folder, repeats=repeats, seed=seed)
        found = {f"{size:,} rounds": measure_one_owner(plan, size) for size in sizes}
    return Report([_table("one owner", found)], found)


def _table(title: str, found: Mapping[str, Figures]) -> Table:
    first = next(iter(found.values()))
    rows = [[name, *(_beside(figures[name], first[name]) for figures in found.values())] for name in first]
    return Table(title, ("seconds, or as said", *found), rows, figures=True)


def _beside(value: float, first: float) -> str:
    ratio = f" (x{value / first:.1f})" if first and value is not first else ""
    return f"{value:.4g}{ratio}"
