"""Embeds on the workers of a Ray cluster: one that RAY_ADDRESS names, or a Ray on this machine."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any, ParamSpec, Protocol, TypeVar
from urllib.parse import urlsplit

import numpy as np
from pydantic import SecretStr

from daybook.conversation.errors import BadSettings, DaybookError, ModelError, ModelUnavailable
from daybook.models.embedding import load_embedder
from daybook.models.embedding.embedder import Embedder, Vectors, WrappedEmbedder

# All are read when ray is imported. A Ray that is started here would listen to the network without the second
# (the name is of the platforms where it stays on the loopback by default), and without the last would leave
# a token in the user's home that others may read.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
if not os.environ.get("RAY_ADDRESS"):
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    os.environ.setdefault("RAY_AUTH_MODE", "token")
    os.environ.setdefault("RAY_AUTH_TOKEN", token_hex(32))

import ray
from ray.exceptions import RayError, RaySystemError, RayTaskError

P = ParamSpec("P")
T = TypeVar("T")

RETRIES = 3
"""How often work is handed out again after the worker that had it died."""
REACHED_WITHIN = 5.0
"""Seconds in which a cluster has to accept a connection: Ray itself would try for many minutes."""
_OBJECT_STORE = 256 * 2**20
"""Bytes of shared memory for what workers are sent; Ray would set aside a third of the machine's."""
_NOT_IMPORTED = "failed to import on the worker"
"""Ray's message if a worker lacks the module; that of an argument is a RaySystemError."""
_QUIET = {"log_to_driver": False, "logging_level": logging.ERROR}


class WorkersDied(DaybookError):
    """Every worker that was handed the same work died."""

    def __init__(self) -> None:
        super().__init__(
            f"{RETRIES + 1} Ray workers died in turn over the same work, killed or for want of memory"
        )


