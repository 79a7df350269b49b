"""Filler sessions: sessions without evidence, indexed on disk for random drawing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from tempfile import TemporaryFile
from typing import IO

from daybook.conversation import Session
from daybook_eval.data.case import Case
from daybook_eval.data.lines import read_session
from daybook_eval.data.write import plain_session


class Fillers:
    """Sessions to fill histories with: each text once, and none that is evidence of any question."""

    def __init__(self, file: IO[bytes], offsets: dict[bytes, int]) -> None:
        self._file = file
        self._offsets = list(offsets.values())

    def __len__(self) -> int:
        return len(self._offsets)

    def draw(self, count: int, random: Random) -> list[Session]:
        """Draw different sessions, in random order; fewer where there are not as many."""
        return [self._read(offset) for offset in random.sample(self._offsets, min(count, len(self)))]

    def _read(self, offset: int) -> Session:
        self._file.seek(offset)
        return read_session(self._file.readline())


@contextmanager
def fillers_of(cases: Iterable[Case]) -> Iterator[Fillers]:
    """Collect the fillers of a file, reading it once; memory holds a digest and a number of each.

    A session with an evidence turn of some question, or that a file names as one that some question is
    about, is no filler, wherever else it stands.
    """
    with TemporaryFile() as file:
        offsets: dict[bytes, int] = {}
        evidence: set[bytes] = set()
        for case in cases:
            about = {*case.answer_sessions, *case.evidence_sessions}
            for place, session in enumerate(case.sessions):
                digest = session_digest(session)
                if place in about:
                    evidence.add(digest)
                elif digest not in offsets and session.turns:
                    offsets[digest] = file.tell()
                    file.write(json.dumps(plain_session(session)).encode() + b"\n")
        for digest in evidence:
            offsets.pop(digest, None)
        yield Fillers(file, offsets)


def session_digest(session: Session) -> bytes:
    """Name a session by its turns, whatever its id and its date."""
    digest = sha256()
    for turn in session.turns:
        for part in (turn.speaker or turn.role, turn.content):
            encoded = part.encode("utf-8", "surrogatepass")
            digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.digest()
