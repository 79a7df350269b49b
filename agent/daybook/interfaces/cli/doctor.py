"""Reports what is installed and in force, whether the store is sound, and what leaves the machine."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from importlib.metadata import PackageNotFoundError, version
from ipaddress import ip_address
from pathlib import Path
from shlex import quote
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

from daybook.conversation.errors import DaybookError, ModelError
from daybook.conversation.extras import DISTRIBUTION
from daybook.graph.event_loop import run
from daybook.library.daybook import Daybook
from daybook.library.wiring import how_tokens_are_counted, place_of
from daybook.models.embedding import Embedder, load_embedder, load_reranker
from daybook.models.embedding.minilm import MiniLM
from daybook.models.embedding.onnx_model import OnnxEmbedder
from daybook.models.llm.configured_models import load_chat_models, probe_model
from daybook.models.llm.langchain_chat import provider_of
from daybook.settings import SETTINGS, Settings, VectorSearch
from daybook.store import (
    EXACT_LIMIT,
    FILE,
    CheckResult,
    database_hosts,
    open_to_others,
    stored_schema,
    vectors_on_disk,
)

_TRACING = ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2")
"""Any of them set to "true" has LangChain trace."""
_LANGSMITH = "https://api.smith.langchain.com"
_PACKAGES = (DISTRIBUTION, *"langgraph chromadb sqlalchemy onnxruntime openai".split())
LOCAL_SERVERS = {
    "Ollama": "http://127.0.0.1:11434/v1",
    "LM Studio": "http://127.0.0.1:1234/v1",
    "llama.cpp": "http://127.0.0.1:8080/v1",
}
"""The usual addresses of servers of models on this machine."""
_PATIENCE = 2.0
"""Seconds in which such a server has to answer."""
_LONGEST_LIST = 1_000_000
"""Bytes that are read of its list of models."""
_TRIED = "The cat is called Pixel."
"""A sentence to try a local model on."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The doctor's findings."""

    findings: Sequence[CheckResult]
    versions: Mapping[str, str]
    embedder: str
    model: str | None
    """The chat model."""
    settings: Mapping[str, str]
    """The settings, apart from the data directory; keys are masked."""
    pipeline: Mapping[str, str | None]
    """The preset, what searches vectors and how rankings are merged, as they are chosen."""
    data_dir: Path
    leaves_the_machine: Sequence[str]

    @property
    def sound(self) -> bool:
        """True if every part is in order."""
        return all(finding.ok for finding in self.findings)


def diagnose(
    settings: Settings,
    env: Mapping[str, str],
    *,
    offline: bool = False,
    local: Mapping[str, str] | None = None,
) -> Diagnosis:
    """Look at the installation, at the store, and, unless offline, at the chat model by one small call.

    The environment may have LangChain send traces. The servers of `local`, addresses by name, are asked for
    their models where none is configured.
    """
    model = settings.models.chat_model
    seen = _findings(settings)
    called: Sequence[CheckResult] = () if offline or not model else (run(_call_model(settings)),)
    if local and not model:
        called = _local_models(local)
    said = {finding.detail for finding in seen}
    return Diagnosis(
        findings=(*seen, *(finding for finding in called if finding.detail not in said)),
        versions={"python": platform.python_version(), **{name: _version_of(name) for name in _PACKAGES}},
        embedder=settings.embedder,
        model=model,
        settings=_changed(settings),
        pipeline={
            "preset": settings.preset,
            "vectors": settings.vectors,
            "fusion": settings.options.search.fusion,
        },
        data_dir=settings.data_dir,
        leaves_the_machine=what_leaves(settings, env),
    )


def _findings(settings: Settings) -> Sequence[CheckResult]:
    """Look at the parts; where there is no memory yet, none is made."""
    permissions = _permissions_check(settings.data_dir)
    try:
        checks: list[CheckResult | None]
        if left_alone := memory_check(settings):
            embedder = load_embedder(settings.embedder, openai_api_key=settings.openai_api_key)
            checks = [left_alone, permissions, _model_check(embedder)]
        else:
            with Daybook.open(settings=settings) as daybook:
                checks = [*daybook.check(), _search_check(daybook), _facts_check(daybook), permissions]
                checks.append(_model_check(daybook.embedder))
        if (reranker := load_reranker(settings.models.reranker)) is not None:
            checks.append(_tried("reranker", reranker.scores(_TRIED, [_TRIED]), reranker.describe()))
        checks.append(CheckResult("tokens", True, f"counted by {how_tokens_are_counted()}"))
    except DaybookError as error:
        checks = [CheckResult("opening", False, str(error)), permissions]
    return [check for check in checks if check]


def _model_check(embedder: Embedder) -> CheckResult | None:
    """Try an embedder that runs here; None for another."""
    if isinstance(embedder, OnnxEmbedder | MiniLM):
        return _tried("model", embedder.embed([_TRIED]), embedder.describe())
    return None


def _tried(part: str, work: Coroutine[None, None, object], described: str) -> CheckResult:
    try:
        run(work)
    except ModelError as error:
        return CheckResult(part, False, str(error))
    return CheckResult(part, True, described)


def _search_check(daybook: Daybook) -> CheckResult:
    """Say what searches the vectors, by the owner who has most of them."""
    settings = daybook.settings
    most = max((daybook.stats(owner=owner).vectors for owner in daybook.owners()), default=0)
    if settings.vectors is VectorSearch.AUTO:
        ways = f"exact up to {EXACT_LIMIT:,} vectors of an owner, Chroma beyond"
    else:
        ways = settings.vectors.capitalize()
    text = f"{ways}; the most that one has: {most:,}; merged by {settings.options.search.fusion}"
    return CheckResult("search", True, text)


