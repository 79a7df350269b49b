"""The job of a run: ask each question, and make its record."""

import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from tempfile import gettempdir

from daybook.conversation.errors import DaybookError, UserError
from daybook.graph.event_loop import run
from daybook.graph.parts import Components
from daybook.models.llm import load_chat_models
from daybook.settings import Settings
from daybook.settings.environment import read_settings
from daybook_eval.data.case import Case
from daybook_eval.data.cases import sha256_of
from daybook_eval.embedders import open_embedder
from daybook_eval.records import Code, DataFile, QuestionRecord, Run
from daybook_eval.systems.bench import Bench
from daybook_eval.systems.daybook import ask, keep
from daybook_eval.systems.system import failed_record, record_of
from daybook_prompts import load_prompts


@dataclass(frozen=True, slots=True)
class QuestionJob:
    """Asks Daybook as its settings make it."""

    settings: Settings = field(hash=False)
    """Those in force, read by the command: a process of another machine has another environment."""
    answers: bool
    cache: Path
    scratch: Path
    """A folder for the stores; on a machine that has no such folder they go to that for temporary files."""

    def open(self) -> Callable[[Sequence[Case]], Iterator[QuestionRecord]]:
        """Open the bench of this process; raises BadSettings if the settings name what there is not."""
        bench = Bench.open(self.settings, cache=self.cache)
        return lambda cases: _records(cases, bench, self)


def new_run(
    given: Mapping[str, object], data: Path, *, answers: bool, cache: Path
) -> tuple[QuestionJob, Run]:
    """Make the job and the header of a run; `given` settings beat those of the environment."""
    job = QuestionJob(read_settings(**given), answers, cache, Path())
    return job, run_of(job, data)


def _records(cases: Sequence[Case], bench: Bench, job: QuestionJob) -> Iterator[QuestionRecord]:
    """Ask the questions of one history one after the other; each session is kept before the first to see it.

    Keeping is timed with that question.
    """
    scratch = job.scratch if job.scratch.is_dir() else Path(gettempdir())
    kept = 0
    with bench.parts(scratch) as parts:
        for case in cases:
            timings: Mapping[str, float] = {}
            if len(case.sessions) > kept:
                try:
                    timings = {"ingest": run(keep(case, parts, after=kept))}
                except UserError:  # it would be the same for every history
                    raise
                except DaybookError as error:
                    yield failed_record(case, _told(error))
                    continue
                kept = len(case.sessions)
            yield run(_record(case, parts, job, timings))


async def _record(
    case: Case, parts: Components, job: QuestionJob, timings: Mapping[str, float]
) -> QuestionRecord:
    try:
        outcome = await ask(case, parts, job.answers)
    except UserError:
        raise
    except DaybookError as error:
        return failed_record(case, _told(error))
    return record_of(case, replace(outcome, timings={**timings, **outcome.timings}))


def _told(error: DaybookError) -> str:
    return f"{type(error).__name__}: {error}"


_SOURCES = tuple(Path(str(files(package))) for package in ("daybook", "daybook_prompts"))
"""The sources that decide an answer, wherever they are installed."""
_PACKAGES = (
    *("chromadb", "langgraph", "numpy", "onnxruntime", "openai"),
    *("pydantic", "pystemmer", "rank-bm25", "tiktoken", "tokenizers"),
)
_NOT_RECORDED = {
    *("data_dir", "openai_api_key", "openai_base_url"),
    *("prompts", "model_concurrency"),
}
"""Secrets, places of this machine, and what changes no answer."""


def run_of(job: QuestionJob, data: Path) -> Run:
    """Write the header of a run that starts now.

    Raises:
        BadInput: the file cannot be read.
        BadSettings: the settings name a model or a folder of prompts that there is not.
    """
    settings = job.settings
    model = load_chat_models(settings).model
    prompts = load_prompts(settings.models.prompts) if model else {}
    return Run(
        data=data_file(data),
        retrieve_only=not job.answers,
        settings={name: value for name, value in settings.plain().items() if name not in _NOT_RECORDED},
        embedder=open_embedder(settings).fingerprint,
        models={"chat": model.fingerprint} if model else {},
        prompts={name: prompt.sha256 for name, prompt in prompts.items()},
        code=code_version(),
        packages={name: version(name) for name in _PACKAGES},
        started_at=datetime.now(UTC),
    )


def code_version() -> Code:
    """Return the commit, if it is a git checkout, and a hash of the sources."""
    return Code(
        commit=_git("rev-parse", "HEAD"),
        dirty=bool(_git("status", "--porcelain", "--", *map(str, _SOURCES))),
        sources=hash_of_sources(),
    )


def data_file(path: Path) -> DataFile:
    """Return the name and hash of a data file, or of the folder of a data set.

    Raises:
        BadInput: it cannot be read.
    """
    return DataFile(path.name, sha256_of(path))


def hash_of_sources() -> str:
    """Hash the installed files of Daybook and its prompts."""
    digest = sha256()
    for package in _SOURCES:
        found = (path for pattern in ("*.py", "*.md", "*.toml") for path in package.rglob(pattern))
        for path in sorted(found):
            content = path.read_bytes()
            name = path.relative_to(package.parent).as_posix()
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=_SOURCES[0], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
