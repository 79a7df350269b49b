"""Reads cases from a data set of any known format: LongMemEval's, LoCoMo's, BEAM's, or our own lines."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import timedelta
from enum import StrEnum
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from daybook.conversation import Session
from daybook.conversation.errors import BadInput
from daybook.interfaces.importers.benchmarks import (
    LongMemEvalHistory,
    Moment,
    chosen_records,
    locomo_sessions,
)
from daybook.interfaces.importers.fields import Fields, Text, checked, object_of
from daybook.interfaces.importers.json_reader import read_records
from daybook_eval.data.beam import files_of, read_beam
from daybook_eval.data.case import Case, evidence_of, of_ids
from daybook_eval.data.lines import read_cases as read_lines


def _as_text(value: object) -> object:
    """Some gold answers are numbers."""
    return str(value) if isinstance(value, int | float) else value


_Answer = Annotated[Text, BeforeValidator(_as_text)]


class _LongMemEvalQuestion(LongMemEvalHistory):
    question_type: str
    question: Text
    answer: _Answer
    """The gold answer; a rubric for preferences, an explanation for abstentions."""
    question_date: Moment
    answer_session_ids: tuple[str, ...] = ()


def read_longmemeval(
    path: Path, *, question_ids: Collection[str] = (), limit: int | None = None
) -> Iterator[Case]:
    """Read the questions of a file, S, M or oracle, plain or gzip, one at a time.

    Raises:
        BadInput: the file cannot be read, something is missing in it, or an id is not there.
    """
    for _, record in islice(chosen_records(path, "question_id", question_ids), limit):
        question = checked(_LongMemEvalQuestion, record.value, source=path, where=record.where)
        question.require_whole(path, record.where)
        yield _longmemeval_case(question)


def _longmemeval_case(question: _LongMemEvalQuestion) -> Case:
    gold = [
        [place for place, turn in enumerate(turns) if turn.has_answer] for turns in question.haystack_sessions
    ]
    named = frozenset(question.answer_session_ids)
    return Case(
        question_id=question.question_id,
        question_type=question.question_type,
        question=question.question,
        answer=question.answer,
        asked_at=question.question_date,
        sessions=question.sessions,
        abstention=question.question_id.endswith("_abs"),
        evidence_turns=tuple(evidence_of(question.sessions, gold, question.question_id)),
        answer_sessions=tuple(
            place for place, session in enumerate(question.sessions) if session.session_id in named
        ),
    )


CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_BETWEEN_IDS = re.compile(r"[;,\s]+")


class _LocomoQuestion(Fields):
    question: Text
    answer: _Answer | None = None
    category: Annotated[int, Field(ge=1, le=5)]
    evidence: tuple[str, ...] = ()


class _LocomoTalk(Fields):
    sample_id: str
    qa: tuple[_LocomoQuestion, ...] = ()


def read_locomo(
    path: Path, *, question_ids: Collection[str] = (), limit: int | None = None
) -> Iterator[Case]:
    """Read the questions of a file by conversation; ids have the place in it: "conv-26_q17".

    Raises:
        BadInput: the file cannot be read, something in it is wrong, or an id is not there.
    """

    def named() -> Iterator[tuple[str, Callable[[], Case]]]:
        for number, record in enumerate(read_records(path)):
            talk = checked(_LocomoTalk, record.value, source=path, where=record.where)
            sessions = locomo_sessions(record, number, path)
            conversation = object_of(record.value)["conversation"]
            places = {
                turn.get("dia_id"): (place, position)
                for place, session in enumerate(sessions)
                for position, turn in enumerate(conversation[session.session_id])
            }
            for place, question in enumerate(talk.qa):
                name = f"{talk.sample_id}_q{place}"
                yield name, partial(_locomo_case, name, question, talk.sample_id, sessions, places)

    return islice(of_ids(named(), question_ids, path), limit)


def _locomo_case(
    name: str,
    question: _LocomoQuestion,
    talk: str,
    sessions: tuple[Session, ...],
    places: Mapping[str, tuple[int, int]],
) -> Case:
    ids = [part for text in question.evidence for part in _BETWEEN_IDS.split(text) if part]
    gold: list[set[int]] = [set() for _ in sessions]
    for session, turn in (places[part] for part in ids if part in places):
        gold[session].add(turn)
    return Case(
        question_id=name,
        question_type=CATEGORIES[question.category],
        question=question.question,
        answer=question.answer or "",
        asked_at=max(session.started_at for session in sessions) + timedelta(days=1),
        sessions=sessions,
        abstention=question.category == 5,
        evidence_turns=tuple(evidence_of(sessions, gold, talk)),
        answer_sessions=tuple(place for place, wanted in enumerate(gold) if wanted),
        history=talk,
        unresolved=tuple(part for part in ids if part not in places),
    )


_PIECE = 1 << 20


class DataFormat(StrEnum):
    """A format of questions with their histories, by the name that `--format` knows it by."""

    AUTO = "auto"
    LONGMEMEVAL = "longmemeval"
    LOCOMO = "locomo"
    BEAM = "beam"
    LINES = "lines"


_FORMAT_BY_FIELD = {
    "haystack_sessions": DataFormat.LONGMEMEVAL,
    "conversation": DataFormat.LOCOMO,
    "sessions": DataFormat.LINES,
}
_READERS = {
    DataFormat.LONGMEMEVAL: read_longmemeval,
    DataFormat.LOCOMO: read_locomo,
    DataFormat.BEAM: read_beam,
    DataFormat.LINES: read_lines,
}


def read_cases(
    path: Path,
    *,
    format: DataFormat = DataFormat.AUTO,
    question_ids: Collection[str] = (),
    limit: int | None = None,
) -> Iterator[Case]:
    """Read the questions of a data set, a file or BEAM's folder, holding no more than one record at a time.

    Without ids all questions are read, up to the limit. BadInput is raised when reading gets there: something
    in it is wrong (the path is named), two questions have one id, or an id is not there.
    """
    known = recognise(path) if format is DataFormat.AUTO else format
    seen: set[str] = set()
    for case in _READERS[known](path, question_ids=question_ids, limit=limit):
        if case.question_id in seen:
            raise BadInput(f"holds two questions with the id {case.question_id}", source=path)
        seen.add(case.question_id)
        yield case


def recognise(path: Path) -> DataFormat:
    """Tell the format of a file by what its first record holds; a folder of chats is BEAM's.

    Raises:
        BadInput: the file cannot be read, is empty, or is of no known format; the folder holds no chat.
    """
    if path.is_dir():
        parts_of(path)
        return DataFormat.BEAM
    first = next(read_records(path), None)
    if first is None:
        raise BadInput("the list has no items", source=path)
    fields = first.value if isinstance(first.value, dict) else {}
    for name, known in _FORMAT_BY_FIELD.items():
        if name in fields:
            return known
    telling = ", ".join(f'"{name}" ({known})' for name, known in _FORMAT_BY_FIELD.items())
    problem = f"no known data set: the first record has none of {telling}"
    raise BadInput(problem, source=path, where=first.where)


def parts_of(path: Path) -> tuple[Path, ...]:
    """List the files of a data set: itself, or those of BEAM's folder in the order of reading.

    Raises:
        BadInput: the folder holds no chat, or a chat has no questions.
    """
    return tuple(files_of(path)) if path.is_dir() else (path,)


def sha256_of(path: Path) -> str:
    """Hash the files of a data set, piece by piece; raises BadInput if one cannot be read."""
    digest = sha256()
    for part in parts_of(path):
        try:
            with part.open("rb") as file:
                while piece := file.read(_PIECE):
                    digest.update(piece)
        except OSError as error:
            raise BadInput(f"cannot be read: {error.strerror or error}", source=part) from None
    return digest.hexdigest()
