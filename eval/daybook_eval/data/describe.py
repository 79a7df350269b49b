"""Describes data files: counts their contents in one pass, flags what may trip up a reader, prints both."""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from daybook.conversation import Role
from daybook.conversation.errors import BadInput
from daybook.interfaces.rendering.safe import one_line
from daybook_eval.data.beam import holds_chats
from daybook_eval.data.case import Case
from daybook_eval.data.cases import DataFormat, parts_of, read_cases, recognise, sha256_of
from daybook_eval.data.msc import MscDialogue, holds_dialogues, read_dialogues
from daybook_eval.measures.retrieval import Population, populations_of


def traps_of(case: Case) -> Iterator[str]:
    """Yield what holds of a case, in plain words."""
    return (name for name, holds in TRAPS.items() if holds(case))


def _repeats_a_session_id(case: Case) -> bool:
    return len({session.session_id for session in case.sessions}) < len(case.sessions)


def _has_later_sessions(case: Case) -> bool:
    return any(session.started_at > case.asked_at for session in case.sessions)


def _has_later_evidence(case: Case) -> bool:
    return any(case.sessions[place].started_at > case.asked_at for place in case.evidence_sessions)


def _is_out_of_order(case: Case) -> bool:
    return any(session.started_at > following.started_at for session, following in pairwise(case.sessions))


def _begins_with_the_assistant(case: Case) -> bool:
    return any(session.turns and session.turns[0].role is not Role.USER for session in case.sessions)


def _does_not_alternate(case: Case) -> bool:
    return any(
        turn.role is following.role
        for session in case.sessions
        for turn, following in pairwise(session.turns)
    )


def _has_blank_turns(case: Case) -> bool:
    return any(not turn.content.strip() for session in case.sessions for turn in session.turns)


def _has_empty_sessions(case: Case) -> bool:
    return any(not session.turns for session in case.sessions)


def _has_a_number_for_answer(case: Case) -> bool:
    return case.answer.replace(".", "", 1).isdigit()


def _has_no_user_evidence(case: Case) -> bool:
    return not case.abstention and bool(case.evidence_turns) and not case.has_user_evidence


TRAPS: Mapping[str, Callable[[Case], bool]] = {
    "repeated session ids": _repeats_a_session_id,
    "sessions after the question": _has_later_sessions,
    "evidence after the question": _has_later_evidence,
    "sessions not in time order": _is_out_of_order,
    "sessions that the assistant begins": _begins_with_the_assistant,
    "roles that do not alternate": _does_not_alternate,
    "blank turns": _has_blank_turns,
    "sessions without turns": _has_empty_sessions,
    "answers that are numbers": _has_a_number_for_answer,
    "evidence of the assistant's only": _has_no_user_evidence,
    "answerable without evidence": lambda case: not case.abstention and not case.evidence_turns,
    "abstentions with evidence turns": lambda case: case.abstention and bool(case.evidence_turns),
    "evidence that names no turn": lambda case: bool(case.unresolved),
}
"""By name, whether it holds of a case."""


_JSON_NAME = re.compile(r"^[^.].*\.jsonl?(?:\.gz)?$")


@dataclass(frozen=True, slots=True)
class Counts:
    """What a set of cases holds. Histories are counted once, however many questions share one."""

    questions: int
    by_type: Mapping[str, int]
    populations: Mapping[str, int]
    """Questions by population, as `daybook_eval.measures.retrieval` names them."""
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
    """Of the file as it lies there, packed or not; of BEAM, of all its files."""
    counts: Counts | DialogueCounts


@dataclass(frozen=True, slots=True)
class Rejected:
    """A file of a folder that is no data set, or a wrong one."""

    path: Path
    problem: str


def describe_all(paths: Iterable[Path], format: DataFormat = DataFormat.AUTO) -> list[Description | Rejected]:
    """Describe files, and the JSON files and chats of folders in the order of their names.

    Raises:
        BadInput: a file that was named itself cannot be read, or something in it is wrong.
    """
    found: list[Description | Rejected] = []
    for path in paths:
        if path.is_dir() and not holds_chats(path):
            inside = (
                member
                for member in sorted(path.iterdir())
                if _JSON_NAME.search(member.name) or holds_chats(member)
            )
            found += [_described_or_rejected(file, format) for file in inside]
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
    size = sum(part.stat().st_size for part in parts_of(path))
    return Description(path, known, size, sha256_of(path), counts)


def _counted(path: Path, format: DataFormat) -> tuple[str, Counts | DialogueCounts]:
    if format is DataFormat.AUTO and not path.is_dir() and holds_dialogues(path):
        return "msc", count_dialogues(read_dialogues(path))
    known = recognise(path) if format is DataFormat.AUTO else format
    return known.value, count_cases(read_cases(path, format=known))


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


@dataclass(frozen=True, slots=True)
class Source:
    """A data set, and how to come by it."""

    name: str
    holds: str
    files: tuple[str, ...]
    where: str
    licence: str
    paper: str


