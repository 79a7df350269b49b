"""What embedding over a local Ray costs and gives, beside embedding in this process.

The same rounds are embedded both ways in turns, and their vectors compared bit for bit.
"""

import asyncio
import os
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from daybook.conversation import Role, rounds_of
from daybook.models.embedding import Embedder, Vectors, load_embedder
from daybook.models.embedding.ray_embedder import EmbedderSpec, RayCluster, RayEmbedder, ray_cluster
from daybook_eval.data.cases import read_longmemeval

PART = 256
"""Texts in a call, as an import makes them."""
HANDED_OUT = 500
"""Pieces of work that do nothing, by which handing out is timed."""


def measure(data: Path, rounds: int, repeat: int) -> None:
    """Print the figures."""
    plain = load_embedder("minilm")
    texts = list(_windows(data, plain, rounds))
    print(f"{rounds} rounds, {len(texts)} windows")
    asyncio.run(_embedded(plain, texts[:8]))
    before = _megabytes()
    began = perf_counter()
    with ray_cluster() as cluster:
        started = perf_counter()
        on_ray = RayEmbedder(EmbedderSpec("minilm"), cluster)
        asyncio.run(_embedded(on_ray, texts[: 4 * cluster.processors]))
        print(
            f"{cluster}: started in {started - began:.1f} s, "
            f"first texts after another {perf_counter() - started:.1f} s"
        )
        _compare(plain, on_ray, texts, repeat)
        _time_handing_out(cluster)
        print(f"memory: this process alone {before:.0f} MB, with all of Ray {_megabytes():.0f} MB")
        ending = perf_counter()
    print(f"ended in {perf_counter() - ending:.1f} s")


def _windows(data: Path, embedder: Embedder, rounds: int) -> Iterator[str]:
    every = chain.from_iterable(
        rounds_of(session, case.owner) for case in read_longmemeval(data) for session in case.sessions
    )
    texts = (
        round_.fields.get(role, "")
        for round_ in islice(every, rounds)
        for role in (Role.USER, Role.ASSISTANT)
    )
    yield from dict.fromkeys(text[start:stop] for text in texts for start, stop in embedder.windows(text))


async def _embedded(embedder: Embedder, texts: list[str]) -> Vectors:
    parts = [texts[first : first + PART] for first in range(0, len(texts), PART)]
    return np.concatenate([await embedder.embed(part) for part in parts])


def _compare(plain: Embedder, on_ray: RayEmbedder, texts: list[str], repeat: int) -> None:
    rates = []
    for _ in range(repeat):
        times, vectors = [], []
        for embedder in (plain, on_ray):
            began = perf_counter()
            vectors.append(asyncio.run(_embedded(embedder, texts)))
            times.append(perf_counter() - began)
        rates.append([len(texts) / seconds for seconds in times])
        print(f"windows/s: {rates[-1][0]:.1f} here, {rates[-1][1]:.1f} on Ray")
    far = float(np.abs(vectors[0] - vectors[1]).max())
    equal = f"up to {far:.2e} apart" if far else "equal bit for bit"
    ratio = median(ray / here for here, ray in rates)
    print(f"Ray over here: median ratio {ratio:.3f}; vectors {equal}")


def _time_handing_out(cluster: RayCluster) -> None:
    began = perf_counter()
    for future in [cluster.submit(_nothing) for _ in range(HANDED_OUT)]:
        future.result()
    each = (perf_counter() - began) / HANDED_OUT
    print(f"handing out a piece of work and having its result: {1000 * each:.2f} ms")


def _nothing() -> None:
    pass


def _megabytes() -> float:
    """Memory of this process and all that it started; what several share is shared out between them."""
    total, processes = 0, [os.getpid()]
    while processes:
        one = Path("/proc", str(processes.pop()))
        fields = (line.split() for line in (one / "smaps_rollup").read_text().splitlines())
        total += next(int(field[1]) for field in fields if field[0] == "Pss:")
        for task in (one / "task").iterdir():
            processes += map(int, (task / "children").read_text().split())
    return total / 1024