@dataclass(frozen=True, slots=True)
class RayCluster:
    """A Ray that can be given work."""

    address: str | None
    """Of the cluster that was joined; None if Ray was started for this process."""
    processors: int

    def __str__(self) -> str:
        where = "a Ray of this machine" if self.address is None else f"the Ray cluster at {self.address}"
        return f"{where} ({self.processors} processors)"

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand work to a free worker, one processor of it, and to another if that dies.

        The future raises what the work raised, and WorkersDied where it was in vain.
        """
        ended: Future[T] = Future()

        def pass_on(done: Future[T]) -> None:
            if (error := done.exception()) is None:
                ended.set_result(done.result())
            else:
                ended.set_exception(_plain(error))

        _remote(work).remote(*args, **kwargs).future().add_done_callback(pass_on)
        return ended


@contextmanager
def ray_cluster(processors: int | None = None) -> Iterator[RayCluster]:
    """Join the cluster that RAY_ADDRESS names, or start Ray here; what was begun is ended in the end.

    No other cluster is joined: Ray's own search would take any on the machine, perhaps somebody else's. A Ray
    that this process runs already is used.

    Args:
        processors: that a Ray which is started here may use; all of the machine's by default.
    """
    address = os.environ.get("RAY_ADDRESS") or None
    if ray.is_initialized():
        yield _joined(address)
        return
    # Of this user only, and gone in the end: what spills from memory is text. The names of Ray's sockets have
    # to stay short, as they may not in macOS's folder.
    short = "/tmp" if os.name == "posix" else None
    with TemporaryDirectory(prefix="daybook-ray-", dir=short, ignore_cleanup_errors=True) as folder:
        if address is None:
            _start(processors, folder)
        else:
            _join(address)
        try:
            yield _joined(address)
        finally:
            ray.shutdown()


def _joined(address: str | None) -> RayCluster:
    return RayCluster(address, processors=max(1, int(ray.cluster_resources().get("CPU", 1))))


def _start(processors: int | None, folder: str) -> None:
    """Start Ray on this machine, its files in a folder of their own.

    Ray's head asks the network which cloud it runs in, unless its home describes the cluster: so it gets
    another home, and only the workers have the user's.
    """
    Path(folder, "ray_bootstrap_config.yaml").touch()
    home = os.environ.get("HOME")
    os.environ["HOME"] = folder
    try:
        ray.init(
            "local",
            num_cpus=processors,
            include_dashboard=False,
            object_store_memory=_OBJECT_STORE,
            runtime_env={"env_vars": {} if home is None else {"HOME": home}},
            _temp_dir=folder,
            **_QUIET,
        )
    finally:
        del os.environ["HOME"]
        if home is not None:
            os.environ["HOME"] = home


def _join(address: str) -> None:
    try:
        if address != "auto":
            given = urlsplit(address if "//" in address else f"//{address}")
            socket.create_connection((given.hostname or "", given.port or 0), REACHED_WITHIN).close()
        ray.init(address, **_QUIET)
    except (OSError, RuntimeError, ValueError) as error:
        problem = f"RAY_ADDRESS is {address}, and no Ray cluster can be joined there: {error}"
        raise BadSettings(problem) from None


@cache
def _remote(work: Callable[..., object]) -> Any:
    return ray.remote(num_cpus=1, max_retries=RETRIES)(work)


def _plain(error: BaseException) -> BaseException:
    """Give what the work raised as it raised it: Ray wraps it, with its traceback as its message."""
    if not isinstance(error, RayTaskError):
        return WorkersDied() if isinstance(error, RayError) else error
    cause = error.cause
    if isinstance(cause, RaySystemError) or _NOT_IMPORTED in str(cause):
        return BadSettings(
            "a node of the Ray cluster lacks Daybook: install there the Daybook that is installed here"
        )
    return cause if isinstance(cause, DaybookError) else error


MAX_TEXTS = 8
"""Texts handed to a worker at a time: some 100 ms of MiniLM, beside which handing them out is cheap."""
SHARES = 4
"""Parts for each worker, where there are texts enough: the others go on while one is at long texts."""


class LoadsEmbedder(Protocol):
    """Makes an embedder, in whichever process it is sent to: it is small, hashable and picklable."""

    def __hash__(self) -> int: ...

    def load(self) -> Embedder:
        """Make the embedder."""


@dataclass(frozen=True, slots=True)
class EmbedderSpec:
    """Names an embedder; arguments as of `load_embedder`."""

    name: str
    openai_api_key: SecretStr | None = None
    openai_base_url: str | None = None

    def load(self) -> Embedder:
        """See `LoadsEmbedder`."""
        return load_embedder(
            self.name, openai_api_key=self.openai_api_key, openai_base_url=self.openai_base_url
        )


class RayEmbedder(WrappedEmbedder):
    """Stands for the embedder of a spec, which embeds in the processes of Ray's workers.

    Windows are cut here, and a worker whose embedder has another fingerprint is refused, so a text gets the
    same vector as without Ray. Work is handed out as Ray's tasks and each process keeps the embedder loaded:
    Ray knows who is free, and repeats the work of a process that died.
    """

    def __init__(self, spec: LoadsEmbedder, cluster: RayCluster) -> None:
        super().__init__(spec.load())
        self.cluster, self._spec = cluster, spec
        self._dim: int | None = None

    @property
    def dim(self) -> int:
        """As a worker's vectors have shown it, else that of the embedder it stands for."""
        return self._dim or self.plain.dim

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed on the workers; the order of the texts is kept."""
        if not texts:
            return await self.plain.embed(texts)
        vectors = await asyncio.to_thread(self._gathered, texts)
        self._dim = vectors.shape[1]
        return vectors

    def _gathered(self, texts: Sequence[str]) -> Vectors:
        size = min(MAX_TEXTS, ceil(len(texts) / (self.cluster.processors * SHARES)))
        parts = [list(texts[first : first + size]) for first in range(0, len(texts), size)]
        handed_out = [self.cluster.submit(_embed_in_worker, self._spec, part) for part in parts]
        try:
            answers = [future.result() for future in handed_out]
        except WorkersDied as died:
            raise ModelError(str(died)) from died
        for fingerprint, _ in answers:
            if fingerprint != self.fingerprint:
                raise ModelUnavailable(
                    f"a node of the Ray cluster embeds with {fingerprint} and not with {self.fingerprint}:"
                    " install there the Daybook that is installed here"
                )
        return np.concatenate([vectors for _, vectors in answers])


@contextmanager
def ray_embedder(spec: EmbedderSpec) -> Iterator[RayEmbedder]:
    """Join or start Ray, and yield the embedder whose workers are there."""
    with ray_cluster() as cluster:
        yield RayEmbedder(spec, cluster)


@lru_cache(maxsize=1)
def _loaded(spec: LoadsEmbedder) -> Embedder:
    return spec.load()


def _embed_in_worker(spec: LoadsEmbedder, texts: Sequence[str]) -> tuple[str, Vectors]:
    embedder = _loaded(spec)
    return embedder.fingerprint, asyncio.run(embedder.embed(texts))
