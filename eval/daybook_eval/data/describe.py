"""Describes data files: counts their contents in one pass."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from daybook.errors import BadInput
from daybook_eval.data.case import Case
from daybook_eval.data.cases import DataFormat, read_cases, recognise
from daybook_eval.data.msc import MscDialogue, holds_dialogues, read_dialogues
from daybook_eval.data.traps import TRAPS, traps_of
from daybook_eval.measures.populations import Population, populations_of

_JSON_NAME = re.compile(r"^[^.].*\.jsonl?(?:\.gz)?$")


@dataclass(frozen=True, slots=True)
class Counts:
    """What a set of cases holds. Histories are counted once, however many questions share one."""

    questions: int
    by_type: Mapping[str, int]
    populations: Mapping[str, int]
    """Questions by population, as `daybook_eval.measures.populations` names them."""
    histories: int
    sessions: int
    turns: int
    longest: int
    """Sessions of the longest history."""
    evidence_turns: Mapping[str, int]
    """Of all questions but abstentions, by role."""
    traps: Mapping[str, int]
    """Questions by what may trip one up; what holds of none is left out."""
    origins: Mapping[str, int]
    """Questions by how they were made; {} where all are as they were released."""


@dataclass(frozen=True, slots=True)
class DialogueCounts:
    """What a file of Multi-Session Chat holds."""

    dialogues: int
    turns: int
    telling_turns: int
    """Turns that something is learnt of their speaker from."""
    statements: int
    """Sentences that say what is learnt."""


@dataclass(frozen=True, slots=True)
class Description:
    """A data file."""

    path: Path
    format: str
    """Of questions one of `DataFormat`, else "msc"."""
    bytes: int
    sha256: str
    """Of the file as it lies there, packed or not."""
    counts: Counts | DialogueCounts


@dataclass(frozen=True, slots=True)
class Rejected:
    """A file of a folder that is no data set, or a wrong one."""

    path: Path
    problem: str


def describe_all(paths: Iterable[Path], format: DataFormat = DataFormat.AUTO) -> list[Description | Rejected]:
    """Describe files, and the JSON files of folders in the order of their names.

    Raises:
        BadInput: a file that was named itself cannot be read, or something in it is wrong.
    """
    found: list[Description | Rejected] = []
    for path in paths:
        if path.is_dir():
            inside = (one for one in sorted(path.iterdir()) if _JSON_NAME.search(one.name))
            found += [_described_or_rejected(one, format) for one in inside]
        else:
            found.append(describe(path, format))
    return found


def _described_or_rejected(path: Path, format: DataFormat) -> Description | Rejected:
    try:
        return describe(path, format)
    except BadInput as error:
        return Rejected(path, ": ".join(part for part in (error.where, error.problem) if part))


def describe(path: Path, format: DataFormat = DataFormat.AUTO) -> Description:
    """Read a data file from end to end, checking and counting what is in it.

    Raises:
        BadInput: it cannot be read, or something in it is wrong.
    """
    known, counts = _counted(path, format)
    return Description(path, known, path.stat().st_size, sha256_of(path), counts)


def _counted(path: Path, format: DataFormat) -> tuple[str, Counts | DialogueCounts]:
    if format is DataFormat.AUTO and holds_dialogues(path):
        return "msc", count_dialogues(read_dialogues(path))
    known = recognise(path) if format is DataFormat.AUTO else format
    return known.value, count_cases(read_cases(path, format=known))


def sha256_of(path: Path) -> str:
    """Hash a file, piece by piece.

    Raises:
        BadInput: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror or error}", source=path) from None


def count_dialogues(dialogues: Iterable[MscDialogue]) -> DialogueCounts:
    """Count dialogues, holding one at a time."""
    counts: Counter[str] = Counter()
    for dialogue in dialogues:
        told = [turn.statements for turn in dialogue.turns if turn.statements]
        counts.update(
            dialogues=1, turns=len(dialogue.turns), telling=len(told), statements=sum(map(len, told))
        )
    return DialogueCounts(counts["dialogues"], counts["turns"], counts["telling"], counts["statements"])


def count_cases(cases: Iterable[Case]) -> Counts:
    """Count cases, holding one at a time."""
    types: Counter[str] = Counter()
    populations: Counter[str] = Counter({name.value: 0 for name in Population})
    traps: Counter[str] = Counter()
    roles: Counter[str] = Counter()
    origins: Counter[str] = Counter()
    histories: dict[str, tuple[int, int]] = {}
    for case in cases:
        types[case.question_type] += 1
        evidence = [turn.role.value for turn in case.evidence_turns]
        populations.update(populations_of(abstention=case.abstention, evidence_roles=frozenset(evidence)))
        traps.update(traps_of(case))
        roles.update([] if case.abstention else evidence)
        origins.update([case.origin] if case.origin else [])
        histories[case.owner] = (len(case.sessions), sum(len(session.turns) for session in case.sessions))
    return Counts(
        questions=types.total(),
        by_type=dict(sorted(types.items())),
        populations={str(name): count for name, count in populations.items()},
        histories=len(histories),
        sessions=sum(sessions for sessions, _ in histories.values()),
        turns=sum(turns for _, turns in histories.values()),
        longest=max((sessions for sessions, _ in histories.values()), default=0),
        evidence_turns=dict(roles),
        traps={name: traps[name] for name in TRAPS if traps[name]},
        origins=dict(origins),
    )