def _facts_check(daybook: Daybook) -> CheckResult | None:
    """Name events that cannot be read. Returns None if no ledger is kept."""
    if not daybook.settings.ledger:
        return None
    owners, ledger = daybook.owners(), daybook.ledger
    unreadable = [str(event_id) for owner in owners for event_id in ledger.unreadable(owner=owner)]
    if unreadable:
        lost = f"events of the ledger that cannot be read: {', '.join(unreadable)}"
        return CheckResult("facts", False, f"{lost}; put a copy of the database back")
    return CheckResult("facts", True, "every event can be read")


def memory_check(settings: Settings) -> CheckResult | None:
    """Look whether there is a memory, or one can be made. Returns None if there is one.

    Raises:
        StoreError: the database cannot be read.
    """
    place, folder = place_of(settings), settings.data_dir
    if stored_schema(place) is not None:
        return None
    # Vectors beside a database elsewhere may be those of a file that was here before.
    if place.database_url is None and (left := vectors_on_disk(folder / "chroma")):
        lost = f"the database is gone or empty, but {left} vectors of it are left: put a copy of it back"
        return CheckResult("memory", False, lost)
    there = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    if not (there.is_dir() and os.access(there, os.W_OK)):
        return CheckResult("memory", False, f"{folder} cannot be made: {there} is no folder to write to")
    return CheckResult("memory", True, "none yet: `daybook import FILE` or `daybook chat` begins one")


def _permissions_check(data_dir: Path) -> CheckResult | None:
    """Look whether anyone but its user may reach a memory; None without one, or without POSIX modes."""
    if os.name != "posix" or not any((data_dir / name).exists() for name in (FILE, "chroma")):
        return None
    if not (names := [path.name for path in open_to_others(data_dir)]):
        return CheckResult("permissions", True, "only you may read it")
    mend = f"`chmod -R go-rwx {quote(str(data_dir))}` keeps them out"
    return CheckResult("permissions", False, f"others may reach {', '.join(names[:2])}: {mend}")


async def _call_model(settings: Settings) -> CheckResult:
    try:
        models = load_chat_models(settings)
    except DaybookError as error:
        return CheckResult("chat model", False, str(error))
    assert models.model is not None
    try:
        probe = await probe_model(models.model)
    finally:
        await models.aclose()
    return CheckResult(f"chat model {models.model.name}", probe.ok, probe.text)


def _local_models(servers: Mapping[str, str]) -> list[CheckResult]:
    """Ask servers on this machine for their models, and say how to use one."""
    found = [
        CheckResult(
            "chat model",
            True,
            f"{name} has {', '.join(models)}: set OPENAI_BASE_URL={address} DAYBOOK_CHAT_MODEL={models[0]}",
        )
        for name, address in servers.items()
        if (models := _models_at(address))
    ]
    return found or [CheckResult("chat model", True, f"none answers at {', '.join(servers.values())}")]


def _models_at(address: str) -> list[str]:
    """List the first models of a server by OpenAI's route; none where nothing answers in its form."""
    try:
        with build_opener(ProxyHandler({})).open(f"{address}/models", timeout=_PATIENCE) as reply:
            listed = json.loads(reply.read(_LONGEST_LIST))
        return [str(model["id"]) for model in listed["data"]][:5]
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        return []


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _host_of(address: str) -> str:
    return urlsplit(address if "://" in address else f"//{address}").hostname or address


def _host(settings: Settings) -> str:
    return _host_of(settings.openai_base_url or "https://api.openai.com")


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def what_leaves(settings: Settings, env: Mapping[str, str]) -> tuple[str, ...]:
    """Say what goes to other hosts than this one, to which, and what for."""
    embeds = settings.embedder.startswith("openai:")
    model = settings.models.chat_model
    traced = any(env.get(name, "").lower() == "true" for name in _TRACING)
    tracer = env.get("LANGSMITH_ENDPOINT") or env.get("LANGCHAIN_ENDPOINT") or _LANGSMITH
    sent = (
        ("all that is kept", database_hosts(place_of(settings), env), " for the database"),
        ("the vectors that Chroma searches", [_host_of(settings.chroma_url or "")], " for its server"),
        ("the text of every round and question", [_host(settings)] if embeds else [], " for embedding"),
        (
            "questions and the rounds that bear on them",
            [_chat_host(model, settings, env)] if model else [],
            " for the chat model",
        ),
        (
            "questions, answers and the rounds between them",
            [_host_of(tracer)] if traced else [],
            ", for LangSmith tracing is on",
        ),
    )
    return tuple(
        f"{what}, to {' and '.join(away)}{why}"
        for what, hosts, why in sent
        if (away := [host for host in hosts if host and not _is_here(host)])
    )


def _chat_host(name: str, settings: Settings, env: Mapping[str, str]) -> str:
    provider = provider_of(name)
    if provider is None:
        return _host(settings)
    return _host_of(env.get("OLLAMA_HOST", "localhost")) if provider == "ollama" else provider


def _changed(settings: Settings) -> dict[str, str]:
    default, chosen = Settings.of().plain(), settings.plain()
    names = (name for name in SETTINGS if name != "data_dir" and chosen[name] != default[name])
    return {name: str(chosen[name]) for name in sorted(names)}
