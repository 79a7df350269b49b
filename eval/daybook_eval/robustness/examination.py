"""Examines a memory: opens, asks, reads and doctors it, in a process that may die of it."""

import logging
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path
from unittest.mock import patch

from daybook import Daybook
from daybook.conversation.errors import DaybookError
from daybook.interfaces.cli.doctor import diagnose
from daybook.models.embedding import Embedder
from daybook.settings import Settings
from daybook_eval.embedders import HashedWords
from daybook_eval.robustness.worker import forked


@contextmanager
def embedding_with(embedder: Embedder) -> Iterator[None]:
    """Have commands embed with this one, whatever the settings name, and see no DAYBOOK_ variable."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("DAYBOOK_", "OPENAI_"))
    }
    with (
        patch.dict(os.environ, clean, clear=True),
        patch("daybook.library.wiring.load_embedder", lambda *_, **__: embedder),
    ):
        yield


def described(error: BaseException) -> str:
    """Name an error and the line of Daybook that it came from; its text may be long, and is cut."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/daybook/" in frame.filename] or frames
    place = f"{ours[-1].filename.rpartition('/daybook/')[2]}:{ours[-1].lineno}" if ours else "?"
    return f"{type(error).__name__} at {place}: {str(error).splitlines()[0] if str(error) else ''}"[:200]


_ASKED_AT = datetime(2025, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class Examination:
    """Result of an examination; plain values, since they travel between processes."""

    answers: list[object] = field(default_factory=list)
    """Answers and searches, in the order of the questions; None for one that was refused."""
    quotes: list[str] = field(default_factory=list)
    """The answers' quotes."""
    rows: str = ""
    """A hash of every session, round and record as the library gives them."""
    sound: bool | None = None
    """The doctor's verdict; None if it gave no answer."""
    refusals: list[str] = field(default_factory=list)
    """Errors that Daybook raised on purpose."""
    faults: list[str] = field(default_factory=list)
    ended: int | None = 0
    """The exit code of the process, negative after a signal; None if it had to be stopped."""

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Note what a step raises."""
        try:
            yield
        except DaybookError as error:
            self.refusals.append(str(error))
        except Exception as error:  # whatever passes through is what is looked for
            self.faults.append(described(error))


@dataclass(frozen=True, slots=True)
class Examiner:
    """Tools to examine memories with."""

    questions: Sequence[str]
    owners: Sequence[str]
    options: dict[str, object]
    """Settings and options by their names, other than the data directory."""
    timeout: float = 120.0
    """Seconds after which a process counts as stuck, and is stopped."""

    def examine(self, data_dir: Path, *, doctor_first: bool) -> Examination:
        """Examine a memory in a process of its own, the doctor before or after anything else opens it."""
        child, here = forked(_examine, self, data_dir, doctor_first)
        found = Examination(ended=None)
        if here.poll(self.timeout):
            with suppress(EOFError):  # it died before it had anything to say
                found = here.recv()
            child.join(self.timeout)
        found.ended = child.exitcode
        child.kill()
        child.join()
        if found.ended:
            said = _errors_of(data_dir)
            lines = said.read_text("utf-8", "replace").split("\n") if said.exists() else []
            found.faults.append(next(filter(str.strip, reversed(lines)), "no last words")[:200])
        here.close()
        return found


def _errors_of(data_dir: Path) -> Path:
    return data_dir.with_name(f"{data_dir.name}.stderr")


def _examine(there: Connection, examiner: Examiner, data_dir: Path, doctor_first: bool) -> None:
    descriptor = os.open(_errors_of(data_dir), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(descriptor, sys.stderr.fileno())
    logging.disable()
    found = Examination()
    settings = Settings.of(**{**examiner.options, "data_dir": data_dir})
    with embedding_with(HashedWords()):
        for doctor in (doctor_first, not doctor_first):
            with found.trying():
                if doctor:
                    found.sound = diagnose(settings, {}).sound
                else:
                    _ask(found, examiner, settings)
    there.send(found)
    there.close()


def _ask(found: Examination, examiner: Examiner, settings: Settings) -> None:
    """Ask everything, and hash all that the library gives of the owners: texts, dates, names, records."""
    with Daybook.open(settings=settings, embedder=HashedWords()) as daybook:
        owner = examiner.owners[0]
        for question in examiner.questions:
            with found.trying():
                answer = daybook.ask(question, owner=owner, asked_at=_ASKED_AT)
                quotes = [quote.quote for quote in answer.evidence]
                best = daybook.search(question, owner=owner, asked_at=_ASKED_AT, limit=1).candidates
                places = [candidate.round.round_id for candidate in best]
                found.answers.append((question, answer.text, quotes, places))
                found.quotes += quotes
        with found.trying():
            rows: list[object] = []
            for owner in examiner.owners:
                rows += [sessions := daybook.sessions(owner=owner)]
                names = sorted({session.session_id for session in sessions})
                rows += [daybook.rounds(owner=owner, session_id=name) for name in names]
                rows += [daybook.ledger.records(owner=owner), daybook.ledger.policy(owner=owner)]
            found.rows = sha256(repr(rows).encode("utf-8", "surrogatepass")).hexdigest()
