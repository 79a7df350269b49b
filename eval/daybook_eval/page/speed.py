"""How long each page takes over a large memory, and what it weighs: `daybook-eval bench page`.

The ratio is to the bare fold of the same events into the ledger, without reading them, on the same machine at
the same time: what any answer from the ledger would cost that were not kept between requests.
"""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from statistics import median
from time import perf_counter
from urllib.parse import urlsplit

from rich.console import Console

from daybook.conversation import (
    DiaryEntry,
    Draft,
    Enter,
    EventKind,
    Mark,
    Polarity,
    Record,
    Role,
    Round,
    Session,
    Status,
    Support,
    Sureness,
    TimeRange,
    Turn,
    Write,
    fold,
)
from daybook.library.daybook import Daybook
from daybook_eval.bench.yardstick import timed
from daybook_eval.page.served import served
from daybook_eval.study import memory
from daybook_eval.tables import Table, draw

_OWNER = "me"
_BEGAN = datetime(2020, 1, 1, tzinfo=UTC)
_ROUNDS_OF_A_SESSION = 20
_PATHS = (
    *("/", "/?page=100", "/?which=all&q=number+77", "/?about=Thing+7", "/?as_of=2020-06-01", "/review"),
    *("/sessions", "/session?id=s3", "/search?q=harbour+story", "/changes"),
    *("/changes?page=20", "/rules", "/documents", "/add"),
)


def measure(records: int, rounds: int, repeat: int) -> None:
    """Print a table; each page is requested so often."""
    with large_memory(records, rounds) as daybook, served(daybook) as address:
        events = daybook.parts.store.ledgers.events(_OWNER)
        bare = min(timed(lambda: fold(events)).wall for _ in range(5))
        record = next(iter(daybook.parts.store.ledgers.of(_OWNER).records))
        paths = (*_PATHS, f"/records/{record}", f"/changes/{events[-1].event_id}")
        measured = [(path, *_measure(address, path, repeat)) for path in paths]
    console = Console(width=110)
    console.print(f"{records:,} records, {rounds:,} rounds; the bare fold takes {1000 * bare:.1f} ms")
    rows = [
        (
            *(path, f"{1000 * seconds:.0f}", f"{1000 * first:.0f}", f"{seconds / bare:.1f}"),
            *(f"{weight / 1000:.1f}" for weight in weights),
        )
        for path, seconds, first, *weights in measured
    ]
    columns = ("page", "ms", "first ms", "times the fold", "kB", "kB gzipped")
    draw(Table("", columns, rows), console=console)


@contextmanager
def large_memory(records: int, rounds: int) -> Iterator[Daybook]:
    """Open a memory with so many records, a fifth as many entries of the diary, and so many rounds."""
    with memory(ledger=False) as daybook:
        daybook.add(_sessions(rounds), owner=_OWNER)
        said = list(daybook.parts.store.all_rounds(_OWNER))
        drafts = [_draft(number, said[number % rounds]) for number in range(records)]
        drafts += [_happening(number, said[number % rounds]) for number in range(records // 5)]
        names = [round_.round_id for round_ in said]
        posted_at = _BEGAN + timedelta(days=900)
        daybook.parts.store.ledgers.post(_OWNER, drafts, posted_at=posted_at, rounds_read=names)
        yield daybook


def _sessions(rounds: int) -> Iterator[Session]:
    for first in range(0, rounds, _ROUNDS_OF_A_SESSION):
        began = _BEGAN + timedelta(days=first / _ROUNDS_OF_A_SESSION)
        turns: list[Turn] = []
        for number in range(first, min(first + _ROUNDS_OF_A_SESSION, rounds)):
            said = f"This is story number {number} of the harbour, and thing {number}."
            reply = f"Thank you for telling me the story of thing {number}."
            turns += [Turn(Role.USER, said), Turn(Role.ASSISTANT, reply)]
        yield Session(f"s{first // _ROUNDS_OF_A_SESSION}", began, tuple(turns))


def _draft(number: int, round_: Round) -> Draft:
    """Write a record; every fifth takes the place of the one before, every fiftieth waits for a word."""
    at = _BEGAN + timedelta(hours=2 * number)
    record = Record(
        record_id=f"m{number:016x}",
        slot="other.fact",
        value=f"value {number}",
        polarity=Polarity.POSITIVE,
        text=f"Sentence number {number} is so.",
        said_at=at,
        imported_at=at,
        confidence=0.8,
        support=(_support(round_, at),),
        status=Status.QUARANTINED if number % 50 == 1 else Status.ACTIVE,
        subject=f"thing {number % 500}" if number % 3 else "",
        attribute="colour",
    )
    if number % 5 or not number:
        return Draft(EventKind.WRITE, round_.round_id, (Write(at, record),))
    gone = Mark(at, f"m{number - 1:016x}", Status.SUPERSEDED, superseded_by=record.record_id)
    return Draft(EventKind.SUPERSEDE, round_.round_id, (Write(at, record), gone))


def _happening(number: int, round_: Round) -> Draft:
    at = _BEGAN + timedelta(hours=10 * number)
    entry = DiaryEntry(
        entry_id=f"d{number:016x}",
        text=f"I walked to the harbour for the {number}th time.",
        what=f"walked to the harbour for the {number}th time",
        who=(),
        where="the harbour",
        happened=TimeRange(at, at + timedelta(days=1)),
        sure=Sureness.DAY,
        planned=False,
        said_at=at,
        imported_at=at,
        confidence=0.9,
        support=(_support(round_, at),),
    )
    return Draft(EventKind.ENTER, round_.round_id, (), diary=(Enter(at, entry),))


def _support(round_: Round, at: datetime) -> Support:
    return Support(round_.round_id, round_.session_id, 0, 20, round_.turns[0].content[:20], at)


def _measure(address: str, path: str, repeat: int) -> tuple[float, float, int, int]:
    """Ask for a page: the median of its seconds, those of the first time, its bytes, and those packed."""
    taken, body = [], b""
    for _ in range(repeat):
        began = perf_counter()
        connection = HTTPConnection(urlsplit(address).netloc)
        connection.request("GET", path, headers={"Accept": "text/html"})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        taken.append(perf_counter() - began)
        if response.status != 200:
            raise RuntimeError(f"{path} gave {response.status}")
    return median(taken), taken[0], len(body), len(gzip.compress(body))
