"""A PostgreSQL server of the tests' own: a cluster in a folder, on a socket, gone in the end."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

import pytest
from sqlalchemy import make_url

from daybook.store.sql.database import Database

ROLE = "daybook"
"""A role that is no superuser: the walls between owners hold for it."""
ADMIN = "admin"
"""The superuser of the cluster."""
_RUNNERS = ("postgres", "nobody")
_MEMORY = "/dev/shm"
_ROOM = 1 << 30


def programs() -> Path | None:
    """Find the folder of the server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    there = str(found[-1]) if found else shutil.which("initdb")
    return Path(there).parent if there else None


@contextmanager
def postgres_server() -> Iterator[str]:
    """Run a server; yields the URL of a database on it that has the tables and no rows.

    A server refuses to be run by root, who has another user run it.
    """
    folder = programs()
    if folder is None:
        pytest.skip("no PostgreSQL is installed (Debian: apt install postgresql)")
    pytest.importorskip("psycopg", reason="psycopg is not installed (the extra `postgres`)")
    directory = Path(mkdtemp(prefix="daybook-pg-", dir=_place()))
    user = _runner()
    if user is not None:
        shutil.chown(directory, user)

    def run(*command: str) -> None:
        as_user = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"] if user else []
        done = subprocess.run([*as_user, *command], capture_output=True, text=True, cwd=directory)
        if done.returncode:
            raise RuntimeError(f"{command[0]}: {done.stderr or done.stdout}")

    data = str(directory / "data")
    try:
        run(str(folder / "initdb"), "-D", data, "-U", ADMIN, "-A", "trust", "-E", "UTF8", "--locale=C")
        options = f"-k {directory} -c listen_addresses='' -c fsync=off -c max_connections=200"
        run(str(folder / "pg_ctl"), "-D", data, "-w", "-l", str(directory / "log"), "-o", options, "start")
        for statement in (f"CREATE ROLE {ROLE} LOGIN", f"CREATE DATABASE memory OWNER {ROLE}"):
            run(str(folder / "psql"), "-h", str(directory), "-U", ADMIN, "-d", "postgres", "-c", statement)
        url = f"postgresql+psycopg://{ROLE}@/memory?host={directory}"
        Database(make_url(url)).close()
        yield url
    finally:
        with suppress(RuntimeError):
            run(str(folder / "pg_ctl"), "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(directory, ignore_errors=True)


class Databases:
    """Empty databases of one test on a server, each copied from one that has the tables already."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._made: list[str] = []

    def new(self) -> str:
        """Make a database that has the tables and no rows; returns its URL."""
        return self._create(f"TEMPLATE {self._url.database}")

    def bare(self) -> str:
        """Make a database without a table; returns its URL."""
        return self._create("")

    def drop(self) -> None:
        """Drop all that were made, whoever is connected to them."""
        while self._made:
            self._execute(f"DROP DATABASE {self._made.pop()} WITH (FORCE)")

    def _create(self, how: str) -> str:
        name = f"copy_{uuid4().hex}"
        self._execute(f"CREATE DATABASE {name} OWNER {ROLE} {how}")
        self._made.append(name)
        return self._url.set(database=name).render_as_string(hide_password=False)

    def _execute(self, statement: str) -> None:
        import psycopg

        host = str(self._url.query["host"])
        with psycopg.connect(host=host, user=ADMIN, dbname="postgres", autocommit=True) as connection:
            connection.execute(statement)


def _place() -> str:
    """Choose where the cluster lies: in memory where there is room, since a database is hundreds of files."""
    with suppress(OSError):
        if shutil.disk_usage(_MEMORY).free > _ROOM:
            return _MEMORY
    return "/tmp"


def _runner() -> str | None:
    """Name the user who is to run the server; None for whoever runs the tests."""
    if os.geteuid() != 0:
        return None
    for name in _RUNNERS:
        with suppress(KeyError):
            pwd.getpwnam(name)
            return name
    pytest.skip("there is no user but root to run PostgreSQL")
