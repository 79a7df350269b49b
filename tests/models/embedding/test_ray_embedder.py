from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from daybook.conversation.errors import BadSettings, ModelError, ModelUnavailable
from daybook.models.embedding import load_embedder
from tests.on_ray import NEEDS_RAY, FatalSpec, SpecOfManyVersions
from tests.store.bag_of_words import BagOfWords

if TYPE_CHECKING:
    from daybook.models.embedding.ray_embedder import RayCluster

pytestmark = NEEDS_RAY

TEXTS = [
    "Plums.",
    "",
    "I keep bees in the garden behind the house.",
    "łódź 🐝 and " * 20,
    "a b " * 400,
    "Plums.",
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayCluster]:
    from daybook.models.embedding.ray_embedder import ray_cluster

    with ray_cluster(2) as cluster:
        yield cluster


async def test_vectors_are_bit_for_bit_those_without_ray_and_in_order(cluster: RayCluster) -> None:
    from daybook.models.embedding.ray_embedder import EmbedderSpec, RayEmbedder

    plain, texts = load_embedder("minilm"), [f"{text} {number}" for number in range(9) for text in TEXTS]
    embedder = RayEmbedder(EmbedderSpec("minilm"), cluster)

    assert np.array_equal(await embedder.embed(texts), await plain.embed(texts))
    assert (embedder.fingerprint, embedder.dim) == (plain.fingerprint, plain.dim)
    assert [embedder.windows(text) for text in TEXTS] == [plain.windows(text) for text in TEXTS]
    assert (await embedder.embed([])).shape == (0, plain.dim)


async def test_a_worker_that_is_killed_loses_no_vector(cluster: RayCluster, tmp_path: Path) -> None:
    from daybook.models.embedding.ray_embedder import RayEmbedder

    texts, remembered = [*map(str, range(50)), "die", *map(str, range(50))], tmp_path / "killed"

    vectors = await RayEmbedder(FatalSpec(remembered), cluster).embed(texts)

    assert int(remembered.read_text()) != os.getpid()
    assert np.array_equal(vectors, await BagOfWords().embed(texts))


async def test_a_text_that_kills_every_worker_ends_in_an_error(cluster: RayCluster) -> None:
    from daybook.models.embedding.ray_embedder import RayEmbedder

    with pytest.raises(ModelError, match="4 Ray workers died in turn"):
        await RayEmbedder(FatalSpec(), cluster).embed(["die"])


async def test_an_error_of_the_embedder_arrives_as_it_is(cluster: RayCluster) -> None:
    from daybook.models.embedding.ray_embedder import RayEmbedder

    with pytest.raises(ModelError) as raised:
        await RayEmbedder(FatalSpec(), cluster).embed(["fail"])

    assert str(raised.value) == "the model is out of order"


async def test_a_worker_with_another_embedder_is_refused(cluster: RayCluster) -> None:
    from daybook.models.embedding.ray_embedder import RayEmbedder

    with pytest.raises(ModelUnavailable, match=f"embeds with process .* and not with process {os.getpid()}"):
        await RayEmbedder(SpecOfManyVersions(), cluster).embed(["plum"])


async def test_a_node_without_daybook_is_told_of_in_one_line(cluster: RayCluster) -> None:
    future = cluster.submit(_lines, Path())  # no worker can import a test module

    with pytest.raises(BadSettings, match="install there the Daybook that is installed here") as raised:
        future.result()
    assert "\n" not in str(raised.value)


def test_nobody_else_on_the_network_can_reach_a_ray_of_this_machine(cluster: RayCluster) -> None:
    listening = [line.split() for path in ("tcp", "tcp6") for line in _lines(Path("/proc/net", path))]
    inodes = _sockets_of_descendants(os.getpid())

    ours = [fields[1].partition(":")[0] for fields in listening if fields[3] == "0A" and fields[9] in inodes]

    assert ours
    assert {address[-8:] for address in ours} == {"0100007F"}, "not the loopback"


def test_an_address_where_no_cluster_is_is_the_users_mistake_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from daybook.models.embedding.ray_embedder import ray_cluster

    monkeypatch.setattr("ray.is_initialized", lambda: False)
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")

    with pytest.raises(BadSettings, match="no Ray cluster can be joined there"), ray_cluster():
        pass


def _lines(path: Path) -> list[str]:
    if not path.exists():
        pytest.skip("only Linux tells who listens")
    return path.read_text().splitlines()[1:]


def _sockets_of_descendants(pid: int) -> set[str]:
    """The inodes of the sockets of a process and of all that it started."""
    inodes: set[str] = set()
    children = [pid]
    while children:
        one = Path("/proc", str(children.pop()))
        for link in (one / "fd").iterdir():
            target = os.readlink(link) if link.is_symlink() else ""
            inodes |= {target[len("socket:[") : -1]} if target.startswith("socket:[") else set()
        for task in (one / "task").iterdir():
            children += map(int, (task / "children").read_text().split())
    return inodes
