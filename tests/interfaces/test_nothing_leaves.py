import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.interfaces.daybook_command import MESSAGES

ROOT = Path(__file__).parents[2]
CHILD = Path(__file__).with_name("watched_child.py")
TO_AN_ADDRESS = re.compile(r"\b(?:connect|sendto|sendmsg|sendmmsg)\(.*sa_family=AF_INET")
ON_THIS_MACHINE = re.compile(r'inet_addr\("127\.|inet_pton\(AF_INET6, "::1"')

pytestmark = pytest.mark.slow


def run_watched(tmp_path: Path, *prefix: str) -> None:
    """Run the commands in a child with a folder of its own for what libraries put aside."""
    history = tmp_path / "history.json"
    history.write_text(json.dumps(MESSAGES), encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "OPENAI_"))}
    for name in ("CI", "GITHUB_ACTIONS", "TF_BUILD"):  # there onnxruntime reports nothing
        kept.pop(name, None)

    done = subprocess.run(
        [*prefix, sys.executable, str(CHILD), str(tmp_path / "data"), str(history)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**kept, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path / "cache")},
        timeout=300,
        check=False,
    )

    assert done.returncode == 0, done.stderr


def test_no_command_connects_or_looks_up_a_name_beyond_this_machine(tmp_path: Path) -> None:
    strace = shutil.which("strace")
    trace = tmp_path / "trace"
    prefix = [strace, "-f", "-e", "trace=network", "-o", str(trace)] if strace else []

    run_watched(tmp_path, *prefix)

    reports = [path for path in (tmp_path / "cache").rglob("*") if "onnxruntime" in path.name]
    assert reports == [], "onnxruntime keeps reports to send"
    if not strace:
        pytest.skip("Python's own connections were watched; without strace those of libraries are not seen")
    calls = trace.read_text(encoding="utf-8", errors="replace").splitlines()
    assert any("socket" in call for call in calls), "strace saw nothing"
    assert [call for call in calls if TO_AN_ADDRESS.search(call) and not ON_THIS_MACHINE.search(call)] == []
