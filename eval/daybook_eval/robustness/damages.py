"""Damaged memories: none ends the process, none passes unseen, nothing is quoted that was never said."""

import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from shutil import copytree, rmtree
from typing import Any

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.settings import Settings
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.examination import Examination, Examiner
from daybook_eval.robustness.result import PartResult, RobustnessSettings, Tally

DATABASE = "daybook.sqlite"
"""The truth; every other file of a data directory is derived from it."""
_PAGE = 4096


def damage_derived(data_dir: Path, random: Random) -> str:
    """Damage one file that is no part of the database; returns which, and how."""
    files = sorted(
        path for path in data_dir.rglob("*") if path.is_file() and not path.name.startswith(DATABASE)
    )
    path = random.choice(files)
    how = random.choice(sorted(WAYS))
    if how == "swapped with another":
        other = random.choice([file for file in files if file != path] or files)
        ours, theirs = path.read_bytes(), other.read_bytes()
        path.write_bytes(theirs)
        other.write_bytes(ours)
    elif how == "gone":
        path.unlink()
    else:
        path.write_bytes(WAYS[how](path.read_bytes(), random))
    return f"{path.relative_to(data_dir)} {how}"


def damage_database_bytes(data_dir: Path, random: Random) -> str:
    """Change one byte of the database that is not 0, so that most hit a page in use; returns which."""
    path = data_dir / DATABASE
    content = bytearray(path.read_bytes())
    places = [random.randrange(len(content)) for _ in range(1000)]  # enough for one to have something
    place = random.choice([place for place in places if content[place]])
    content[place] ^= random.randrange(1, 256)
    path.write_bytes(content)
    return f"byte {place} of {len(content)} changed"


def _flipped(content: bytes, random: Random, share: float = 0.0) -> bytes:
    """Change a share of the bytes, one at least."""
    changed = bytearray(content)
    for _ in range(max(1, int(len(content) * share)) if content else 0):
        changed[random.randrange(len(changed))] ^= random.randrange(1, 256)
    return bytes(changed)


def _zeroed(content: bytes, random: Random) -> bytes:
    start = random.randrange(len(content) + 1)
    stop = min(len(content), start + _PAGE)
    return content[:start] + bytes(stop - start) + content[stop:]


WAYS: Mapping[str, Callable[[bytes, Random], bytes]] = {
    "with a byte flipped": _flipped,
    "with a hundredth flipped": lambda content, random: _flipped(content, random, 0.01),
    "with a third flipped": lambda content, random: _flipped(content, random, 0.33),
    "with a page of zeros": _zeroed,
    "cut off": lambda content, random: content[: random.randrange(len(content) + 1)],
    "emptied": lambda content, random: b"",
    "of noise": lambda content, random: random.randbytes(len(content)),
    "gone": lambda content, random: content,
    "swapped with another": lambda content, random: content,
}
"""Ways to damage a file's bytes; the last two are about whole files."""


_BAD_DATES = ("yesterday", "", "9999-99-99 99:99:99", "2019-03-05 09:00:00.000000", 0, 2**62)
_LONG = 20
"""Characters from which a text counts as something said."""
_ATTEMPTS = 200


@dataclass(frozen=True, slots=True)
class _Cell:
    table: str
    column: str
    row: int
    value: Any

    @property
    def is_said(self) -> bool:
        return isinstance(self.value, str) and len(self.value) > _LONG and self.value[0] not in "{["


RowDamage = Callable[[sqlite3.Connection, Random], str | None]
"""Damages a row or table, and names it; None if there is nothing to damage in that way."""