SOURCES = (
    Source(
        "LongMemEval",
        "500 questions, each with a history of its own: S has about 50 sessions a question, M 500, the "
        "oracle file the evidence sessions only. Never mix files: their dates differ.",
        ("longmemeval_s_cleaned.json", "longmemeval_m_cleaned.json", "longmemeval_oracle.json"),
        "https://huggingface.co/datasets/xiaowu0162/longmemeval-cleaned",
        "MIT",
        "Wu et al., ICLR 2025",
    ),
    Source(
        "LoCoMo",
        "10 long conversations between two people, 1,986 questions.",
        ("locomo10.json",),
        "https://github.com/snap-research/locomo (data/locomo10.json)",
        "CC BY-NC 4.0: for evaluation, not in a product",
        "Maharana et al., ACL 2024",
    ),
    Source(
        "BEAM",
        "Long chats of one user, 20 questions of ten kinds about each; a data set is a folder of chats.",
        ("1/chat.json", "1/probing_questions/probing_questions.json"),
        "https://github.com/mohammadtavakoli78/BEAM (chats/100K)",
        "CC BY-SA 4.0",
        "Tavakoli et al., 2025",
    ),
    Source(
        "Multi-Session Chat",
        "Talks between two people with the sentences that each turn told of them; no questions: for"
        " `daybook-eval persona`.",
        ("msc/msc_personasummary/session_3/valid.txt",),
        "https://parl.ai/projects/msc/ (msc_v0.1.tar.gz)",
        "none stated: for evaluation only",
        "Xu et al., ACL 2022",
    ),
    Source(
        "your own",
        "JSON Lines, one question with its history a line; `daybook-eval data --help` shows one.",
        ("*.jsonl",),
        "written by you, or by `daybook-eval data compile` and `daybook-eval data plant`",
        "yours",
        "",
    ),
)


WIDTH = 110
"""Columns to print in where there is no terminal to ask."""


def descriptions_shape(descriptions: Iterable[Description | Rejected]) -> dict[str, Any]:
    """Write descriptions, and where data sets are had from, as JSON knows it."""
    return {
        "files": [_shape(description) for description in descriptions],
        "sources": [asdict(source) for source in SOURCES],
    }


def as_text(shape: Mapping[str, Any]) -> str:
    """Write one JSON object."""
    return json.dumps(shape, ensure_ascii=False, indent=2)


def show_descriptions(descriptions: Iterable[Description | Rejected]) -> None:
    """Draw a table for each file."""
    console = _console()
    for description in descriptions:
        table = Table(title=one_line(str(description.path)), title_justify="left", show_header=False)
        table.add_column("", no_wrap=True)
        table.add_column("", overflow="fold")
        for name, value in (
            [("problem", description.problem)] if isinstance(description, Rejected) else _rows(description)
        ):
            table.add_row(name, one_line(value))
        console.print(table)


def show_sources() -> None:
    """Draw where each data set is had from."""
    table = Table(title="Data sets, and where to get them", title_justify="left", show_lines=True)
    for column in ("data set", "what it holds", "where", "licence"):
        table.add_column(column, overflow="fold")
    for source in SOURCES:
        where = "\n".join([source.where, *source.files])
        table.add_row(source.name, source.holds, where, source.licence)
    _console().print(table)


def _shape(one: Description | Rejected) -> dict[str, Any]:
    if isinstance(one, Rejected):
        return {"file": str(one.path), "problem": one.problem}
    return {
        "file": str(one.path),
        "format": one.format,
        "bytes": one.bytes,
        "sha256": one.sha256,
        **asdict(one.counts),
    }


def _rows(one: Description) -> list[tuple[str, str]]:
    counts = one.counts
    file = [("format", one.format), ("sha256", one.sha256), ("bytes", f"{one.bytes:,}")]
    return file + list(_of_dialogues(counts) if isinstance(counts, DialogueCounts) else _of_cases(counts))


def _of_dialogues(counts: DialogueCounts) -> Iterator[tuple[str, str]]:
    yield "dialogues", f"{counts.dialogues:,}"
    yield "turns", f"{counts.turns:,}, of which {counts.telling_turns:,} tell something of their speaker"
    yield "statements", f"{counts.statements:,}"


def _of_cases(counts: Counts) -> Iterator[tuple[str, str]]:
    yield "questions", f"{counts.questions:,}"
    yield from ((f"  {one_line(name)}", f"{count:,}") for name, count in counts.by_type.items())
    yield from ((f"population: {name}", f"{count:,}") for name, count in counts.populations.items())
    yield "histories", f"{counts.histories:,}, of {counts.longest:,} sessions at most"
    yield "sessions", f"{counts.sessions:,}"
    yield "turns", f"{counts.turns:,}"
    yield from ((f"evidence turns: {role}", f"{count:,}") for role, count in counts.evidence_turns.items())
    yield from ((f"trap: {name}", f"in {count:,} questions") for name, count in counts.traps.items())
    yield from ((f"made: {one_line(name)}", f"{count:,} questions") for name, count in counts.origins.items())


def _console() -> Console:
    return Console(width=None if sys.stdout.isatty() else WIDTH, markup=False, highlight=False)
