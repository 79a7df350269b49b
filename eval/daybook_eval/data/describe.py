"""Describes data files: counts their contents in one pass, and flags what may trip up a reader."""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from daybook.conversation import Role, Turn
from daybook.conversation.errors import BadInput
from daybook.interfaces.rendering.safe import one_line
from daybook_eval.data.beam import holds_chats
from daybook_eval.data.case import Case
from daybook_eval.data.cases import DataFormat, parts_of, read_cases, recognise, sha256_of
from daybook_eval.measures.retrieval import Population, populations_of
from daybook_eval.tables import Report, Table


def _starts(case: Case) -> list[datetime]:
    return [session.started_at for session in case.sessions]


def _turns(case: Case) -> Iterator[Turn]:
    return (turn for session in case.sessions for turn in session.turns)


TRAPS: Mapping[str, Callable[[Case], bool]] = {
    "repeated session ids": lambda case: (
        len({session.session_id for session in case.sessions}) < len(case.sessions)
    ),
    "sessions after the question": lambda case: any(began > case.asked_at for began in _starts(case)),
    "evidence after the question": lambda case: any(
        case.sessions[place].started_at > case.asked_at for place in case.evidence_sessions
    ),
    "sessions not in time order": lambda case: any(one > two for one, two in pairwise(_starts(case))),
    "sessions that the assistant begins": lambda case: any(
        session.turns[0].role is not Role.USER for session in case.sessions if session.turns
    ),
    "roles that do not alternate": lambda case: any(
        turn.role is following.role
        for session in case.sessions
        for turn, following in pairwise(session.turns)
    ),
    "blank turns": lambda case: any(not turn.content.strip() for turn in _turns(case)),
    "sessions without turns": lambda case: any(not session.turns for session in case.sessions),
    "answers that are numbers": lambda case: case.answer.replace(".", "", 1).isdigit(),
    "evidence of the assistant's only": lambda case: (
        not case.abstention and bool(case.evidence_turns) and not case.has_user_evidence
    ),
    "answerable without evidence": lambda case: not case.abstention and not case.evidence_turns,
    "abstentions with evidence turns": lambda case: case.abstention and bool(case.evidence_turns),
    "evidence that names no turn": lambda case: bool(case.unresolved),
}
"""By name, whether what may trip up a reader holds of a case."""
_JSON_NAME = re.compile(r"^[^.].*\.jsonl?(?:\.gz)?$")


def describe_all(paths: Iterable[Path], format: DataFormat = DataFormat.AUTO) -> Iterator[dict[str, Any]]:
    """Describe files, and the JSON files and chats of folders in the order of their names.

    A file of a folder that is no data set, or a wrong one, is described by its `problem`; of one that was
    named itself BadInput is raised.
    """
    for path in paths:
        if not path.is_dir() or holds_chats(path):
            yield describe(path, format)
            continue
        for member in sorted(path.iterdir()):
            if _JSON_NAME.search(member.name) or holds_chats(member):
                try:
                    yield describe(member, format)
                except BadInput as error:
                    problem = ": ".join(part for part in (error.where, error.problem) if part)
                    yield {"file": str(member), "problem": problem}


def describe(path: Path, format: DataFormat = DataFormat.AUTO) -> dict[str, Any]:
    """Read a data file from end to end, checking and counting what is in it.

    Its `sha256` is that of the file as it lies
    there, packed or not, and of BEAM of all its files.

    Raises:
        BadInput: it cannot be read, or something in it is wrong.
    """
    chosen = recognise(path) if format is DataFormat.AUTO else format
    counts = count_cases(read_cases(path, format=chosen))
    size = sum(part.stat().st_size for part in parts_of(path))
    return {"file": str(path), "format": chosen.value, "bytes": size, "sha256": sha256_of(path), **counts}


def count_cases(cases: Iterable[Case]) -> dict[str, Any]:
    """Count cases, holding one at a time. Histories are counted once, however many questions share one.

    `longest` is in sessions, `evidence_turns` of all questions but abstentions by role, `traps` and `origins`
    (how questions were made) in questions; a trap that holds of none is left out.
    """
    types, traps, roles, origins = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    populations = Counter({name.value: 0 for name in Population})
    histories: dict[str, tuple[int, int]] = {}
    for case in cases:
        types[case.question_type] += 1
        evidence = [turn.role.value for turn in case.evidence_turns]
        populations.update(populations_of(abstention=case.abstention, evidence_roles=frozenset(evidence)))
        traps.update(name for name, holds in TRAPS.items() if holds(case))
        roles.update([] if case.abstention else evidence)
        origins.update([case.origin] if case.origin else [])
        histories[case.owner] = (len(case.sessions), sum(1 for _ in _turns(case)))
    return {
        "questions": types.total(),
        "by_type": dict(sorted(types.items())),
        "populations": {str(name): count for name, count in populations.items()},
        "histories": len(histories),
        "sessions": sum(sessions for sessions, _ in histories.values()),
        "turns": sum(turns for _, turns in histories.values()),
        "longest": max((sessions for sessions, _ in histories.values()), default=0),
        "evidence_turns": dict(roles),
        "traps": {name: traps[name] for name in TRAPS if traps[name]},
        "origins": dict(origins),
    }


def report(files: Sequence[Path] | None, format: DataFormat) -> Report:
    """Describe files; without one, say where each data set is had from."""
    described = list(describe_all(files or (), format))
    sources = tomllib.loads((Path(__file__).parent / "sources.toml").read_text("utf-8"))["source"]
    shape = {"files": described, "sources": sources}
    return Report(list(map(_described, described)) if files else [_sources(sources)], shape)


def _described(one: Mapping[str, Any]) -> Table:
    rows = [("problem", one["problem"])] if "problem" in one else _rows(one)
    return Table(one_line(one["file"]), ("", ""), [(name, one_line(value)) for name, value in rows])


def _sources(sources: Iterable[Mapping[str, Any]]) -> Table:
    rows = [
        (source["name"], source["holds"], "\n".join([source["where"], *source["files"]]), source["licence"])
        for source in sources
    ]
    return Table("Data sets, and where to get them", ("data set", "what it holds", "where", "licence"), rows)


def _rows(one: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from (("format", one["format"]), ("sha256", one["sha256"]), ("bytes", f"{one['bytes']:,}"))
    yield "questions", f"{one['questions']:,}"
    yield from ((f"  {one_line(name)}", f"{count:,}") for name, count in one["by_type"].items())
    yield from ((f"population: {name}", f"{count:,}") for name, count in one["populations"].items())
    yield "histories", f"{one['histories']:,}, of {one['longest']:,} sessions at most"
    yield "sessions", f"{one['sessions']:,}"
    yield "turns", f"{one['turns']:,}"
    yield from ((f"evidence turns: {role}", f"{count:,}") for role, count in one["evidence_turns"].items())
    yield from ((f"trap: {name}", f"in {count:,} questions") for name, count in one["traps"].items())
    yield from ((f"made: {one_line(name)}", f"{count:,} questions") for name, count in one["origins"].items())
