"""Reads the questions that users asked, session by session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from daybook.conversation import Role, Session
from daybook.english.sentences import sentence_spans
from daybook.errors import BadInput
from daybook.interfaces.importers.detect import recognise
from daybook.interfaces.importers.histories import History, read_histories
from daybook.interfaces.importers.records import read_records
from daybook_eval.data import lines

_CLOSING = "\"')]*_ \u201d\u2019"


@dataclass(frozen=True, slots=True)
class Asker:
    """One person of a file."""

    name: str
    """Of the question or the conversation in the file; "" where a file is one history."""
    sessions: tuple[tuple[str, ...], ...]
    """The questions of each session, the earliest session first."""


def read_askers(path: Path) -> Iterator[Asker]:
    """Read who asked what, one person at a time.

    The file is any that `daybook import` reads (messages, an export of Daybook's, LongMemEval, LoCoMo), or
    questions with their sessions of one's own; of these a history that several share counts once.

    Raises:
        BadInput: the file cannot be read, is of no known format, or something in it is wrong.
    """
    first = next(read_records(path), None)
    if first is None:
        raise BadInput("the list has no items", source=path)
    if isinstance(first.value, dict) and "sessions" in first.value:
        yield from _of_own_lines(path)
        return
    for history in read_histories(path, recognise(path)):
        yield Asker(history.source_id, _questions(_spoken(history)))


def questions_in(text: str) -> tuple[str, ...]:
    """Cut the sentences that end with a question mark out of a text."""
    sentences = (text[start:stop] for start, stop in sentence_spans(text))
    return tuple(one for one in sentences if one.rstrip(_CLOSING).endswith("?"))


def _spoken(history: History) -> Sequence[Session]:
    """Give the sessions with their turns, which an archive keeps apart."""
    if history.archive is None:
        return tuple(history.sessions)
    return [
        replace(session, turns=tuple(turn for round_ in rounds for turn in round_.turns))
        for session, rounds in history.archive.sessions
    ]


def _of_own_lines(path: Path) -> Iterator[Asker]:
    seen: set[str] = set()
    for case in lines.read_cases(path):
        if case.owner not in seen:
            seen.add(case.owner)
            yield Asker(case.owner, _questions(case.sessions))


def _questions(sessions: Sequence[Session]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(
            question
            for turn in session.turns
            if turn.role is Role.USER
            for question in questions_in(turn.content)
        )
        for session in sorted(sessions, key=lambda session: session.started_at)
    )
