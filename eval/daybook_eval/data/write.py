"""Writes cases in our own JSON Lines format."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from daybook.conversation import Session, Turn
from daybook.errors import BadInput
from daybook_eval.data.case import Case


def write_cases(path: Path, cases: Iterable[Case]) -> int:
    """Write cases as `daybook_eval.data.lines` reads them; gzip where the name ends in ".gz".

    The file takes the place of an older one only once it is whole. The same cases give the same bytes.

    Returns:
        How many were written.

    Raises:
        BadInput: the file cannot be written.
    """
    count = 0
    with _replacing(path) as file:
        for case in cases:
            file.write(line_of(case).encode() + b"\n")
            count += 1
    return count


def line_of(case: Case) -> str:
    """Write a case as one JSON object without line breaks; what is empty is left out."""
    fields: dict[str, Any] = {
        "question_id": case.question_id,
        "question_type": case.question_type,
        "question": case.question,
        "answer": case.answer,
        "asked_at": case.asked_at.isoformat(),
        "sessions": [plain_session(session) for session in case.sessions],
        "evidence": [[turn.session, turn.turn] for turn in case.evidence_turns],
    }
    optional: dict[str, Any] = {
        "abstention": case.abstention,
        "answer_sessions": list(case.answer_sessions),
        "history": case.history,
        "origin": case.origin,
    }
    return json.dumps(fields | {name: value for name, value in optional.items() if value}, ensure_ascii=False)


def plain_session(session: Session) -> dict[str, Any]:
    """Write a session as JSON knows it; its occurrence follows from its place."""
    return {
        "session_id": session.session_id,
        "started_at": session.started_at.isoformat(),
        "turns": [_plain_turn(turn) for turn in session.turns],
    }


def _plain_turn(turn: Turn) -> dict[str, str]:
    said_at = _iso(turn.said_at)
    return {
        "role": turn.role.value,
        "content": turn.content,
        **({"said_at": said_at} if said_at else {}),
        **({"speaker": turn.speaker} if turn.speaker else {}),
    }


def _iso(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    part = path.with_name(f".{path.name}.part")
    try:
        try:
            with part.open("wb") as raw:
                if path.suffix == ".gz":
                    with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
                        yield packed  # type: ignore[misc]
                else:
                    yield raw
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror or error}", source=path) from None
