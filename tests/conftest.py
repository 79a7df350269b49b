"""Shared by tests of several rooms."""

import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres_server import Databases, postgres_server

if sys.dont_write_bytecode:
    # Every child process would compile every module anew, which is half of the suite's time. What is compiled
    # is kept apart from the sources, beside pytest's own cache.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache/bytecode")
    del os.environ["PYTHONDONTWRITEBYTECODE"]
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix


# What is tested must not depend on where it is tested.
os.environ["TZ"] = "UTC"
time.tzset()

if Path("/dev/shm").is_dir() and shutil.disk_usage("/dev/shm").free > 4 << 30:
    # Every commit waits for the disk otherwise.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", "/dev/shm")

# The same examples each time, however slow the machine is; `--hypothesis-profile=default` looks for others.
settings.register_profile(
    "repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")


pytest_plugins = ["tests.small_memory"]


_KINDS = "slow|distribution|ray|real_model|langgraph_server|browser|train"
_ASIDE = re.compile(rf"^pytestmark = .*pytest\.mark\.({_KINDS})\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Spare the quick suite the import of modules of which it runs nothing: some take seconds."""
    is_quick = config.option.markexpr.startswith("not (slow")
    if is_quick and collection_path.suffix == ".py" and _ASIDE.search(collection_path.read_text("utf-8")):
        return True
    return None


@pytest.fixture(scope="session")
def database_server() -> Iterator[str]:
    """The URL of a PostgreSQL that is begun by the first test that needs it."""
    with postgres_server() as url:
        yield url


@pytest.fixture
def databases(database_server: str) -> Iterator[Databases]:
    """Databases of a test."""
    made = Databases(database_server)
    yield made
    made.drop()


def pytest_configure() -> None:
    """Hear Ctrl-C, and let child processes hear it: a shell starts what runs in its background deaf to it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
