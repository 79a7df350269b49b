"""Joins the Ray cluster that RAY_ADDRESS names, or runs Ray on this machine for as long as it is needed."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from daybook.errors import BadSettings

# Both are read when ray is imported. Without the second, a Ray that is started here listens to the network:
# the name is of the platforms where Ray stays on the loopback by default.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
if not os.environ.get("RAY_ADDRESS"):
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

import ray

RETRIES = 3
"""How often work is handed out again after the worker that had it died."""
REACHED_WITHIN = 5.0
"""Seconds in which a cluster has to accept a connection: Ray itself would try for many minutes."""
_OBJECT_STORE = 256 * 2**20
"""Bytes of shared memory for what workers are sent; Ray would set aside a third of the machine's."""
_QUIET = {"log_to_driver": False, "logging_level": logging.ERROR}


@dataclass(frozen=True, slots=True)
class RayCluster:
    """A Ray that can be given work."""

    address: str | None
    """Of the cluster that was joined; None where Ray was started for this process."""
    processors: int

    def __str__(self) -> str:
        where = "a Ray of this machine" if self.address is None else f"the Ray cluster at {self.address}"
        return f"{where} ({self.processors} processors)"


@contextmanager
def ray_cluster(processors: int | None = None) -> Iterator[RayCluster]:
    """Join the cluster that RAY_ADDRESS names, or start Ray here; what was begun is ended in the end.

    No other cluster is joined: Ray's own search would take any that runs on the machine, and so somebody
    else's, or one that another command ends when it is done. A Ray that this process runs already is used.

    Args:
        processors: that a Ray which is started here may use; all of the machine's by default.

    Raises:
        BadSettings: RAY_ADDRESS names no cluster that can be joined.
    """
    address = os.environ.get("RAY_ADDRESS") or None
    if ray.is_initialized():
        yield _joined(address)
        return
    with TemporaryDirectory(
        prefix="daybook-ray-", dir=_short_folder(), ignore_cleanup_errors=True
    ) as folder:  # of this user only, and gone in the end: what spills from memory is text
        if address is None:
            ray.init(
                "local",
                num_cpus=processors,
                include_dashboard=False,
                object_store_memory=_OBJECT_STORE,
                _temp_dir=folder,
                **_QUIET,
            )
        else:
            _join(address)
        try:
            yield _joined(address)
        finally:
            ray.shutdown()


def _joined(address: str | None) -> RayCluster:
    return RayCluster(address, processors=max(1, int(ray.cluster_resources().get("CPU", 1))))


def _join(address: str) -> None:
    try:
        if address != "auto":
            given = urlsplit(address if "//" in address else f"//{address}")
            socket.create_connection((given.hostname or "", given.port or 0), REACHED_WITHIN).close()
        ray.init(address, **_QUIET)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise BadSettings(
            f"RAY_ADDRESS is {address}, and no Ray cluster can be joined there: {error}"
        ) from None


def _short_folder() -> str | None:
    """Where Ray's folder goes: its sockets' names have to stay short, as they may not on macOS."""
    return "/tmp" if os.name == "posix" else None
