"""Memories in an environment of their own: a process is told in lines of JSON what to keep and to find."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from subprocess import PIPE, Popen, check_output
from typing import Any

from daybook.conversation.errors import BadInput, DaybookError
from daybook.models.embedding import Embedder
from daybook_eval.data.case import Case
from daybook_eval.peers.memories import FOUND, Memory, Peer, served, text_of


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """How a memory is run in another environment."""

    package: str
    script: str
    """Beside this module; its input is {"keep": sessions} or {"find": question, "limit": hits} a line, and so
    many lines it prints: {"found": round ids, "seconds": of processors until now}, or {"error": why}."""
    use: str


ELSEWHERE: Mapping[str, Elsewhere] = {
    "memweave": Elsewhere(
        "memweave",
        "memweave_process.py",
        "each session a dated Markdown file below memory/sessions, indexed and searched by its defaults but"
        f" with max_results {FOUND} (6 by default) and min_score 0 (0.35 by default); a chunk counts as its"
        " rounds in order. The three post-processors of its published figures are in its repository's"
        " benchmarks, not in its package; pysqlite3 stands in where Python's SQLite loads no extensions",
    ),
    "hindsight": Elsewhere(
        "hindsight-api-slim",
        "hindsight_process.py",
        "provider none, so that chunks alone are kept; each round a document with its moment, recall with"
        " 20,000 tokens; PostgreSQL embedded. Its cross-encoder is downloaded and could not be: it ranks by"
        " its own rank fusion (rrf)",
    ),
}


def peers_at(places: Iterable[str]) -> dict[str, Peer]:
    """Make peers of "NAME=PYTHON", the Python of an environment that has the package.

    Raises:
        BadInput: it has no such form, or there is no such memory.
    """
    found = {}
    for place in places:
        name, _, python = place.partition("=")
        if name not in ELSEWHERE or not python:
            raise BadInput(f"{place!r} is not NAME=PYTHON of {', '.join(ELSEWHERE)}", source="--at")
        found[name] = _peer(ELSEWHERE[name], Path(python))
    return found


def _peer(memory: Elsewhere, python: Path) -> Peer:
    asked = f"from importlib.metadata import version; print(version({memory.package!r}))"
    version = check_output([python, "-c", asked], text=True).strip()
    return Peer(memory.package, "", memory.use, _opener(memory.script, python), version)


def _opener(script: str, python: Path) -> Callable[[Path, Embedder], AbstractContextManager[Memory]]:
    @contextmanager
    def opened(folder: Path, embedder: Embedder) -> Iterator[Memory]:
        with (
            as_file(files(__package__).joinpath(script)) as path,
            served(embedder) as address,
            Popen(
                [python, path, folder, address, str(embedder.dim)], stdin=PIPE, stdout=PIPE, text=True
            ) as process,
        ):
            assert process.stdin is not None
            assert process.stdout is not None
            seconds = 0.0

            def call(**request: Any) -> list[str]:
                nonlocal seconds
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(f"{json.dumps(request)}\n")
                process.stdin.flush()
                line = process.stdout.readline()
                reply: dict[str, Any] = json.loads(line) if line else {"error": "its process ended"}
                if "error" in reply:
                    raise DaybookError(f"{script}: {reply['error']}")
                seconds = reply["seconds"]
                found: list[str] = reply["found"]
                return found

            yield Memory(
                lambda case: _keep(case, call),
                lambda case: call(find=case.question, asked_at=case.asked_at.isoformat(), limit=FOUND),
                lambda: seconds,
            )
            process.stdin.close()

    return opened


def _keep(case: Case, call: Callable[..., list[str]]) -> None:
    sessions: dict[tuple[str, int], list[dict[str, str]]] = {}
    for round_ in case.rounds():
        said = {"id": round_.round_id, "said_at": round_.said_at.isoformat(), "text": text_of(round_)}
        sessions.setdefault((round_.session_id, round_.occurrence), []).append(said)
    call(keep=list(sessions.values()))
