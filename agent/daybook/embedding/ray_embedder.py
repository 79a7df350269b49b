"""Embeds on the workers of a Ray cluster."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Protocol

import numpy as np
from pydantic import SecretStr

from daybook.embedding.load import load_embedder
from daybook.embedding.protocol import Embedder, Vectors
from daybook.embedding.ray_cluster import RayCluster, WorkersDied, ray_cluster
from daybook.errors import ModelError, ModelUnavailable

MOST_TEXTS = 8
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
        """Make the embedder.

        Raises:
            BadSettings: there is no such embedder, or its key is missing.
        """
        return load_embedder(
            self.name, openai_api_key=self.openai_api_key, openai_base_url=self.openai_base_url
        )


class RayEmbedder:
    """Stands for the embedder of a spec, which embeds in the processes of Ray's workers.

    A text gets the vector that it gets without Ray, since every worker runs the same embedder: windows are
    cut here, and a worker whose embedder has another fingerprint is refused. Work is handed out as Ray's
    tasks, and each process keeps the embedder loaded: Ray then knows by itself who is free, and gives the
    work of a process that died to another one.
    """

    def __init__(self, spec: LoadsEmbedder, cluster: RayCluster) -> None:
        self.cluster = cluster
        self._spec, self._plain = spec, spec.load()
        self._dim: int | None = None

    @property
    def fingerprint(self) -> str:
        """That of the embedder it stands for."""
        return self._plain.fingerprint

    @property
    def dim(self) -> int:
        """That of the embedder it stands for."""
        return self._dim or self._plain.dim

    def windows(self, text: str) -> list[tuple[int, int]]:
        """Those of the embedder it stands for, cut in this process."""
        return self._plain.windows(text)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed on the workers; the order of the texts is kept.

        Raises:
            ModelUnavailable: a worker has another embedder, or cannot load it.
            ModelError: the embedder failed, or the workers that had the same texts died one after the other.
        """
        if not texts:
            return await self._plain.embed(texts)
        vectors = await asyncio.to_thread(self._gathered, texts)
        self._dim = vectors.shape[1]
        return vectors

    def _gathered(self, texts: Sequence[str]) -> Vectors:
        size = min(MOST_TEXTS, ceil(len(texts) / (self.cluster.processors * SHARES)))
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
    """Join or start Ray, and yield the embedder whose workers are there.

    Raises:
        BadSettings: the embedder does not exist, or RAY_ADDRESS names no cluster.
    """
    with ray_cluster() as cluster:
        yield RayEmbedder(spec, cluster)


@lru_cache(maxsize=1)
def _loaded(spec: LoadsEmbedder) -> Embedder:
    return spec.load()


def _embed_in_worker(spec: LoadsEmbedder, texts: Sequence[str]) -> tuple[str, Vectors]:
    """Embed a part in a worker's process, which loads the embedder once; also tells its fingerprint."""
    embedder = _loaded(spec)
    return embedder.fingerprint, asyncio.run(embedder.embed(texts))
