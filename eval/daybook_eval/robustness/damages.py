"""Damaged memories: none ends the process, none passes unseen, nothing is quoted that was never said."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from shutil import copytree, rmtree

from daybook import Daybook
from daybook.conversation import Role, Session, Turn
from daybook.settings import Settings
from daybook_eval.forgetting.embedder import HashedWords
from daybook_eval.robustness.damaged_files import DATABASE, damage_database_bytes, damage_derived
from daybook_eval.robustness.damaged_rows import damage_rows
from daybook_eval.robustness.examination import Examination, Examiner
from daybook_eval.robustness.result import PartResult
from daybook_eval.robustness.settings import RobustnessSettings
from daybook_eval.robustness.tally import Tally

_OWNERS = ("ada", "bo")
_SESSIONS, _ROUNDS = 84, 5
"""Of the first owner: enough for Chroma to have its graph on disk. The second has a twelfth of them."""
_CITIES = ("Oslo", "Bergen", "Riga", "Turku", "Gdansk", "Aarhus")
_QUESTIONS = (
    *(f"Where does number {number} keep bees?" for number in (7, 101, 230, 418)),
    "Where do I live?",
)
OUTCOMES = ("dead", "stuck", "tracebacks", "unseen", "misquoted", "refused while sound")
"""What must not happen."""
_FIGURES = ("damages", *OUTCOMES, "found by the doctor", "refused", "read as before")


def measure(settings: RobustnessSettings) -> PartResult:
    """Damage copies of a memory, each once, and examine each in a process of its own.

    Derived files are all files but the database; Chroma is used for every owner, however small. The truth is
    the SQLite database, its rows and its bytes. Every other time the doctor looks first, before a question
    can have mended anything. A damage after which everything reads as before is harmless, or was mended.
    """
    work = settings.work_dir
    options: dict[str, object] = {"exact_limit": 0}
    sound, said = work / "sound", _build(work / "sound", options)
    examiner = Examiner(_QUESTIONS, _OWNERS, options)
    before = _examine_copy(sound, work / "damaged", examiner, lambda _: "", first=True)[1]
    if before.sound is not True or before.refusals or before.faults:
        raise AssertionError(f"the memory is not sound before any damage: {before}")
    tally = counted_from_nothing()
    for name, count in (("derived", settings.damages), ("truth", settings.truth_damages)):
        random = Random(f"{settings.seed} {name}")
        for turn in range(count):
            damage = _damage_of(name, random)
            how, after = _examine_copy(sound, work / "damaged", examiner, damage, first=turn % 2 == 0)
            judge(name, f"seed {settings.seed}, {name} {turn}: {how}", before, after, said, tally)
    return tally.result("damages", settings.damages + settings.truth_damages)


def counted_from_nothing() -> Tally:
    """Begin to count."""
    return Tally.of(f"{kind}: {name}" for kind in ("derived", "truth") for name in _FIGURES)


def _build(data_dir: Path, options: dict[str, object]) -> str:
    """Fill a memory; returns everything that was said."""
    began = datetime(2024, 1, 1, 9, tzinfo=UTC)
    with Daybook.open(settings=Settings.of(**options, data_dir=data_dir), embedder=HashedWords()) as daybook:
        for owner, count in zip(_OWNERS, (_SESSIONS, _SESSIONS // 12), strict=True):
            daybook.add((_session(number, began) for number in range(count)), owner=owner)
    sessions = (_session(number, began) for number in range(_SESSIONS))
    return "\n".join(turn.content for session in sessions for turn in session.turns)


def _session(number: int, began: datetime) -> Session:
    """Five rounds about bees, and in every tenth session one about where the owner lives."""
    moment = began + timedelta(days=number)
    turns = []
    for place in range(_ROUNDS * number, _ROUNDS * (number + 1)):
        said = f"Number {place} keeps bees in orchard {place}. They swarm in the month of May."
        turns += [Turn(Role.USER, said, said_at=moment), Turn(Role.ASSISTANT, f"Orchard {place} it is.")]
    if number % 10 == 0:
        city = _CITIES[number // 10 % len(_CITIES)]
        turns.append(Turn(Role.USER, f"I live in {city} now.", said_at=moment))
    return Session(f"s{number}", moment, tuple(turns))


def _damage_of(kind: str, random: Random) -> Callable[[Path], str]:
    if kind == "derived":
        return lambda data_dir: damage_derived(data_dir, random)
    if random.random() < 1 / 3:
        return lambda data_dir: damage_database_bytes(data_dir, random)
    return lambda data_dir: damage_rows(data_dir / DATABASE, random)


def _examine_copy(
    sound: Path, copy: Path, examiner: Examiner, damage: Callable[[Path], str], *, first: bool
) -> tuple[str, Examination]:
    copytree(sound, copy)
    try:
        how = damage(copy)
        return how, examiner.examine(copy, doctor_first=first)
    finally:
        rmtree(copy)


def judge(kind: str, where: str, before: Examination, after: Examination, said: str, tally: Tally) -> None:
    """Count what a damage came to.

    Args:
        kind: of damage, "derived" or "truth".
        where: seed, number and damage.
        before: what came out before any damage.
        after: what came out after it.
        said: everything that was ever said.
        tally: counts it.
    """
    changed = (after.answers, after.rows) != (before.answers, before.rows)
    misquoted = [quote for quote in after.quotes if quote not in said]
    died = after.ended is not None and after.ended < 0
    problems = {
        "dead": f"ended by signal {-(after.ended or 0)}" if died else "",
        "stuck": "did not end" if after.ended is None else "",
        "tracebacks": "; ".join(dict.fromkeys(after.faults)) if after.ended is not None and not died else "",
        "unseen": "sound, but not read as before" if after.sound and changed and not _told(after) else "",
        "misquoted": f"{len(misquoted)} quotes that nobody said" if misquoted else "",
        "refused while sound": f"sound, but {after.refusals[0]}" if after.sound and after.refusals else "",
    }
    for name, problem in problems.items():
        if problem:
            tally.fault(f"{kind}: {name}", where, problem)
    tally.count(f"{kind}: damages")
    tally.count(f"{kind}: found by the doctor", after.sound is False)
    tally.count(f"{kind}: refused", bool(after.refusals))
    tally.count(f"{kind}: read as before", not changed)


def _told(after: Examination) -> bool:
    """Whether an error said that something is wrong, whatever the doctor says."""
    return bool(after.refusals or after.faults)
