"""Imports by the command in a process of its own, over a Ray that it starts and ends."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.interfaces.daybook_command import MESSAGES, Command
from tests.on_ray import NEEDS_RAY

PROGRAM = "from daybook.interfaces.cli import main; main()"
ROUNDS = 150
TO_AN_ADDRESS = re.compile(r"\b(?:connect|sendto|sendmsg|sendmmsg)\(.*sa_family=AF_INET")
ON_THIS_MACHINE = re.compile(r'inet_addr\("127\.|inet_pton\(AF_INET6, "(?:::1|::ffff:127\.)')


def test_without_ray_one_line_says_what_to_install(
    daybook: Command, history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daybook.interfaces.cli.command_options.find_spec", lambda name: None)

    done = daybook("import", str(history), "--on", "ray")

    assert (done.code, done.out) == (2, "")
    assert done.err == "daybook: --on ray needs Ray: pip install 'daybook-memory[ray]'\n"


class TestOnRay:
    """See the module."""

    pytestmark = NEEDS_RAY

    def test_an_import_whose_worker_is_killed_keeps_what_an_import_without_ray_keeps(
        self, tmp_path: Path
    ) -> None:
        told = tmp_path / "told.json"
        told.write_text(json.dumps(messages()), encoding="utf-8")
        local = finished(start(tmp_path, "import", told, "--json", data="local"))

        importing = start(tmp_path, "import", told, "--on", "ray", "--json", data="ray")
        killed = kill_a_worker_of(importing)
        on_ray = finished(importing)

        assert on_ray["owners"] == local["owners"]
        assert on_ray["owners"][0]["added"] == ROUNDS
        for question in ("Where do I keep my plum tree number 70?", "What did I read about bread?"):
            one, other = (
                finished(start(tmp_path, "search", question, "-k", 20, "--json", data=data))["rounds"]
                for data in ("local", "ray")
            )
            assert one == other
        assert not Path("/proc", str(killed)).exists()
        assert workers_of(importing.pid) == []

    def test_nothing_is_sent_beyond_this_machine(self, tmp_path: Path) -> None:
        strace = shutil.which("strace")
        if not strace:
            pytest.skip("what the processes of Ray send is seen by strace only")
        history, trace = tmp_path / "history.json", tmp_path / "trace"
        history.write_text(json.dumps(MESSAGES), encoding="utf-8")

        prefix = (strace, "-f", "-e", "trace=network", "-o", str(trace))
        finished(start(tmp_path, "import", history, "--on", "ray", "--json", data="ray", prefix=prefix))

        calls = trace.read_text(encoding="utf-8", errors="replace").splitlines()
        addressed = [call for call in calls if TO_AN_ADDRESS.search(call)]
        assert addressed, "strace saw nothing"
        assert [call for call in addressed if not ON_THIS_MACHINE.search(call)] == []


def messages() -> list[dict[str, str]]:
    """Rounds that take MiniLM some seconds, one an hour."""
    began = datetime(2024, 3, 5, tzinfo=UTC)
    filler = "I read that bread has to rest for an hour before it is put into the oven. " * 12
    return [
        {"role": role, "content": content, "timestamp": (began + timedelta(hours=number)).isoformat()}
        for number in range(ROUNDS)
        for role, content in (
            ("user", f"I keep my plum tree number {number} in the garden."),
            ("assistant", f"{filler} That was note {number}."),
        )
    ]


def start(folder: Path, *arguments: object, data: str, prefix: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    """Begin a command over the data directory of that name."""
    given = [*prefix, sys.executable, "-c", PROGRAM, *map(str, arguments), "--data-dir", str(folder / data)]
    return subprocess.Popen(given, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finished(command: subprocess.Popen[str]) -> Any:
    """Wait for a command that has to end well; what it printed, as JSON."""
    out, err = command.communicate(timeout=300)
    assert command.returncode == 0, err
    return json.loads(out)


def kill_a_worker_of(command: subprocess.Popen[str]) -> int:
    """Wait until a worker of the command embeds, and kill it; its process id."""
    until = monotonic() + 120
    while command.poll() is None and monotonic() < until:
        if workers := workers_of(command.pid):
            sleep(1)  # into the middle
            os.kill(workers[0], signal.SIGKILL)
            return workers[0]
        sleep(0.05)
    raise AssertionError("no worker was seen to embed")


def workers_of(pid: int) -> list[int]:
    """The processes that embed and descend from that one."""
    found: list[int] = []
    for children in Path("/proc", str(pid)).glob("task/*/children"):
        for child in map(int, children.read_text().split()):
            title = Path("/proc", str(child), "cmdline").read_bytes()
            found += [child] if title.startswith(b"ray::_embed_in_worker") else workers_of(child)
    return found