def damage_rows(data_dir: Path, random: Random) -> str:
    """Damage one row or table, each kind as likely; returns what was done, without a word of what was said.

    A damage that the schema refuses, such as a name twice, is drawn again.
    """
    with closing(sqlite3.connect(data_dir / DATABASE)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        for _ in range(_ATTEMPTS):
            kind = random.choice(sorted(KINDS))
            try:
                with connection:
                    where = KINDS[kind](connection, random)
            except sqlite3.IntegrityError:
                continue
            if where:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                return f"{kind} ({where})"
    raise ValueError(f"{data_dir} has nothing to damage")


def _cell(
    connection: sqlite3.Connection, random: Random, fits: Callable[[_Cell], bool], table: str | None = None
) -> _Cell | None:
    """Draw a table, a row and a column until one fits. Returns None if none was found."""
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    names = [table] if table else [name for (name,) in found if not name.startswith("sqlite_")]
    for _ in range(_ATTEMPTS if names else 0):
        name = random.choice(names)
        rows = [row for (row,) in connection.execute(f"SELECT rowid FROM {name}")]
        if not rows:
            continue
        row = random.choice(rows)
        column = random.choice([column[1] for column in connection.execute(f"PRAGMA table_info({name})")])
        ((value,),) = connection.execute(f"SELECT {column} FROM {name} WHERE rowid = ?", (row,))
        cell = _Cell(name, column, row, value)
        if fits(cell):
            return cell
    return None


def _put(connection: sqlite3.Connection, cell: _Cell, value: object, expression: str = "?") -> str:
    set_value = f"UPDATE {cell.table} SET {cell.column} = {expression} WHERE rowid = ?"
    connection.execute(set_value, (value, cell.row))
    return f"{cell.table}.{cell.column}"


def _changed(
    fits: Callable[[_Cell], bool],
    change: Callable[[Any, Random], object],
    table: str | None = None,
    expression: str = "?",
) -> RowDamage:
    def damage(connection: sqlite3.Connection, random: Random) -> str | None:
        cell = _cell(connection, random, fits, table)
        return None if cell is None else _put(connection, cell, change(cell.value, random), expression)

    return damage


def _removed(where: str) -> RowDamage:
    def damage(connection: sqlite3.Connection, random: Random) -> str | None:
        cell = _cell(connection, random, lambda _: True)
        if cell is None:
            return None
        connection.execute(f"DELETE FROM {cell.table}{where}", (cell.row,) if where else ())
        return cell.table

    return damage


def _reworded(text: str, random: Random) -> str:
    words = text.split(" ")
    words[random.randrange(len(words))] = "never"
    return " ".join(words)


def _not_utf8(text: str, random: Random) -> bytes:
    content = bytearray(text.encode())
    content[random.randrange(len(content))] = 0xFF
    return bytes(content)


def _other_bytes(value: bytes, random: Random) -> bytes:
    return _flipped(value, random)[: random.choice((len(value), len(value) // 2))]


def _exchanged(connection: sqlite3.Connection, random: Random) -> str | None:
    first = _cell(connection, random, lambda cell: cell.is_said or isinstance(cell.value, bytes))
    if first is None:
        return None

    def is_other(cell: _Cell) -> bool:
        return cell.column == first.column and cell.value != first.value

    second = _cell(connection, random, is_other, first.table)
    if second is None:
        return None
    _put(connection, first, second.value)
    return _put(connection, second, first.value)


KINDS: Mapping[str, RowDamage] = {
    "a text reworded": _changed(lambda cell: cell.is_said and " " in cell.value, _reworded),
    "a text that is not UTF-8": _changed(
        lambda cell: isinstance(cell.value, str) and bool(cell.value), _not_utf8, expression="CAST(? AS TEXT)"
    ),
    "a date garbled": _changed(
        lambda cell: cell.column.endswith("_at") and cell.value is not None,
        lambda _, random: random.choice(_BAD_DATES),
    ),
    "JSON garbled": _changed(
        lambda cell: isinstance(cell.value, str) and cell.value[:1] in ("{", "["),
        lambda text, random: random.choice(
            (text[: len(text) // 2], re.sub(r"\d", "7", text), "null", "[]", "{}")
        ),
    ),
    "a number changed": _changed(
        lambda cell: isinstance(cell.value, int), lambda value, random: value + random.choice((-1, 1, 1000))
    ),
    "bytes changed": _changed(lambda cell: isinstance(cell.value, bytes) and bool(cell.value), _other_bytes),
    "an owner renamed": _changed(lambda cell: isinstance(cell.value, str), lambda *_: "mallory", "owners"),
    "a row deleted": _removed(" WHERE rowid = ?"),
    "a table emptied": _removed(""),
    "two rows exchanged": _exchanged,
}


_OWNERS = ("ada", "bo")
_SESSIONS, _ROUNDS = 84, 5
"""Of the first owner: enough for Chroma to have its graph on disk. The second has a twelfth of them."""
_CITIES = ("Oslo", "Bergen", "Riga", "Turku", "Gdansk", "Aarhus")
_QUESTIONS = (
    *(f"Where does number {number} keep bees?" for number in (7, 101, 230, 418)),
    "Where do I live?",
)
OUTCOMES = ("dead", "stuck", "tracebacks", "unseen", "misquoted", "refused while sound")
"""Outcomes that must not happen."""
_FIGURES = ("damages", *OUTCOMES, "found by the doctor", "refused", "read as before")


def measure(settings: RobustnessSettings) -> PartResult:
    """Damage copies of a memory, each once, and examine each in a process of its own.

    Derived files are all but the SQLite database, the truth, whose rows and bytes are damaged; Chroma is used
    for every owner. Every other time the doctor looks before a question can mend anything. A damage after
    which everything reads as before is harmless, or was mended.
    """
    sound = settings.work_dir / "sound"
    options: dict[str, object] = {"vectors": "chroma"}
    said = _build(sound, options)
    examiner = Examiner(_QUESTIONS, _OWNERS, options)
    before = _examine_copy(sound, examiner, lambda *_: "", Random(), first=True)[1]
    if before.sound is not True or before.refusals or before.faults:
        raise AssertionError(f"the memory is not sound before any damage: {before}")
    tally = counted_from_nothing()
    for name, count in (("derived", settings.damages), ("truth", settings.truth_damages)):
        random = Random(f"{settings.seed} {name}")
        for turn in range(count):
            damage = damage_derived
            if name == "truth":
                damage = damage_database_bytes if random.random() < 1 / 3 else damage_rows
            how, after = _examine_copy(sound, examiner, damage, random, first=turn % 2 == 0)
            judge(name, f"seed {settings.seed}, {name} {turn}: {how}", before, after, said, tally)
    return tally.result("damages", settings.damages + settings.truth_damages)


def counted_from_nothing() -> Tally:
    """Begin to count."""
    return Tally.of(f"{kind}: {name}" for kind in ("derived", "truth") for name in _FIGURES)


def _build(data_dir: Path, options: dict[str, object]) -> str:
    """Fill a memory; returns everything that was said."""
    sessions = [_session(number) for number in range(_SESSIONS)]
    with Daybook.open(settings=Settings.of(**options, data_dir=data_dir), embedder=HashedWords()) as daybook:
        for owner, count in zip(_OWNERS, (_SESSIONS, _SESSIONS // 12), strict=True):
            daybook.add(sessions[:count], owner=owner)
    return "\n".join(turn.content for session in sessions for turn in session.turns)


def _session(number: int) -> Session:
    """Five rounds about bees, and in every tenth session one about where the owner lives."""
    moment = datetime(2024, 1, 1, 9, tzinfo=UTC) + timedelta(days=number)
    turns = []
    for place in range(_ROUNDS * number, _ROUNDS * (number + 1)):
        said = f"Number {place} keeps bees in orchard {place}. They swarm in the month of May."
        turns += [Turn(Role.USER, said, said_at=moment), Turn(Role.ASSISTANT, f"Orchard {place} it is.")]
    if number % 10 == 0:
        city = _CITIES[number // 10 % len(_CITIES)]
        turns.append(Turn(Role.USER, f"I live in {city} now.", said_at=moment))
    return Session(f"s{number}", moment, tuple(turns))


def _examine_copy(
    sound: Path, examiner: Examiner, damage: Callable[[Path, Random], str], random: Random, *, first: bool
) -> tuple[str, Examination]:
    copy = sound.with_name("damaged")
    copytree(sound, copy)
    try:
        how = damage(copy, random)
        return how, examiner.examine(copy, doctor_first=first)
    finally:
        rmtree(copy)


def judge(kind: str, where: str, before: Examination, after: Examination, said: str, tally: Tally) -> None:
    """Count what a damage came to."""
    changed = (after.answers, after.rows) != (before.answers, before.rows)
    told = after.refusals or after.faults  # an error said that something is wrong, whatever the doctor says
    misquoted = [quote for quote in after.quotes if quote not in said]
    died = after.ended is not None and after.ended < 0
    problems = {
        "dead": f"ended by signal {-(after.ended or 0)}" if died else "",
        "stuck": "did not end" if after.ended is None else "",
        "tracebacks": "; ".join(dict.fromkeys(after.faults)) if after.ended is not None and not died else "",
        "unseen": "sound, but not read as before" if after.sound and changed and not told else "",
        "misquoted": f"{len(misquoted)} quotes that nobody said" if misquoted else "",
        "refused while sound": f"sound, but {after.refusals[0]}" if after.sound and after.refusals else "",
    }
    for name, problem in problems.items():
        if problem:
            tally.fault(f"{kind}: {name}", where, problem)
    tally.figures[f"{kind}: damages"] += 1
    tally.figures[f"{kind}: found by the doctor"] += after.sound is False
    tally.figures[f"{kind}: refused"] += bool(after.refusals)
    tally.figures[f"{kind}: read as before"] += not changed
