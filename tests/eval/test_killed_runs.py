from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked, which this system cannot do")
def test_a_run_killed_at_random_moments_and_gone_on_with_is_the_same_as_one_that_was_not(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "tests/eval/killed_run_child.py", "5", "1", str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )

    assert done.returncode == 0, done.stderr
    words = done.stdout.split()
    assert words[:2] == ["kills", "5"]
    assert words[words.index("same") + 1] == "True"
    assert words[words.index("records") + 1] == "6"
    assert words[words.index("files") + 1 :] == ["hypotheses.jsonl", "records.jsonl", "run.json", "run.lock"]
