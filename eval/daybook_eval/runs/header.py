"""The header of a run: what is needed to reproduce it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from daybook.embedding import load_embedder
from daybook.errors import BadInput
from daybook.llm import load_chat_models
from daybook_eval.records import Code, DataFile, Run
from daybook_eval.runs.question_job import QuestionJob
from daybook_prompts import load_prompts

_SOURCES = tuple(Path(str(files(package))) for package in ("daybook", "daybook_prompts"))
"""What decides an answer, wherever it is installed."""
_PACKAGES = (
    "chromadb",
    "langgraph",
    "numpy",
    "onnxruntime",
    "openai",
    "pydantic",
    "pystemmer",
    "rank-bm25",
    "tiktoken",
    "tokenizers",
)
_NOT_RECORDED = {
    "data_dir",
    "openai_api_key",
    "openai_base_url",
    "reply_cache",
    "prompts",
    "model_concurrency",
}
"""Secrets, places of this machine, and what changes no answer."""
_PIECE = 1 << 20


def run_of(job: QuestionJob, data: Path) -> Run:
    """Write the header of a run that starts now.

    Args:
        job: what is done with each question.
        data: the file of the questions.

    Raises:
        BadInput: the file cannot be read.
        BadSettings: the settings name a model or a folder of prompts that there is not.
    """
    settings = job.settings
    models = load_chat_models(settings)
    prompts = load_prompts(settings.models.prompts) if models.by_role else {}
    return Run(
        system=job.system,
        data=data_file(data),
        retrieve_only=not job.answers,
        settings={name: value for name, value in settings.plain().items() if name not in _NOT_RECORDED},
        embedder=load_embedder(
            settings.embedder,
            openai_api_key=settings.openai_api_key,
            openai_base_url=settings.openai_base_url,
        ).fingerprint,
        models={role.value: model.fingerprint for role, model in models.by_role.items()},
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
    """Return the name and hash of a data file.

    Raises:
        BadInput: it cannot be read.
    """
    digest = sha256()
    try:
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                digest.update(piece)
    except OSError as error:
        raise BadInput(error.strerror or str(error), source=path) from None
    return DataFile(path.name, digest.hexdigest())


def hash_of_sources() -> str:
    """Hash the installed files of Daybook and its prompts."""
    digest = sha256()
    for package in _SOURCES:
        for path in sorted(_files_of(package)):
            content = path.read_bytes()
            name = path.relative_to(package.parent).as_posix()
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _files_of(package: Path) -> Iterator[Path]:
    for pattern in ("*.py", "*.md", "*.toml"):
        yield from package.rglob(pattern)


def _git(*arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=_SOURCES[0], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
