"""What a memory says when it is opened, asked, searched, read and doctored, in a process that may die of it.

The process is forked from a server that has imported everything and opened nothing, so that each costs the
work and not two seconds of imports.
"""

import logging
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter
from unittest.mock import patch

from daybook import Daybook
from daybook.conversation.errors import DaybookError
from daybook.embedding import Embedder
from daybook.interfaces.cli.doctor import diagnose
from daybook.interfaces.cli.program import run
from daybook.settings import Settings
from daybook_eval.embedders import HashedWords


@dataclass(frozen=True, slots=True)
class CommandRun:
    """What a command did."""

    code: int | None
    """Its exit code; None where it ended in a traceback."""
    out: str
    err: str
    fault: str
    """The error that passed through, and where it was raised; "" where none did."""
    seconds: float


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


def run_command(*arguments: str) -> CommandRun:
    """Run `daybook` with these arguments; whatever it raises is kept as its `fault`."""
    code, fault = None, ""
    began = perf_counter()
    with TemporaryFile("w+", encoding="utf-8") as out, TemporaryFile("w+", encoding="utf-8") as err:
        with redirect_stdout(out), redirect_stderr(err):
            try:
                code = run(arguments)
            except (Exception, SystemExit) as error:  # whatever passes through is what is looked for
                fault = described(error)
        seconds = perf_counter() - began
        for file in (out, err):
            file.seek(0)
        return CommandRun(code, out.read(), err.read(), fault, seconds)


def described(error: BaseException) -> str:
    """Name an error and the line of Daybook that it came from; its text may be long, and is cut."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/daybook/" in frame.filename] or frames
    place = f"{ours[-1].filename.rpartition('/daybook/')[2]}:{ours[-1].lineno}" if ours else "?"
    return f"{type(error).__name__} at {place}: {str(error).splitlines()[0] if str(error) else ''}"[:200]


_PRELOADED = (
    "chromadb",
    "daybook.graph.recall",
    "daybook.graph.remember",
    "numpy.random",
    "sqlalchemy.dialects.sqlite",
)
_ASKED_AT = datetime(2025, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class Examination:
    """What came out of it; plain values, since they travel between processes."""

    answers: list[object] = field(default_factory=list)
    """Answers and searches, in the order of the questions; None for one that was refused."""
    quotes: list[str] = field(default_factory=list)
    """What the answers quote as evidence."""
    rows: str = ""
    """A hash of every session, round and record as the library gives them."""
    sound: bool | None = None
    """What the doctor says; None where it gave no answer."""
    findings: list[str] = field(default_factory=list)
    """What the doctor found wrong."""
    refusals: list[str] = field(default_factory=list)
    """Errors that Daybook raised on purpose."""
    faults: list[str] = field(default_factory=list)
    """All other errors."""
    ended: int | None = 0
    """The exit code of the process, negative after a signal; None where it had to be stopped."""


@dataclass(frozen=True, slots=True)
class Examiner:
    """What memories are examined with."""

    questions: Sequence[str]
    owners: Sequence[str]
    options: dict[str, object]
    """Settings and options by their names, other than the data directory."""
    timeout: float = 120.0
    """Seconds after which a process counts as stuck, and is stopped."""

    def examine(self, data_dir: Path, *, doctor_first: bool) -> Examination:
        """Examine a memory in a process of its own, the doctor before or after anything else opens it."""
        context = get_context("forkserver")
        context.set_forkserver_preload(
            [__name__, "daybook.graph.recall", "daybook.graph.remember", "chromadb"]
        )
        here, there = context.Pipe(duplex=False)
        child = context.Process(target=_examine, args=(there, self, data_dir, doctor_first))
        child.start()
        there.close()
        found = Examination(ended=None)
        if here.poll(self.timeout):
            with suppress(EOFError):  # it died before it had anything to say
                found = here.recv()
            child.join(self.timeout)
        found.ended = child.exitcode
        child.kill()
        child.join()
        if found.ended:
            found.faults.append(_last_words(data_dir))
        here.close()
        return found


def _examine(there: Connection, examiner: Examiner, data_dir: Path, doctor_first: bool) -> None:
    """Do it, in the process of its own, and send what came out."""
    descriptor = os.open(_errors_of(data_dir), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(descriptor, sys.stderr.fileno())
    logging.disable()
    found, embedder = Examination(), HashedWords()
    settings = Settings.of(**{**examiner.options, "data_dir": data_dir})
    with embedding_with(embedder):
        if doctor_first:
            _tried(found, partial(_doctor, found, settings))
        _tried(found, partial(_ask, found, examiner, settings))
        if not doctor_first:
            _tried(found, partial(_doctor, found, settings))
    there.send(found)
    there.close()


def _doctor(found: Examination, settings: Settings) -> None:
    diagnosis = diagnose(settings, {})
    found.sound = diagnosis.sound
    found.findings = [f"{finding.name}: {finding.detail}" for finding in diagnosis.findings if not finding.ok]


def _ask(found: Examination, examiner: Examiner, settings: Settings) -> None:
    with Daybook.open(settings=settings, embedder=HashedWords()) as daybook:
        for question in examiner.questions:
            _tried(found, partial(_one_question, found, daybook, examiner.owners[0], question))
        _tried(found, partial(_read_all, found, daybook, examiner.owners))


def _one_question(found: Examination, daybook: Daybook, owner: str, question: str) -> None:
    answer = daybook.ask(question, owner=owner, asked_at=_ASKED_AT)
    quotes = [quote.quote for quote in answer.evidence]
    best = daybook.search(question, owner=owner, asked_at=_ASKED_AT, limit=1).candidates
    found.answers.append((question, answer.text, quotes, [candidate.round.round_id for candidate in best]))
    found.quotes += quotes


def _read_all(found: Examination, daybook: Daybook, owners: Sequence[str]) -> None:
    """Hash everything that the library gives of some owners: texts, dates, names, records."""
    digest = sha256()
    for owner in owners:
        sessions = daybook.sessions(owner=owner)
        for name in sorted({session.session_id for session in sessions}):
            digest.update(repr(daybook.rounds(owner=owner, session_id=name)).encode("utf-8", "surrogatepass"))
        rest = (sessions, daybook.ledger.records(owner=owner), daybook.ledger.policy(owner=owner))
        digest.update(repr(rest).encode("utf-8", "surrogatepass"))
    found.rows = digest.hexdigest()


def _tried(found: Examination, step: Callable[[], None]) -> None:
    try:
        step()
    except DaybookError as error:
        found.refusals.append(str(error))
    except Exception as error:  # whatever passes through is what is looked for
        found.faults.append(described(error))


def _errors_of(data_dir: Path) -> Path:
    return data_dir.with_name(f"{data_dir.name}.stderr")


def _last_words(data_dir: Path) -> str:
    lines = (
        _errors_of(data_dir).read_text("utf-8", "replace").split("\n")
        if _errors_of(data_dir).exists()
        else []
    )
    return next((line for line in reversed(lines) if line.strip()), "no last words")[:200]
