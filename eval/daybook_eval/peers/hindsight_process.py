"""Runs Hindsight in its own environment for `elsewhere`: FOLDER ADDRESS DIMENSIONS."""

import json
import os
import shutil
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, Popen
from tempfile import mkdtemp
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

BATCH = 50
"""Rounds of a request."""
START = 180
"""Seconds that its server may take to start."""
folder, address, dimensions = sys.argv[1:]
home = mkdtemp(prefix="hindsight-")
nobody = 65534 if os.getuid() == 0 else None
"""Runs its server in place of root, whom PostgreSQL refuses."""
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
HERE = f"http://127.0.0.1:{port}"
SETTINGS = {
    "HOME": home,
    "HINDSIGHT_API_LLM_PROVIDER": "none",
    "HINDSIGHT_API_EMBEDDINGS_PROVIDER": "openai",
    "HINDSIGHT_API_EMBEDDINGS_OPENAI_API_KEY": "x",
    "HINDSIGHT_API_EMBEDDINGS_OPENAI_BASE_URL": address,
    "HINDSIGHT_API_EMBEDDINGS_OPENAI_MODEL": f"all-MiniLM-L6-v2, {dimensions} dimensions",
    "HINDSIGHT_API_RERANKER_PROVIDER": "rrf",
    "HINDSIGHT_API_HOST": "127.0.0.1",
    "HINDSIGHT_API_PORT": str(port),
}


def post(path: str, body: dict[str, Any]) -> Any:
    """Ask its server."""
    request = Request(
        f"{HERE}/v1/default/banks/peers/memories{path}",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urlopen(request, timeout=600) as reply:
        return json.load(reply)


def keep(sessions: list[list[dict[str, str]]]) -> None:
    """Keep each round as a document."""
    items = [
        {"content": said["text"], "timestamp": said["said_at"], "document_id": said["id"]}
        for session in sessions
        for said in session
    ]
    for first in range(0, len(items), BATCH):
        post("", {"items": items[first : first + BATCH]})


def find(request: dict[str, Any]) -> list[str]:
    """Return the documents of what it recalls."""
    asked = {"query": request["find"], "max_tokens": 20_000, "query_timestamp": request["asked_at"]}
    return [hit["document_id"] for hit in post("/recall", asked)["results"]][: request["limit"]]


def wait_for(server: "Popen[bytes]") -> None:
    """Wait until it answers."""
    until = time.monotonic() + START
    while time.monotonic() < until and server.poll() is None:
        with suppress(URLError), urlopen(f"{HERE}/health", timeout=5):
            return
        time.sleep(0.5)
    print(json.dumps({"error": "its server did not start"}), flush=True)
    sys.exit(1)


def seconds() -> float:
    """Add up what all processes of its folder have taken, PostgreSQL's too."""
    used = 0
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdigit() and (process.name == str(server.pid) or _is_database(process)):
                used += sum(map(int, (process / "stat").read_text().rpartition(")")[2].split()[11:15]))
    return used / os.sysconf("SC_CLK_TCK")


def _is_database(process: Path) -> bool:
    return home in (process / "cmdline").read_text()


if nobody is not None:
    os.chown(home, nobody, nobody)
server = Popen(
    [Path(sys.executable).with_name("hindsight-api")],
    cwd=home,
    env={**os.environ, **SETTINGS},
    stdout=DEVNULL,
    stderr=(Path(folder) / "log").open("w"),
    user=nobody,
    group=nobody,
    extra_groups=None if nobody is None else [],
)
try:
    wait_for(server)
    for line in sys.stdin:
        request, found = json.loads(line), list[str]()
        if "keep" in request:
            keep(request["keep"])
        else:
            found = find(request)
        print(json.dumps({"found": found, "seconds": seconds()}), flush=True)
finally:
    server.terminate()
    server.wait()
    shutil.move(home, folder)
